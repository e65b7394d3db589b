"""Verbs about blind ratings."""
