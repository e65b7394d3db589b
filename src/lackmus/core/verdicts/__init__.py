"""Verdict tables and what is made of them: what counts, accuracies, clusters, comparisons, trends."""
