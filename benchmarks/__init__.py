"""Ratios against what a user would do by hand, measured side by side in one run."""
