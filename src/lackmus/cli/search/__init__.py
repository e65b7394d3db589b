"""`lackmus search`."""
