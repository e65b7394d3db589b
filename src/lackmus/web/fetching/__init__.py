"""Pages and API routes of fetching, and the process that works on fetches."""
