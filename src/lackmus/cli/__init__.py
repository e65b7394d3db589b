"""The command line: each command asks a flow and hands the answer to a writer."""

# Nothing is imported up here: a command must answer at once, so it loads only its own module (commands.py).
