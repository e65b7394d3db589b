"""Studies of contrasts in a workspace."""
