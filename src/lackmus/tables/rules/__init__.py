"""Rules and what editing them changes, as tables."""
