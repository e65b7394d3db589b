"""Commands of `lackmus rule`, and `lackmus judge`."""
