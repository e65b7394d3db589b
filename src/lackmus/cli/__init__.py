"""The command line: each command asks a flow and hands the answer to a writer."""

# Nothing heavy is imported up here: `lackmus --help` must answer at once.

from lackmus.cli import charts, comparing, demo, linting, outputs, samples, suites
from lackmus.cli.app import app, main

__all__ = ["app", "charts", "comparing", "demo", "linting", "main", "outputs", "samples", "suites"]
