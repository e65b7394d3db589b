"""Rules: compile patterns safely, judge one text, try rules before they are saved, compare versions."""

from lackmus.renamed import names_from

__getattr__ = names_from(__name__, "lackmus.core.rules.patterns")
