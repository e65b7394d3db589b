"""Concordance: find a word, a phrase or a pattern in texts and show it with its context."""
