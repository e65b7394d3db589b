"""Tables of a concordance."""
