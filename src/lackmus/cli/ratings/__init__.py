"""Commands of `lackmus rating`."""
