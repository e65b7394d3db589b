"""Which modules have which command, so that a command loads its own and no others."""

from importlib import import_module

import typer

from lackmus.cli.app import app

# Help lists them in this order, single commands before groups.
HOMES = {
    "demo": ("demo",),
    "evaluate": ("comparing",),
    "compare": ("comparing",),
    "trend": ("trends",),
    "chart": ("charts",),
    "suite": ("suites", "linting", "stored_suites", "samples"),
    "outputs": ("outputs", "stored_outputs", "fetching"),
    "engine": ("fetching",),
    "challenge": ("challenges", "rankings", "stored_challenges"),
    "metric": ("metrics",),
    "contrast": ("contrasts", "studies", "study_reports", "stored_studies"),
    "campaign": ("campaigns",),
    "system": ("systems",),
    "template": ("templates",),
    "report": ("reporting",),
    "review": ("reviews",),
    "agreement": ("agreement",),
    "effort": ("agreement",),
    "rule": ("rules",),
    "judge": ("rules",),
    "log": ("histories",),
    "history": ("histories",),
    "undo": ("histories",),
    "backup": ("copies",),
    "restore": ("copies",),
    "export": ("copies",),
    "user": ("users",),
    "serve": ("serving",),
}


def load(command: str = "") -> None:
    """The modules of a command; of all, unless it is known: whoever asks for help wants to see them."""
    every = [module for modules in HOMES.values() for module in modules]
    for module in HOMES.get(command, every):
        import_module(f"lackmus.cli.{module}")


def everything() -> typer.Typer:
    """The program with all its commands."""
    load()
    return app
