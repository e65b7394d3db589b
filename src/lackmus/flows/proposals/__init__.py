"""Proposals: what they would have saved in campaigns of which the answers are known."""
