"""Grammatical contrasts: what they ask, how keywords are judged, studies and shares of Good."""
