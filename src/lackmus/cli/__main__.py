"""`python -m lackmus.cli` is the command line too."""

from lackmus.cli.main import main

main()
