"""Workspaces with something in them: suites and campaigns of the bundled sample, or of any files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.read import ReadOptions, hand_ins_of, read_suite
from lackmus.store.db.changes import Change
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import add_campaign as new_campaign
from lackmus.store.outputs.campaigns import add_systems
from lackmus.store.outputs.hand_ins import LINES, add_hand_ins
from lackmus.store.suites.suite_changes import new_suite
from lackmus.store.suites.suites import load_suite

SAMPLE = Path(__file__).parents[2] / "src" / "lackmus" / "sample" / "de-en"
YEARS = ("2025", "2026")


def add_suite(workspace: OpenWorkspace, suite: Suite) -> int:
    """Bring a suite in; its number."""
    with workspace.writing("Ada", "suite import", suite.name) as change:
        return new_suite(change, suite)


def add_campaign(
    workspace: OpenWorkspace,
    suite: int,
    name: str,
    hand_ins: Sequence[HandIn],
    tags: Mapping[str, Sequence[str]] | None = None,
    labels: Mapping[str, str] | None = None,
    suspicions: Mapping[str, str] | None = None,
) -> None:
    """A campaign with the outputs of its systems."""
    with workspace.writing("Ada", "outputs import", name) as change:
        campaign = new_campaign(change, name, int(name) if name.isdecimal() else None)
        names = [one.system for one in hand_ins]
        systems = add_systems(change, campaign, names, labels or {}, tags or {})
        hand_in(change, suite, {systems[one.system].id: one for one in hand_ins}, suspicions)


def hand_in(
    change: Change, suite: int, hand_ins: Mapping[int, HandIn], suspicions: Mapping[str, str] | None = None
) -> None:
    """The outputs of systems that are there, by number."""
    stored = load_suite(change.connection, suite)
    (pair,) = stored.suite.pairs
    told = suspicions or {}
    add_hand_ins(
        change,
        stored,
        pair,
        [(number, one.file, lines_of(one), told.get(one.system, "[]")) for number, one in hand_ins.items()],
    )


def lines_of(hand_in: HandIn) -> pl.DataFrame:
    """A hand-in as the store takes it."""
    rows = [(item, hand_in.texts[line]) for item, line in hand_in.places]
    return pl.DataFrame(rows, schema=LINES, orient="row")


def sample_suite() -> Suite:
    """The bundled suite."""
    return read_suite(SAMPLE / "items.json")


def sample_outputs(year: str) -> list[HandIn]:
    """The bundled outputs of a year."""
    return hand_ins_of(sample_suite(), [str(SAMPLE / "outputs" / year)], ReadOptions())


def fill(workspace: OpenWorkspace) -> None:
    """The bundled sample: one suite, two campaigns."""
    number = add_suite(workspace, sample_suite())
    for year in YEARS:
        add_campaign(workspace, number, year, sample_outputs(year))
