"""Where outputs go: their campaign, their systems, and existing outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl
from sqlalchemy import Connection

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.campaigns import year_in
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.imports import Brought, Difference, ImportOutcome, difference
from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed
from lackmus.store.db.identity import name
from lackmus.store.outputs.campaigns import Campaign, System, campaigns_of, systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins, digests_of, outputs_of_hand_ins
from lackmus.store.suites.suites import StoredSuite


@dataclass(frozen=True)
class ImportOptions:
    """The campaign of outputs, and the names of their systems there."""

    campaign: str | None = None
    year: int | None = None
    system: str | None = None  # the name of a single system
    labels: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    tags_for_all: Sequence[str] = ()
    replaces: bool = False  # replace other outputs with the same name
    tried: bool = False  # only a preview
    grows: bool = False  # replace outputs that these extend

    def lets(self, found: Difference) -> bool:
        """Whether outputs with this difference may replace the existing ones."""
        return self.replaces or (self.grows and found.only_more)

    def tags_of(self, system: str) -> tuple[str, ...]:
        """The tags for a system."""
        return (*self.tags_for_all, *self.tags.get(system, ()))


@dataclass(frozen=True)
class OutputDraft:
    """One system's outputs, ready to be stored."""

    hand_in: HandIn
    lines: pl.DataFrame
    digest: str
    suspicions: tuple[Suspicion, ...]

    @property
    def marks(self) -> list[str]:
        """The mark of each line; empty if there are none."""
        marks = self.hand_in.marks
        return [marks[line] for _, line in self.hand_in.places] if any(marks) else []


@dataclass(frozen=True)
class Destination:
    """The place of a draft: its system and existing outputs, if any."""

    draft: OutputDraft
    system: System | None
    held: int | None
    same: bool = False
    difference: Difference | None = None

    def brought(self, wanted: ImportOptions) -> Brought:
        """The result of importing it."""
        if self.difference is not None:
            done = ImportOutcome.REPLACED if wanted.replaces else ImportOutcome.GROWN
            outcome = done if wanted.lets(self.difference) else ImportOutcome.REFUSED
        else:
            outcome = ImportOutcome.SAME if self.same else ImportOutcome.NEW
        lines = self.draft.lines
        return Brought(
            self.draft.hand_in.system,
            self.draft.hand_in.file,
            outcome,
            lines["item"].n_unique(),
            lines.height,
            self.difference,
            self.draft.suspicions,
            tuple(self.draft.hand_in.notes),
        )


def campaign_of(connection: Connection, wanted: ImportOptions) -> tuple[Campaign, bool]:
    """The campaign, and whether it is new."""
    known = {one.name: one for one in campaigns_of(connection)}
    if wanted.campaign is None:
        if len(known) != 1:
            there = f"There are {listed(known)}." if known else ""
            raise LackmusError(
                "Say which campaign the outputs belong to.",
                code="which-campaign",
                there=there,
            )
        called = next(iter(known))
    else:
        called = name(wanted.campaign, "the campaign's name")
    found = known.get(called)
    if found is None:
        return Campaign(0, called, wanted.year or year_in(called), (), ""), True
    return replace(found, year=wanted.year or found.year), False


def destination(
    connection: Connection, stored: StoredSuite, pair: Pair, wanted: ImportOptions
) -> tuple[str, int | None]:
    """The target campaign, and the current hand-in of a single system there."""
    campaign, made = campaign_of(connection, wanted)
    called = name(wanted.system or "", "the system's name")
    held = {} if made else _held(connection, campaign, stored, pair)
    systems = {} if made else {one.name: one.id for one in systems_of(connection, campaign.id)}
    return campaign.name, held.get(systems.get(called, 0))


def _held(connection: Connection, campaign: Campaign, stored: StoredSuite, pair: Pair) -> dict[int, int]:
    """Current hand-ins in a campaign for a suite and a pair: system -> hand-in."""
    return {
        system: number
        for number, system, suite, of, *_ in current_hand_ins(connection, campaign.id)
        if suite == stored.id and of == str(pair)
    }


def places_of(
    connection: Connection, campaign: Campaign, stored: StoredSuite, pair: Pair, drafts: Sequence[OutputDraft]
) -> list[Destination]:
    """The place of each draft."""
    systems = {one.name: one for one in systems_of(connection, campaign.id)}
    held = _held(connection, campaign, stored, pair)
    known = digests_of(connection, list(held.values()))
    keys = {number: key for key, number in stored.items.items()}
    places = []
    for draft in drafts:
        system = systems.get(draft.hand_in.system)
        number = held.get(system.id) if system else None
        differs = None
        if number is not None and known[number] != draft.digest:
            old = outputs_of_hand_ins(connection, [number])
            old = old.with_columns(
                pl.col("item_id").replace_strict(keys, default="", return_dtype=pl.String).alias("item")
            )
            differs = difference(_by_item(old), _by_item(draft.lines))
        places.append(Destination(draft, system, number, number is not None and differs is None, differs))
    return places


def _by_item(lines: pl.DataFrame) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for item, text in lines.select("item", "text").iter_rows():
        found.setdefault(item, []).append(text)
    return found


def refuse_others(places: Sequence[Destination], campaign: Campaign, wanted: ImportOptions) -> None:
    """Refuse other outputs with the same name, which are most likely a mistake."""
    others = [place for place in places if place.difference is not None and not wanted.lets(place.difference)]
    if others:
        each = "; ".join(f"{place.draft.hand_in.system}: {place.difference}" for place in others[:5])
        more = f"; and {len(others) - 5} more" if len(others) > 5 else ""
        raise LackmusError(
            f"{campaign.name} has other outputs under the same name ({each}{more}).",
            code="other-outputs",
        )
