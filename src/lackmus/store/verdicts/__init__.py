"""Verdicts of a workspace at any revision: evaluating, fair items, snapshots, saved reports."""
