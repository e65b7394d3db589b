"""Reviewing: decisions, the work queue, proposals, disputes, agreement and effort."""

from lackmus.renamed import names_from

__getattr__ = names_from(__name__, "lackmus.core.reviews.decisions")
