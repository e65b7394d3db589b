"""A workspace's people and its history: roles, passwords, what was changed when."""
