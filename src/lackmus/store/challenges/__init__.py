"""Challenges and the scores of metrics in a workspace, and the cache of scores."""
