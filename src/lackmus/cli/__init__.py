"""The command line: each command calls a flow and passes the result to a writer."""

# No imports here: a command must start fast, so it loads only its own module (commands.py).
