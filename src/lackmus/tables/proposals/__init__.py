"""Simulated reviews as tables and plain values."""
