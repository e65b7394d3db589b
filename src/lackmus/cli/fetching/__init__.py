"""Commands of `lackmus engine`, and `lackmus outputs fetch`."""
