"""Commands of `lackmus challenge` and `lackmus metric`."""
