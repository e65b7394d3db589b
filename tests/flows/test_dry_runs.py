"""A dry run takes no write lock: it succeeds while somebody else writes."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.core.workspaces.people import Role
from lackmus.flows.outputs.destinations import ImportOptions
from lackmus.flows.outputs.importing import import_outputs
from lackmus.flows.rules import lab
from lackmus.flows.rules.rules import add_rule, change_rule, retire_rule
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.suites.item_pages import item_page
from lackmus.flows.suites.splitting import split_suite
from lackmus.flows.workspaces.people import add_person
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions

RULE = Rule(Side.NEGATIVE, Kind.PATTERN, "tree")
SUITE = """
pair: de-en
phenomena:
  - category: C
    phenomenon: P
    items:
      - {id: a, source: Ein Baum., positive: [wood]}
      - {id: b, source: Zwei Bäume., positive: [trees]}
"""


@pytest.fixture
def desk(where: str, tmp_path: Path) -> Iterator[Desk]:
    """Two items with the outputs of two systems, in both databases, kept open as a server does."""
    (tmp_path / "s.yaml").write_text(SUITE)
    for name, text in (("One", "A tree."), ("Two", "A wood.")):
        (tmp_path / f"{name}.tsv").write_text(f"a\t{text}\nb\tTwo trees.\n")
    ada = Desk(where, "Ada")
    import_suite(ada, tmp_path / "s.yaml")
    import_outputs(
        ada, [str(tmp_path / "One.tsv"), str(tmp_path / "Two.tsv")], ReadOptions(), ImportOptions("2026")
    )
    with ada.open() as workspace:
        yield replace(ada, opened=workspace)


@contextmanager
def somebody_writes(desk: Desk) -> Iterator[None]:
    """The write lock is held by another connection."""
    assert desk.opened is not None
    if "://" in str(desk.workspace):
        with desk.opened.claiming():
            yield
        return
    with closing(sqlite3.connect(str(desk.workspace), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def _impact(desk: Desk, folder: Path) -> object:
    return lab.impact(desk, 1, [lab.RuleDraft(RULE)], item_page(desk, 1).base).edited.flips.rows()


DRY: dict[str, Callable[[Desk, Path], object]] = {
    "suite import": lambda desk, folder: import_suite(desk, folder / "s.yaml", dry_run=True).revision,
    "suite split": lambda desk, folder: split_suite(desk, None, "50%", 1, dry_run=True).shares,
    "outputs import": lambda desk, folder: (
        import_outputs(
            desk, [str(folder / "One.tsv")], ReadOptions(), ImportOptions("2027", tried=True)
        ).systems
    ),
    "rule add": lambda desk, folder: add_rule(desk, "a", RULE, dry_run=True).edited.flips.rows(),
    "rule change": lambda desk, folder: change_rule(desk, 1, "tree", dry_run=True).edited.flips.rows(),
    "rule retire": lambda desk, folder: retire_rule(desk, 1, dry_run=True).edited.flips.rows(),
    "impact": _impact,
}


@pytest.mark.parametrize("verb", DRY)
def test_a_dry_run_waits_for_nobody(desk: Desk, tmp_path: Path, verb: str) -> None:
    """It says the same as when nobody writes, and leaves nothing behind."""
    before = item_page(desk, 1)
    alone = DRY[verb](desk, tmp_path)
    with somebody_writes(desk):
        assert DRY[verb](desk, tmp_path) == alone
    after = item_page(desk, 1)
    assert (after.base, after.rules, after.texts) == (before.base, before.rules, before.texts)


def test_a_trial_says_what_saving_does(desk: Desk) -> None:
    wanted, base = [lab.RuleDraft(RULE)], item_page(desk, 1).base
    tried, done = lab.impact(desk, 1, wanted, base), lab.save_rules(desk, 1, wanted, base)
    assert tried.edited.flips.rows() == done.edited.flips.rows() != []
    assert [one.rule for one in tried.edited.after] == [one.rule for one in done.edited.after]
    assert (tried.edited.fair, tried.edited.unfair) == (done.edited.fair, done.edited.unfair)
    assert tried.change is None and done.change is not None


def test_whoever_may_look_may_try(desk: Desk) -> None:
    add_person(desk, "Rita", Role.READER)
    rita = replace(desk, person="Rita")
    assert lab.impact(rita, 1, [lab.RuleDraft(RULE)], item_page(desk, 1).base).edited.changed
