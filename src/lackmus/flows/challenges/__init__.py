"""Verbs about challenges for metrics: build, score, rank, keep."""
