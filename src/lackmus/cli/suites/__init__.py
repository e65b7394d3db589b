"""Commands of `lackmus suite`."""
