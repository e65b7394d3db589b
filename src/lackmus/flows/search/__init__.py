"""Search a workspace: all its texts at once, or the texts of a search for review."""
