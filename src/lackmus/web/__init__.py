"""The web face: server-rendered pages and a JSON API on the same flows as the command line."""
