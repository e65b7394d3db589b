"""Commands about the workspace itself: demo, log, undo, backup, users, serve."""
