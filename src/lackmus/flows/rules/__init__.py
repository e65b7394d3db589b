"""Verbs about rules: list, edit, try and restore them."""
