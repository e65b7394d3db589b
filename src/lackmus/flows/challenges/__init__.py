"""Verbs about challenges for metrics: build, score, rank, keep."""

from lackmus.renamed import names_from

__getattr__ = names_from(__name__, "lackmus.flows.challenges.challenges", "lackmus.flows.challenges.building")
