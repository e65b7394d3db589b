"""Campaigns, systems, hand-ins and templates in a workspace."""
