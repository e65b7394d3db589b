"""Data for the page of a report: choices, saved reports, item numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from lackmus.core.base.choices import (
    By,
    Choices,
    Correction,
    Intervals,
    Order,
    Repeats,
    Semantics,
    TableName,
    Test,
    Testing,
    Thresholds,
)
from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import SuitePart
from lackmus.core.verdicts.item_lists import ItemList
from lackmus.core.verdicts.system_groups import GroupedSystems
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.comparing import Evaluated
from lackmus.flows.verdicts.views import StoredRequest
from lackmus.flows.workspaces.workspaces import Desk, the_revision
from lackmus.store.db.workspaces import Revision
from lackmus.store.outputs.campaigns import Campaign, aliases_of, campaigns_of, systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.suites.contents import item_numbers, phenomena_of
from lackmus.store.suites.suites import suite_names
from lackmus.store.verdicts.saved_reports import NoSuchReportError, SavedReport, saved_reports
from lackmus.store.verdicts.snapshots import revision_of
from lackmus.tables.table import Report
from lackmus.tables.verdicts.human_scores import beside_values
from lackmus.tables.verdicts.named import tables_of


@dataclass(frozen=True)
class OfferedSystem:
    """A system to choose."""

    name: str  # or its alias with anonymous names
    label: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class ReportChoices:
    """The choices, and the defaults: the latest campaign, its first suite."""

    campaigns: tuple[str, ...] = ()
    campaign: str | None = None  # None if the workspace has no outputs yet
    parts: tuple[tuple[str, str], ...] = ()  # suites and pairs with outputs of the campaign
    suite: str | None = None
    pair: str | None = None
    systems: tuple[OfferedSystem, ...] = ()
    phenomena: Mapping[str, Sequence[str]] | None = None  # by category
    saved: tuple[str, ...] = ()

    @property
    def suites(self) -> list[str]:
        """The suites of the campaign."""
        return list(dict.fromkeys(suite for suite, _ in self.parts))

    @property
    def pairs(self) -> list[str]:
        """The pairs of the chosen suite."""
        return [pair for suite, pair in self.parts if suite == self.suite]

    @property
    def tags(self) -> list[str]:
        """All tags of its systems."""
        return sorted({tag for system in self.systems for tag in system.tags})


def seen(desk: Desk, as_of: str | None) -> tuple[Revision, bool]:
    """The revision of a report, and whether it is the latest."""
    with desk.open() as workspace, workspace.reading() as connection:
        latest = workspace.revision(connection)
        asked = the_revision(connection, as_of)
        if asked is None or asked == latest.number:
            return latest, True
        return revision_of(connection, asked), False


def offered(
    desk: Desk,
    campaign: str | None = None,
    suite: str | None = None,
    pair: str | None = None,
    as_of: str | None = None,
    anonymous: bool = False,
) -> ReportChoices:
    """The choices for a report; unknown names are refused by the report itself."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        saved = saved_reports(connection)
        found = ReportChoices(saved=tuple(one.name for one in saved))
        held = _held(connection, revision)
        if not held:
            return found
        if campaign is None:
            known = next((one.request["campaign"] for one in saved if one.name == as_of), None)
            fitting = [
                one.name
                for one, parts in held.items()
                if any(suite in (None, of) and pair in (None, to) for of, to in parts)
            ]
            campaign = known or (fitting or [one.name for one in held])[-1]
        found = replace(found, campaigns=tuple(one.name for one in held), campaign=campaign)
        one = next((each for each in held if each.name == campaign), None)
        if one is None:
            return replace(found, suite=suite, pair=pair)
        parts = tuple(held[one])
        fits = [part for part in parts if suite in (None, part[0]) and pair in (None, part[1])]
        chosen = fits[0] if fits else (suite, pair)
        found = replace(found, parts=parts, suite=chosen[0], pair=chosen[1])
        return _with_contents(connection, found, one, revision, anonymous) if fits else found


def _held(connection: Connection, revision: int | None) -> dict[Campaign, dict[tuple[str, str], None]]:
    """Campaigns with outputs, and their suites and pairs."""
    names = {number: name for name, number in suite_names(connection, revision).items()}
    held = {}
    for one in campaigns_of(connection, revision):
        parts = {
            (names[suite], pair): None
            for _, _, suite, pair, *_ in current_hand_ins(connection, one.id, revision)
            if suite in names
        }
        if parts:
            held[one] = dict(sorted(parts.items()))
    return held


