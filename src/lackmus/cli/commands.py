"""Which modules have which command, so that a command loads its own and no others."""

from collections.abc import Mapping
from importlib import import_module

import typer

from lackmus.cli.app import app

# Help lists them in this order, single commands before groups.
HOMES = {
    "demo": ("demo",),
    "evaluate": ("comparing",),
    "compare": ("comparing",),
    "profile": ("profiles",),
    "trend": ("trends",),
    "chart": ("charts",),
    "suite": ("suites", "linting", "stored_suites", "samples"),
    "outputs": ("outputs", "stored_outputs", "fetching"),
    "engine": ("fetching",),
    "challenge": ("challenges", "rankings", "stored_challenges"),
    "metric": ("metrics",),
    "contrast": ("contrasts", "parsed_trees", "studies", "study_reports", "stored_studies"),
    "rating": ("ratings",),
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
    """Load the modules of a command; those of all unless it is known, because help lists them all."""
    every = [module for modules in HOMES.values() for module in modules]
    for module in HOMES.get(command, every):
        import_module(f"lackmus.cli.{module}")
    if command not in HOMES:
        places = {f"lackmus.cli.{module}": place for place, module in enumerate(dict.fromkeys(every))}
        _put_in_order(app, places)


def _put_in_order(group: typer.Typer, places: Mapping[str, int]) -> None:
    """Sort commands by their modules: a module that was loaded before by itself comes no earlier for that."""
    group.registered_commands.sort(key=lambda one: places.get(getattr(one.callback, "__module__", ""), -1))
    names = list(HOMES)
    group.registered_groups.sort(key=lambda one: names.index(one.name) if one.name in HOMES else -1)
    for inner in group.registered_groups:
        if inner.typer_instance is not None:
            _put_in_order(inner.typer_instance, places)


def everything() -> typer.Typer:
    """The program with all its commands."""
    load()
    return app
