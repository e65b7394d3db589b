"""The database itself: connections, changes, migrations, tables, bulk rows and cache files."""
