"""Pages and API routes about the workspace: overview, log-in, people, settings, log."""
