"""Data sets as Hugging Face's libraries keep them: Parquet, Arrow and JSON Lines whose columns bear names."""
