"""Scores of metrics for a challenge: the shapes of their files and the tables that organisers return."""
