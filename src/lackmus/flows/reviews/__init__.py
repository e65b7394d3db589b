"""Verbs of reviewing: what comes next, decide, remark, adjudicate, agreement and effort."""
