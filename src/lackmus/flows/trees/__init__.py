"""Verbs about trees: parse and align texts."""
