"""Pages and API routes of suites, items and rules."""
