"""The proposers that reviews come with, by the names of their entry points; `core/proposals/` defines them."""

from lackmus.core.proposals.proposals import majority, nearest

__all__ = ["majority", "nearest"]
