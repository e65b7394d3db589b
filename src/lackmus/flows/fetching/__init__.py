"""Verbs about engines: plan a fetch, ask the engine, store every answer."""
