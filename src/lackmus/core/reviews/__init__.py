"""Reviewing: decisions, the work queue, proposals, disputes, agreement and effort."""
