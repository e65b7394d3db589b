"""Queues, offers, agreement, disputes and effort as tables."""
