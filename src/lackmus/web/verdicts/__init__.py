"""Pages and API routes of reports, comparisons, trends and profiles."""
