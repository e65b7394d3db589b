"""Commands of `lackmus review`, `agreement` and `effort`."""
