"""Decisions, remarks and the review queue in a workspace."""
