"""Values and pure functions: no files, network, clock or database."""
