"""Challenge sets for metrics: tuples, how they are drawn, preferences of metrics, rankings."""
