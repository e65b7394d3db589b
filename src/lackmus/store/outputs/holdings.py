"""The contents of campaigns: hand-ins with their authors and times, numbers of texts and of open texts."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl
from sqlalchemy import ColumnElement, Connection, func, or_, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.campaigns import CampaignShown, HandedIn, SystemShown
from lackmus.core.verdicts.judging import VERDICT, with_decisions
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.fetching.fetches import origins_shown
from lackmus.store.outputs.campaigns import Campaign, System, aliases_of, campaigns_of, systems_of
from lackmus.store.outputs.hand_ins import suspicions_from, written_in
from lackmus.store.reviews.decisions import decided_texts
from lackmus.store.reviews.queue import idle_systems
from lackmus.store.suites.suites import suite_names
from lackmus.store.workspaces.history import last_touched


@dataclass(frozen=True)
class Holdings:
    """The hand-ins of systems: everything that does not depend on rules and decisions."""

    campaigns: tuple[CampaignShown, ...]  # with 0 open texts
    numbers: tuple[tuple[int, tuple[int, ...]], ...]  # of each campaign, and of its systems in order
    texts: pl.DataFrame  # campaign, system, part, text, counts (whether reports and review include it)
    parts: tuple[tuple[str, str, str], ...]  # campaign, suite and pair, by part number


def shown_campaigns(
    connection: Connection,
    only: Campaign | None = None,
    anonymous: bool = False,
    revision: int | None = None,
) -> list[CampaignShown]:
    """All campaigns, or one, with the hand-ins of their systems."""
    return with_open(holdings(connection, only, anonymous, revision), open_texts(connection, revision))


def holdings(
    connection: Connection,
    only: Campaign | None = None,
    anonymous: bool = False,
    revision: int | None = None,
) -> Holdings:
    """The holdings, without open texts."""
    campaigns = [only] if only is not None else campaigns_of(connection, revision)
    systems = {one.id: systems_of(connection, one.id, revision) for one in campaigns}
    held = _hand_ins(connection, [one.id for one in campaigns], revision)
    every = [system for ones in systems.values() for system in ones]
    names = {one.id: one.name for one in campaigns}
    parts = tuple(
        dict.fromkeys(
            (names[system.campaign], one.suite, one.pair)
            for system in every
            for one in _current(held, system)
        )
    )
    texts = _texts(connection, every, held, names, parts, revision)
    of_system, of_campaign = (_counts(texts, whose) for whose in ("system", "campaign"))
    hidden = aliases_of(connection) if anonymous else {}
    for ones in systems.values():
        ones.sort(key=lambda each: hidden.get(each.id, ""))
    shown = (
        CampaignShown(
            one.name,
            one.year,
            one.tags,
            one.comment,
            tuple(
                _shown(system, one, of_system.get(system.id, 0), held[system.id], hidden.get(system.id))
                for system in systems[one.id]
            ),
            of_campaign.get(one.id, 0),
            0,
        )
        for one in campaigns
    )
    numbers = ((one.id, tuple(system.id for system in systems[one.id])) for one in campaigns)
    return Holdings(tuple(shown), tuple(numbers), texts, parts)


def with_open(held: Holdings, waiting: pl.Series) -> list[CampaignShown]:
    """Campaigns and systems with how many of their texts are open."""
    left = _left(held, waiting)
    of_system, of_campaign = (_counts(left, whose) for whose in ("system", "campaign"))
    return [
        replace(
            one,
            open_warnings=of_campaign.get(number, 0),
            systems=tuple(
                replace(system, open_warnings=of_system.get(each, 0))
                for system, each in zip(one.systems, numbers, strict=True)
            ),
        )
        for one, (number, numbers) in zip(held.campaigns, held.numbers, strict=True)
    ]


def open_parts(held: Holdings, waiting: pl.Series) -> dict[tuple[str, str, str], int]:
    """Open texts by campaign, suite and pair, as in review."""
    many = _counts(_left(held, waiting), "part")
    return {part: many.get(number, 0) for number, part in enumerate(held.parts)}


def _left(held: Holdings, waiting: pl.Series) -> pl.DataFrame:
    """The open texts of holdings.

    As in review, without repeats, retired items and systems that did not take part.
    """
    asked = waiting.cast(pl.UInt32).alias("text").to_frame()
    return held.texts.filter("counts").join(asked, on="text", how="semi")


def last_holding_change(connection: Connection) -> str:
    """The token of the last change that affects holdings or the items they cover."""
    _, token = last_touched(
        connection,
        (
            schema.campaign_states,
            schema.system_states,
            schema.hand_in_states,
            schema.suite_states,
            schema.item_states,
        ),
    )
    return token


def _shown(
    system: System, campaign: Campaign, texts: int, held: Sequence[HandedIn], alias: str | None
) -> SystemShown:
    shown = SystemShown(
        system.name, system.label, campaign.name, system.tags, system.comment, texts, 0, tuple(held)
    )
    return shown if alias is None else shown.behind(alias)


def _hand_ins(
    connection: Connection, campaigns: Collection[int], revision: int | None
) -> defaultdict[int, list[HandedIn]]:
    """The hand-ins by system: the current ones at the revision, and earlier ones."""
    one, states, systems, changes = schema.hand_ins, schema.hand_in_states, schema.systems, schema.changes
    seen = [] if revision is None else [states.c.since <= revision]
    query = (
        select(
            one.c.id, one.c.system, one.c.suite, one.c.pair, one.c.file, one.c.suspicions,
            states.c.since, states.c.until,
        )
        .join(states, states.c.hand_in == one.c.id)
        .join(systems, systems.c.id == one.c.system)
        .where(*seen)
        .order_by(one.c.id, states.c.since)
    )  # fmt: skip
    if len(campaigns) == 1:
        query = query.where(systems.c.campaign.in_(campaigns))
    rows = bulk.fetch(connection, query)
    log = {
        number: (at, person)
        for number, at, person in bulk.fetch(
            connection,
            select(changes.c.id, changes.c.at, schema.people.c.name)
            .join(schema.people, schema.people.c.id == changes.c.person)
            .where(or_(changes.c.id.in_(select(states.c.since)), changes.c.id.in_(select(states.c.until)))),
        )
    }
    outputs = schema.outputs
    counted = select(outputs.c.hand_in, func.count()).group_by(outputs.c.hand_in)
    if len(rows) < bulk.FEW:
        counted = counted.where(outputs.c.hand_in.in_([row[0] for row in rows]))
    many = dict(bulk.fetch(connection, counted))
    origins = origins_shown(connection, sorted({row[0] for row in rows}))
    names = {number: name for name, number in suite_names(connection, revision).items()}
    first: dict[int, int] = {}
    found: dict[int, tuple[int, HandedIn]] = {}
    for number, system, suite, pair, file, suspicions, since, until in rows:
        first.setdefault(number, since)  # if a replacement is undone, the old one counts again
        ended = until if until is not None and (revision is None or until <= revision) else None
        found[number] = (
            system,
            HandedIn(
                number,
                names.get(suite, ""),
                pair,
                file,
                *log[first[number]],
                many.get(number, 0),
                tuple(suspicions_from(suspicions)),
                None if ended is None else log[ended][0],
                origins.get(number),
            ),
        )
    held: defaultdict[int, list[HandedIn]] = defaultdict(list)
    for system, hand_in in found.values():
        held[system].append(hand_in)
    return held


def _current(held: Mapping[int, Sequence[HandedIn]], system: System) -> list[HandedIn]:
    return [one for one in held[system.id] if not one.replaced]


def _texts(
    connection: Connection,
    systems: Sequence[System],
    held: Mapping[int, Sequence[HandedIn]],
    names: Mapping[int, str],
    parts: Sequence[tuple[str, str, str]],
    revision: int | None,
) -> pl.DataFrame:
    """The texts in the current hand-ins of each system."""
    places = {part: number for number, part in enumerate(parts)}
    owners = pl.DataFrame(
        [
            (one.number, system.id, system.campaign, places[names[system.campaign], one.suite, one.pair])
            for system in systems
            for one in _current(held, system)
        ],
        schema=dict.fromkeys(("hand_in", "system", "campaign", "part"), pl.Int64),
        orient="row",
    )
    found = written_in(connection, owners["hand_in"].to_list(), "item", "text", "repeat").join(
        owners, on="hand_in"
    )
    items = schema.item_states
    there = select(items.c.item).where(holds(items, revision))
    known = bulk.frame(connection, there, {"item": pl.Int64})["item"]
    found = found.with_columns(
        counts=(pl.col("repeat") == 0) & pl.col("item").is_in(known.implode()),
    )
    written = found.filter("counts").rename({"item": "item_id", "text": "text_id"})
    idle = idle_systems(connection, written, revision).with_columns(idle=True)
    found = found.join(idle, on=["part", "system"], how="left").with_columns(
        pl.col("counts") & pl.col("idle").is_null()
    )
    # Smaller types: they may stay in memory for the server's lifetime.
    return found.select(pl.col("campaign", "system", "part", "text").cast(pl.UInt32), "counts").unique()


def _counts(texts: pl.DataFrame, whose: str) -> dict[int, int]:
    """Numbers of distinct texts."""
    return dict(texts.group_by(whose).agg(pl.col("text").n_unique()).iter_rows())


def open_texts(connection: Connection, revision: int | None = None) -> pl.Series:
    """The numbers of open texts."""
    # Texts that rules settled are open only if people differ, and all decisions are checked.
    found = _what_holds(connection, revision, schema.verdicts.c.verdict == Verdict.WARNING.value)
    return found.filter(pl.col("verdict") == Verdict.WARNING)["text_id"]


def _what_holds(
    connection: Connection, revision: int | None, *conditions: ColumnElement[bool]
) -> pl.DataFrame:
    """The current verdicts of texts by rules (under conditions) or people: text_id and verdict."""
    verdicts = schema.verdicts
    query = select(verdicts.c.text, verdicts.c.verdict).where(holds(verdicts, revision), *conditions)
    by_rules = bulk.frame(connection, query, {"text_id": pl.Int64, "verdict": VERDICT})
    people = decided_texts(connection, revision=revision)
    both = pl.concat([by_rules, people.select("text_id", "verdict")]).unique("text_id", maintain_order=True)
    return with_decisions(both, people, ["text_id"])


def failed_items(connection: Connection, hand_ins: Collection[int], revision: int | None = None) -> set[int]:
    """The items for which hand-ins have a failing text."""
    outputs = schema.outputs
    query = select(outputs.c.item, outputs.c.text).where(outputs.c.hand_in.in_(hand_ins))
    written = bulk.frame(connection, query, {"item_id": pl.Int64, "text_id": pl.Int64})
    failed = _what_holds(connection, revision).filter(pl.col("verdict") == Verdict.FAIL)
    return set(written.join(failed, on="text_id", how="semi")["item_id"])
