"""Suites and their items in a workspace."""
