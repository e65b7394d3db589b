"""Verbs about outputs, campaigns, systems, uploads and templates."""
