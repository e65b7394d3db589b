"""Verbs about suites, as files and in a workspace."""
