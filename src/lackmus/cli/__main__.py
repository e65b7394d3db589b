"""`python -m lackmus.cli` is the command line too."""

from lackmus.cli.app import main

main()
