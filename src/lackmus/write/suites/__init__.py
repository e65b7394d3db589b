"""A suite -> a file, one module a format."""
