"""Fetches from engines and long fetch jobs in a workspace."""
