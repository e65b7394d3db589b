"""Rating tasks and ratings in a workspace."""
