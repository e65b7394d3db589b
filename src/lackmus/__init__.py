"""Lackmus: find out what a machine translation system can and cannot translate, phenomenon by phenomenon."""

# Names are loaded on first use (PEP 562): importing the package costs nothing, and a verb only what it needs.

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lackmus.renamed import install

__version__ = "0.1.0"

if TYPE_CHECKING:
    from lackmus.api.challenges import build_challenge, rank, read_challenge, score
    from lackmus.api.contrasts import contrasts, read_study, study
    from lackmus.api.suites import lint, read_outputs, read_suite, sample
    from lackmus.api.trees import query
    from lackmus.api.verdicts import compare, evaluate, judge, judge_text, profile, trend
    from lackmus.api.workspaces.workspace import Workspace, fetch
    from lackmus.core.suites.suite import Item, Rule, Suite
    from lackmus.errors import LackmusError

_HOMES = {
    "Item": "lackmus.core.suites.suite",
    "LackmusError": "lackmus.errors",
    "Rule": "lackmus.core.suites.suite",
    "Suite": "lackmus.core.suites.suite",
    "Workspace": "lackmus.api.workspaces.workspace",
    "build_challenge": "lackmus.api.challenges",
    "compare": "lackmus.api.verdicts",
    "contrasts": "lackmus.api.contrasts",
    "evaluate": "lackmus.api.verdicts",
    "fetch": "lackmus.api.workspaces.workspace",
    "judge": "lackmus.api.verdicts",
    "judge_text": "lackmus.api.verdicts",
    "lint": "lackmus.api.suites",
    "profile": "lackmus.api.verdicts",
    "query": "lackmus.api.trees",
    "rank": "lackmus.api.challenges",
    "read_challenge": "lackmus.api.challenges",
    "read_outputs": "lackmus.api.suites",
    "read_study": "lackmus.api.contrasts",
    "read_suite": "lackmus.api.suites",
    "sample": "lackmus.api.suites",
    "score": "lackmus.api.challenges",
    "study": "lackmus.api.contrasts",
    "trend": "lackmus.api.verdicts",
}

__all__ = [
    "Item",
    "LackmusError",
    "Rule",
    "Suite",
    "Workspace",
    "build_challenge",
    "compare",
    "contrasts",
    "evaluate",
    "fetch",
    "judge",
    "judge_text",
    "lint",
    "profile",
    "query",
    "rank",
    "read_challenge",
    "read_outputs",
    "read_study",
    "read_suite",
    "sample",
    "score",
    "study",
    "trend",
]


def __getattr__(name: str) -> Any:
    """Load a public name the first time that it is used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


install()
