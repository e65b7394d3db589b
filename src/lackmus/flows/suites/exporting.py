"""Suites from a workspace: list, load at any revision, export."""

from dataclasses import dataclass, replace

from lackmus.core.base.plurals import counted
from lackmus.core.suites.counts import SuiteCount
from lackmus.core.suites.folded_decisions import with_decisions
from lackmus.core.suites.suite import Suite, described_with
from lackmus.flows.suites.importing import decided_by_people
from lackmus.flows.verdicts.requests import chosen_pair
from lackmus.flows.workspaces.workspaces import Desk, the_revision, the_suite
from lackmus.store.suites.counts import suite_counts
from lackmus.store.suites.suites import load_suite


@dataclass(frozen=True)
class ExportedSuite:
    """An exported suite, and notes about it."""

    suite: Suite
    notes: tuple[str, ...]


def export_suite(
    desk: Desk,
    name: str | None,
    pair: str | None = None,
    fold_decisions: bool = False,
    with_reserved: bool = False,
    as_of: str | None = None,
) -> ExportedSuite:
    """A stored suite for export, by default without reserved items."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        stored = load_suite(connection, the_suite(connection, name, revision), revision)
        decided = decided_by_people(connection, stored.id, revision) if fold_decisions else {}
    suite, notes = stored.suite, []
    chosen = chosen_pair(pair, suite.pairs)
    if chosen is not None:
        suite = suite.for_pair(chosen)
    secret = sum(item.reserved for item in suite.items)
    if secret and not with_reserved:
        suite = _public(suite)
        notes.append(f"{counted(secret, 'reserved item is', 'reserved items are')} left out.")
    elif secret:
        notes.append(
            f"{counted(secret, 'reserved item is', 'reserved items are')} in it: keep it to yourself."
        )
    if fold_decisions:
        folding = with_decisions(suite, decided)
        suite = folding.suite
        notes.append(f"{folding.note or 'No decision had to be written as a fixed string'}.")
    return ExportedSuite(suite, tuple(notes))


def _public(suite: Suite) -> Suite:
    """The suite without reserved items, and without guidelines of phenomena that only they have."""
    items = tuple(item for item in suite.items if not item.reserved)
    known = {(item.category, item.phenomenon) for item in items}
    secret = {(item.category, item.phenomenon) for item in suite.items} - known
    described = tuple(
        one for one in described_with(suite.phenomena, items) if (one.category, one.name) not in secret
    )
    return replace(suite, items=items, phenomena=described, digest="")


def list_suites(desk: Desk, as_of: str | None = None) -> tuple[list[SuiteCount], int]:
    """The suites of the workspace, and the revision of the counts."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        now = workspace.revision(connection).number if revision is None else revision
        return suite_counts(connection, revision), now


def show_suite(desk: Desk, name: str | None, as_of: str | None = None) -> Suite:
    """A suite of the workspace, now or at an earlier time."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        return load_suite(connection, the_suite(connection, name, revision), revision).suite
