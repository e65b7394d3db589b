"""People, accounts, history, undo and copies of a workspace."""
