"""What can be searched: all current texts of a workspace, with their verdicts and writers."""
