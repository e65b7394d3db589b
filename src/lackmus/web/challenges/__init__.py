"""Pages and API routes of challenges and rankings of metrics."""
