"""Suites: items with their rules, drawing and splitting them, and what a new file would change."""

from lackmus.renamed import names_from

__getattr__ = names_from(__name__, "lackmus.core.suites.suite")
