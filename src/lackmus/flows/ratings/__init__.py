"""Verbs about blind ratings."""

from lackmus.renamed import names_from

__getattr__ = names_from(__name__, "lackmus.flows.ratings.ratings")
