"""Contrasts, counterparts and studies as tables, values and sentences."""
