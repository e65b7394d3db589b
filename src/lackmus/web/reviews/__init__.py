"""Pages and API routes of reviewing, agreement and effort."""
