"""Suites: items with their rules, drawing and splitting them, and what a new file would change."""
