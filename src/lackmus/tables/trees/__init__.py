"""Treebank queries and their hits as tables and values."""
