"""Texts to be reviewed again, with all opinions; and the progress of assignments."""

from collections.abc import Sequence

import polars as pl
from sqlalchemy import Connection, and_, func, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.remarks import Remark
from lackmus.core.reviews.rule_conflicts import conflicts
from lackmus.core.reviews.second_looks import Opinion, SecondLook, by_item
from lackmus.core.rules.judge import Reason
from lackmus.core.rules.spans import SPANS, marks_at
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.reviews.decisions import decided_texts, in_view_of
from lackmus.store.reviews.queue import campaign_texts, ruled_texts
from lackmus.store.suites.suites import suite_names


def disputed(connection: Connection, campaign: int | None = None) -> list[int]:
    """Disputed texts, of a campaign or of all."""
    found = decided_texts(connection).filter(pl.col("reason") == Reason.DISPUTED)
    return _of_campaign(connection, found, campaign)["text_id"].to_list()


def contradicted(connection: Connection, campaign: int | None = None) -> list[int]:
    """Texts on which people contradict the rules."""
    numbers: list[int] = []
    for suite in suite_names(connection).values():  # one by one: two suites may have items with one id
        people = decided_texts(connection, suite)
        found = conflicts(people, ruled_texts(connection, people))
        numbers += _of_campaign(connection, found, campaign)["text_id"].to_list()
    return numbers


def _of_campaign(connection: Connection, texts: pl.DataFrame, campaign: int | None) -> pl.DataFrame:
    """The texts of a campaign; filtered last, since mostly few are left."""
    if campaign is None or texts.is_empty():
        return texts
    return texts.join(campaign_texts(connection, campaign), on="text_id", how="semi", maintain_order="left")


def second_looks(connection: Connection, texts: Sequence[int]) -> list[SecondLook]:
    """These texts with all details, without those of retired items."""
    found: list[SecondLook] = []
    names = {number: name for name, number in suite_names(connection).items()}
    for some in bulk.parts(texts):
        opinions, remarks = _opinions(connection, some), _remarks(connection, some)
        for (
            text,
            item,
            suite,
            pair,
            name,
            category,
            phenomenon,
            source,
            key,
            guideline,
            ruled,
            *spans,
        ) in bulk.fetch(connection, _TEXTS.where(schema.texts.c.id.in_(some))):
            found.append(
                SecondLook(
                    text, item, f"{pair}:{name}", names.get(suite, ""), category, phenomenon, guideline or "",
                    source, key, Verdict(ruled) if ruled else Verdict.WARNING, marks_at(*spans),
                    tuple(opinions.get(text, ())), tuple(remarks.get(text, ())),
                )
            )  # fmt: skip
    return by_item(found)


_ITEMS, _STATES, _VERDICTS, _PHENOMENA = (
    schema.items,
    schema.item_states,
    schema.verdicts,
    schema.phenomenon_states,
)
_TEXTS = (
    select(
        schema.texts.c.id,
        _ITEMS.c.id,
        _ITEMS.c.suite,
        _ITEMS.c.pair,
        _ITEMS.c.name,
        _STATES.c.category,
        _STATES.c.phenomenon,
        _STATES.c.source,
        schema.texts.c.key,
        _PHENOMENA.c.guideline,
        _VERDICTS.c.verdict,
        *(_VERDICTS.c[name] for name in SPANS),
    )
    .select_from(schema.texts)
    .join(_ITEMS, _ITEMS.c.id == schema.texts.c.item)
    .join(_STATES, and_(_STATES.c.item == _ITEMS.c.id, holds(_STATES)))
    .outerjoin(_VERDICTS, and_(_VERDICTS.c.text == schema.texts.c.id, holds(_VERDICTS)))
    .outerjoin(
        _PHENOMENA,
        and_(
            _PHENOMENA.c.suite == _ITEMS.c.suite,
            _PHENOMENA.c.category == _STATES.c.category,
            _PHENOMENA.c.name == _STATES.c.phenomenon,
            holds(_PHENOMENA),
        ),
    )
)


def _opinions(connection: Connection, texts: Sequence[int]) -> dict[int, list[Opinion]]:
    decisions, changes, people = schema.decisions, schema.changes, schema.people
    query = (
        select(
            decisions.c.text,
            people.c.name,
            decisions.c.verdict,
            changes.c.at,
            changes.c.comment,
            decisions.c.adjudicates,
            decisions.c.since,
            decisions.c.proposed,
            decisions.c.proposer,
        )
        .select_from(decisions)
        .join(changes, changes.c.id == decisions.c.since)
        .join(people, people.c.id == decisions.c.person)
        .where(decisions.c.text.in_(texts), holds(decisions))
        .order_by(decisions.c.since, decisions.c.person)
    )
    found: dict[int, list[Opinion]] = {}
    for text, person, verdict, at, comment, adjudicates, since, *proposal in bulk.fetch(connection, query):
        in_view = in_view_of(*proposal)
        opinion = Opinion(person, Verdict(verdict), at, comment, bool(adjudicates), since, in_view)
        found.setdefault(text, []).append(opinion)
    return found


def _remarks(connection: Connection, texts: Sequence[int]) -> dict[int, list[Remark]]:
    comments, changes, people = schema.comments, schema.changes, schema.people
    query = (
        select(comments.c.text, people.c.name, changes.c.at, comments.c.comment)
        .select_from(comments)
        .join(changes, changes.c.id == comments.c.since)
        .join(people, people.c.id == comments.c.person)
        .where(comments.c.text.in_(texts), holds(comments))
        .order_by(comments.c.since)
    )
    found: dict[int, list[Remark]] = {}
    for text, *said in bulk.fetch(connection, query):
        found.setdefault(text, []).append(Remark(*said))
    return found


def given_and_done(connection: Connection) -> dict[str, tuple[int, int]]:
    """How many texts were assigned to each person, and how many of them they have judged."""
    given, decisions, people = schema.assignments, schema.decisions, schema.people
    done = and_(decisions.c.text == given.c.text, decisions.c.person == given.c.person, holds(decisions))
    query = (
        select(people.c.name, func.count(), func.count(decisions.c.text))
        .select_from(given)
        .join(people, people.c.id == given.c.person)
        .outerjoin(decisions, done)
        .where(holds(given))
        .group_by(people.c.name)
    )
    return {name: (many, judged) for name, many, judged in sorted(bulk.fetch(connection, query))}
