"""Challenges, metrics and rankings as tables and values."""
