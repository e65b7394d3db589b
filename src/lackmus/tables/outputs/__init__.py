"""Campaigns, systems, imports, checks and templates as tables."""
