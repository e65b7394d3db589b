"""Evaluations, comparisons, trends, profiles and groups as tables, values and sentences."""
