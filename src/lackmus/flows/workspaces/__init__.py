"""Verbs about the workspace itself: opening it, people, history, copies, overview."""

from lackmus.renamed import names_from

__getattr__ = names_from(__name__, "lackmus.flows.workspaces.workspaces")
