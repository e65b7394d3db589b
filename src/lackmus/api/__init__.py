"""The public Python API: verbs on files, workspaces, and results that draw and save themselves.

`lackmus` itself offers the verbs. The classes of their results are here, for annotations. All names are
loaded on first use, so that a verb on files does not wait for what only a workspace needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lackmus.api.contrasts import Study
    from lackmus.api.evaluations import Comparison, Evaluation, Profile, Trend
    from lackmus.api.rankings import Challenge, Ranking, Scores
    from lackmus.api.results import Chart, Done, Result
    from lackmus.api.suites import Lint
    from lackmus.api.trees import Hits
    from lackmus.api.workspaces.workspace import Fetched

_HOMES = {
    "Challenge": "rankings",
    "Chart": "results",
    "Comparison": "evaluations",
    "Done": "results",
    "Evaluation": "evaluations",
    "Fetched": "workspaces.workspace",
    "Hits": "trees",
    "Lint": "suites",
    "Profile": "evaluations",
    "Ranking": "rankings",
    "Result": "results",
    "Scores": "rankings",
    "Study": "contrasts",
    "Trend": "evaluations",
}

__all__ = [
    "Challenge",
    "Chart",
    "Comparison",
    "Done",
    "Evaluation",
    "Fetched",
    "Hits",
    "Lint",
    "Profile",
    "Ranking",
    "Result",
    "Scores",
    "Study",
    "Trend",
]


def __getattr__(name: str) -> Any:
    """Load a class the first time that it is used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
