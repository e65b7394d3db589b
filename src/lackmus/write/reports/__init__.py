"""A report -> text or bytes, one module a format."""
