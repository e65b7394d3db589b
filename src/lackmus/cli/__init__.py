"""The command line: each command asks a flow and hands the answer to a writer."""

# Nothing heavy is imported up here: `lackmus --help` must answer at once.

from lackmus.cli import (
    agreement,
    campaigns,
    charts,
    comparing,
    copies,
    demo,
    histories,
    linting,
    outputs,
    reporting,
    reviews,
    rules,
    samples,
    stored_outputs,
    stored_suites,
    suites,
    systems,
    templates,
    users,
)
from lackmus.cli.app import app, main

__all__ = [
    "agreement",
    "app",
    "campaigns",
    "charts",
    "comparing",
    "copies",
    "demo",
    "histories",
    "linting",
    "main",
    "outputs",
    "reporting",
    "reviews",
    "rules",
    "samples",
    "stored_outputs",
    "stored_suites",
    "suites",
    "systems",
    "templates",
    "users",
]
