"""Core -> bytes, one file a format: suites, outputs, reports, charts."""
