"""Commands of `lackmus contrast`."""
