"""Core <-> database: SQLite by default, PostgreSQL for teams."""
