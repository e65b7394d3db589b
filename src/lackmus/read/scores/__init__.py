"""Scores: of metrics for a challenge, in their own files or as organisers return them; and of people."""
