"""Import paths that older documentation named still work, and say what the new one is."""

import sys
from importlib import import_module

import pytest

from lackmus.renamed import MODULES, install, names_from

NAMES = [
    ("lackmus.core.challenge_draws", "Draw"),
    ("lackmus.core.evaluations", "evaluate"),
    ("lackmus.core.hits", "marked"),
    ("lackmus.core.judges", "judge_text"),
    ("lackmus.core.links", "links"),
    ("lackmus.core.matching", "Finder"),
    ("lackmus.core.pairs", "Pair"),
    ("lackmus.core.queries", "compile_query"),
    ("lackmus.core.rankings", "RankingChoices"),
    ("lackmus.core.reviews", "decided"),
    ("lackmus.core.rules", "runaway"),
    ("lackmus.core.suites", "Item"),
    ("lackmus.core.tendencies", "tendencies"),
    ("lackmus.flows", "Request"),
    ("lackmus.flows", "evaluate"),
    ("lackmus.flows", "judge_parquet"),
    ("lackmus.flows", "open_suite"),
    ("lackmus.flows.challenges", "build"),
    ("lackmus.flows.ratings", "report"),
    ("lackmus.flows.scoring", "wanted"),
    ("lackmus.flows.studies", "study_in"),
    ("lackmus.flows.workspaces", "Desk"),
]


@pytest.mark.parametrize("module, name", NAMES)
def test_an_old_path_leads_to_the_same_thing(module: str, name: str) -> None:
    sys.modules.pop(module, None) if module in MODULES else None
    with pytest.warns(DeprecationWarning, match=f"^{module}.* is now lackmus.* until Lackmus 0.3"):
        value = getattr(import_module(module), name)
    assert getattr(import_module(value.__module__), name) is value


@pytest.mark.parametrize("module, name", [("lackmus.core.suites", "Sweet"), ("lackmus.flows", "__path")])
def test_a_name_that_never_was_is_refused(module: str, name: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute '{name}'"):
        getattr(import_module(module), name)


def test_a_module_that_the_new_place_imports_is_no_old_name() -> None:
    """Who imports a module from a package asks the package first; the file is looked for after that."""
    found = names_from("lackmus.flows.challenges", "lackmus.flows.challenges.challenges")
    with pytest.raises(AttributeError, match="stored_challenges"):
        found("stored_challenges")


def test_installed_once() -> None:
    before = list(sys.meta_path)
    install()
    assert sys.meta_path == before


def test_every_old_module_is_tried() -> None:
    assert set(MODULES) <= {module for module, _ in NAMES}
