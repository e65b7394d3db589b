"""Commands that end in numbers: evaluate, compare, trend, profile, report, chart."""
