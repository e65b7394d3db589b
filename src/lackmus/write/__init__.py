"""Table -> bytes, one file a format."""
