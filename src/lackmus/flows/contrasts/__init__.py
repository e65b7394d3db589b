"""Verbs about grammatical contrasts: find keywords, run studies, keep them."""
