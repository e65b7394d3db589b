"""Engines, estimates and fetches as tables and values."""
