"""The other face: server-rendered pages and a JSON API upon the same verbs as the command line."""
