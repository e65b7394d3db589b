"""Suites, revisions and lint findings as tables."""
