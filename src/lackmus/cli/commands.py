"""Which module has which command, so that a command loads only its own."""

from collections.abc import Mapping
from importlib import import_module

import typer

from lackmus.cli.app import app

# Help lists them in this order, single commands before groups.
HOMES = {
    "demo": ("workspaces.demo",),
    "evaluate": ("verdicts.evaluate",),
    "compare": ("verdicts.evaluate",),
    "profile": ("verdicts.profile",),
    "trend": ("verdicts.trend",),
    "chart": ("verdicts.charts",),
    "suite": ("suites.suites", "suites.lint", "suites.keeping", "suites.samples"),
    "outputs": ("outputs.outputs", "fetching.fetching"),
    "engine": ("fetching.fetching",),
    "challenge": ("challenges.challenges", "challenges.ranking", "challenges.keeping"),
    "metric": ("challenges.metrics",),
    "contrast": (
        "contrasts.contrasts",
        "contrasts.parsed_trees",
        "contrasts.studies",
        "contrasts.study_reports",
        "contrasts.keeping",
    ),
    "rating": ("ratings.ratings",),
    "campaign": ("outputs.campaigns",),
    "system": ("outputs.systems",),
    "template": ("outputs.templates",),
    "report": ("verdicts.report",),
    "review": ("reviews.reviews",),
    "agreement": ("reviews.agreement",),
    "effort": ("reviews.agreement",),
    "rule": ("rules.rules",),
    "judge": ("rules.rules",),
    "log": ("workspaces.history",),
    "history": ("workspaces.history",),
    "undo": ("workspaces.history",),
    "backup": ("workspaces.copies",),
    "restore": ("workspaces.copies",),
    "export": ("workspaces.copies",),
    "user": ("workspaces.users",),
    "serve": ("workspaces.serving",),
}


def load(command: str = "") -> None:
    """Load the modules of a command; all of them if it is unknown, because help lists them all."""
    every = [module for modules in HOMES.values() for module in modules]
    for module in HOMES.get(command, every):
        import_module(f"lackmus.cli.{module}")
    if command not in HOMES:
        places = {f"lackmus.cli.{module}": place for place, module in enumerate(dict.fromkeys(every))}
        _put_in_order(app, places)


def _put_in_order(group: typer.Typer, places: Mapping[str, int]) -> None:
    """Sort commands by module order, independent of which module was loaded first."""
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
