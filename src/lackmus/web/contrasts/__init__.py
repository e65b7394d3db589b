"""Pages and API routes of studies of contrasts."""
