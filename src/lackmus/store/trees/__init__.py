"""The cache of parses and word links."""
