"""Verbs about the workspace itself: opening it, people, history, copies, overview."""
