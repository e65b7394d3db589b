"""`lackmus.Workspace`: the verbs of a workspace, by noun; they end as those on files do."""
