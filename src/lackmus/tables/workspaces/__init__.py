"""People and the history of a workspace as tables and sentences."""
