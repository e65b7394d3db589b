"""Blind ratings: tasks, the order of texts, statistics and reports."""
