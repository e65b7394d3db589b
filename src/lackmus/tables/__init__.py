"""Core values -> tables, JSON values and sentences for readers; the same nouns as in core."""
