"""Pages and API routes of fetching, and the worker process for fetches."""
