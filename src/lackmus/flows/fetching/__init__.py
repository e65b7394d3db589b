"""Verbs about engines: plan a fetch, ask the engine, keep every answer."""