def _with_contents(
    connection: Connection, found: ReportChoices, campaign: Campaign, revision: int | None, anonymous: bool
) -> ReportChoices:
    suite, pair = suite_names(connection, revision)[found.suite or ""], found.pair or ""
    handed_in = {
        system
        for _, system, of, to, *_ in current_hand_ins(connection, campaign.id, revision)
        if (of, to) == (suite, pair)
    }
    aliases = aliases_of(connection) if anonymous else {}
    systems = [
        OfferedSystem(aliases.get(one.id, one.name), aliases.get(one.id, one.label), one.tags)
        for one in systems_of(connection, campaign.id, revision)
        if one.id in handed_in
    ]
    if anonymous:  # the order of creation would reveal file names
        systems.sort(key=lambda one: one.name)
    phenomena = phenomena_of(connection, suite, Pair.parse(pair), revision)
    return replace(found, systems=tuple(systems), phenomena=phenomena)


def saved_report(desk: Desk, name: str) -> SavedReport:
    """The saved report of this name."""
    with desk.open() as workspace, workspace.reading() as connection:
        for one in saved_reports(connection):
            if one.name == name:
                return one
    raise NoSuchReportError(f"No report is saved as {name}. It may be removed, or its name mistyped.")


def request_of(saved: SavedReport) -> StoredRequest:
    """The options of a saved report, at its revision."""
    asked: Mapping[str, Any] = saved.request
    choices, part = asked["choices"], asked["part"]
    testing = choices["testing"]
    return StoredRequest(
        asked["suite"],
        asked["pair"],
        tuple(asked["systems"]),
        tuple(asked["exclude"]),
        tuple(asked["tags"]),
        tuple(asked["exclude_tags"]),
        SuitePart(tuple(part["categories"]), tuple(part["phenomena"])),
        Choices(
            Semantics(choices["semantics"]),
            Repeats(choices["repeats"]),
            Order(choices["order"]),
            tuple(choices["keep"]),
            Testing(
                Test(testing["test"]),
                Correction(testing["correction"]),
                Intervals(testing["intervals"]),
                testing["alpha"],
                testing["samples"],
                testing["seed"],
            ),
            thresholds=Thresholds(**choices.get("thresholds", {})),
        ),
        saved.name,
        asked["anonymous"],
        tuple(asked.get("group_by", ())),
    )


def numbers_of(desk: Desk, reported: Evaluated, found: ItemList) -> dict[str, int]:
    """The numbers of the items of a page, by key."""
    (pair,) = reported.evaluation.suite.pairs
    with desk.open() as workspace, workspace.reading() as connection:
        suite = suite_names(connection, reported.revision)[reported.evaluation.suite.name]
        ids = item_numbers(connection, suite, pair, [one.item.id for one in found.items])
    return {one.item.key: ids[one.item.id] for one in found.items}


def written(
    reported: Evaluated,
    tables: Sequence[TableName],
    chosen: bool = False,
    per_phenomenon: int = 1,
    worst: bool = False,
    grouped: GroupedSystems | None = None,
    by: By = By.CATEGORY,
) -> Report:
    """A report for writers, as in `lackmus report`."""
    evaluation = reported.evaluation
    found = list(
        tables_of(evaluation, tables, reported.labels, per_phenomenon, worst, grouped, by, reported.human)
    )
    if not found:
        raise LackmusError(f"{', '.join(tables)}: a report has no such table. A trend or groups have it.")
    first, *others = found
    return Report(
        title=f"Lackmus: {reported.campaign}, {evaluation.suite.name}",
        tables=(first.with_notes(reported.notes), *others),
        answer=evaluation,
        lead=evaluation.in_short_by(reported.labels),
        labels=reported.labels,
        chosen=chosen,
        beside={"notes": list(reported.notes), **beside_values(grouped, reported.human)},
        suspicions=reported.suspicions,
    )


__all__ = [
    "NoSuchReportError",
    "OfferedSystem",
    "ReportChoices",
    "SavedReport",
    "numbers_of",
    "offered",
    "request_of",
    "saved_report",
    "seen",
    "written",
]
