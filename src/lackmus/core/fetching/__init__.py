"""Fetching translations from engines: estimates, results and long jobs."""
