"""Pages and API routes of blind ratings."""
