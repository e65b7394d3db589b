"""Decisions on texts: a changed opinion adds a decision, and all are kept."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl
from sqlalchemy import ColumnElement, Connection, delete, select

from lackmus.core.base.columns import ColumnType
from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import BY_PEOPLE, Verdict
from lackmus.core.proposals.proposals import InView
from lackmus.core.reviews.agreement import IN_VIEW, OPINIONS
from lackmus.core.reviews.decisions import DECISIONS, Seen, decided
from lackmus.core.verdicts.judging import DECIDED, VERDICT
from lackmus.core.workspaces.people import Role
from lackmus.errors import ConflictError, LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import storable
from lackmus.store.reviews.decision_errors import ErrorsNamed, forget_error, name_errors
from lackmus.store.reviews.known_answers import MetControl, answer, met_controls, withdraw_answer
from lackmus.store.workspaces.people import need_editor, role_of


@dataclass(frozen=True)
class HeldDecision:
    """A person's opinion on a text."""

    verdict: Verdict
    adjudicates: bool
    proposal: InView | None = None  # shown when they decided; None: not recorded
    since: int = field(default=0, compare=False)


@dataclass(frozen=True)
class SavedDecision:
    """A saved decision, and the person's earlier opinion."""

    text: int
    item: int
    verdict: Verdict
    before: HeldDecision | None
    changed: bool  # false if it repeats the current decision, with what is said to be wrong
    control: int | None = None  # the set of a control text: the answer is no decision
    person: int = 0


@dataclass(frozen=True)
class LaterDecision:
    """A person's decision on a text that is newer than what they see."""

    text: int
    verdict: Verdict | None  # None: they withdrew their decision
    since: int
    at: str | None  # UTC, as in the log


class DecidedElsewhereError(ConflictError):
    """A person would change a decision of their own that they have not seen."""

    def __init__(self, texts: Sequence[LaterDecision]) -> None:
        said = "; ".join(
            f"text {one.text} is {one.verdict} by your own decision #{one.since}"
            if one.verdict
            else f"you took back your decision on text {one.text}"
            for one in texts
        )
        super().__init__(
            f"You decided this elsewhere meanwhile: {said}. Nothing was saved. Look at it again."
        )
        self.texts = tuple(texts)


def decide(
    change: Change,
    said: Sequence[tuple[int, Verdict]],
    adjudicate: bool = False,
    seen: Mapping[int, Seen] | None = None,
    errors: ErrorsNamed | None = None,
) -> list[SavedDecision]:
    """Save a person's decisions on texts; only editors may adjudicate.

    An editor's new decision on a text they adjudicated adjudicates it again. `seen` is what the person saw:
    the proposal is stored with the decision, and an own decision that they have not seen is not replaced.
    What they say about control texts that they were shown is kept apart. `errors` name what is wrong with
    some of the texts; for others that stays while the verdict does.
    """
    wanted = _once(said)
    if adjudicate:
        need_editor(change, "adjudicate")
    items = _items(change.connection, list(wanted))
    before = held_by(change.connection, change.person, list(wanted))
    controls = {} if adjudicate else met_controls(change.connection, change.person, list(wanted))
    before |= _answered(controls)
    seen = seen or {}
    _refuse_unseen(change, wanted, before, seen)
    role = role_of(change.connection, change.person)
    editor = role is not None and role.may(Role.EDITOR)
    saved = []
    for text, verdict in wanted.items():
        held = before.get(text)
        same = held is not None and held.verdict is verdict and held.adjudicates >= adjudicate
        if held is None or held.verdict is not verdict:
            forget_error(change, text)
        control = controls[text].set if text in controls else None
        if control is not None:
            answer(change, control, {text: verdict})
        elif not same:
            adjudicates = adjudicate or (editor and held is not None and held.adjudicates)
            _let_hold(change, text, HeldDecision(verdict, adjudicates, seen.get(text, Seen()).proposal))
        saved.append(SavedDecision(text, items[text], verdict, held, not same, control, change.person))
    named = name_errors(change, wanted, errors or {})
    _unclaim(change, list(wanted))
    change.about = change.about or _told(wanted, errors or {})
    return [replace(one, changed=one.changed or one.text in named) for one in saved]


def withdraw(change: Change, texts: Sequence[int]) -> list[SavedDecision]:
    """Withdraw a person's decisions; the history keeps them.

    If an adjudication is withdrawn, the editor's own earlier opinion holds again, if any.
    """
    wanted = list(dict.fromkeys(texts))
    items = _items(change.connection, wanted)
    before = held_by(change.connection, change.person, wanted)
    met = met_controls(change.connection, change.person, wanted)
    said = _answered(met)
    for text in wanted:
        if text not in before and text not in said:
            raise LackmusError(f"You have not decided text {text}, so there is nothing to withdraw.")
        forget_error(change, text)
        if text in said:
            withdraw_answer(change, met[text].set, text)
            continue
        opinion = _opinion(change, text) if before[text].adjudicates else None
        if opinion is not None:
            _let_hold(change, text, opinion)
        else:
            change.retire(schema.decisions, *_own(change, text))
    change.about = change.about or f"{_texts(wanted)} withdrawn"
    before |= said
    return [
        SavedDecision(
            text,
            items[text],
            before[text].verdict,
            before[text],
            True,
            met[text].set if text in said else None,
            change.person,
        )
        for text in wanted
    ]


def take_back(change: Change, saved: SavedDecision) -> None:
    """Restore a person's earlier opinion on a text."""
    change.about = f"text {saved.text} taken back"
    forget_error(change, saved.text)
    if saved.control is not None:
        if saved.before is None:
            withdraw_answer(change, saved.control, saved.text)
        else:
            answer(change, saved.control, {saved.text: saved.before.verdict})
    elif saved.before is None:
        change.retire(schema.decisions, *_own(change, saved.text))
    else:
        _let_hold(change, saved.text, saved.before)


def _answered(controls: Mapping[int, MetControl]) -> dict[int, HeldDecision]:
    """What a person said about control texts, as their decisions look."""
    said = {text: one.answer for text, one in controls.items()}
    return {
        text: HeldDecision(one.verdict, False, None, one.since)
        for text, one in said.items()
        if one is not None
    }


def held_by(connection: Connection, person: int, texts: Sequence[int]) -> dict[int, HeldDecision]:
    """A person's current opinions on these texts."""
    decisions = schema.decisions
    found = {}
    for some in bulk.parts(texts):
        query = select(decisions.c.text, *(decisions.c[name] for name in _HELD), decisions.c.since).where(
            decisions.c.text.in_(some), decisions.c.person == person, holds(decisions)
        )
        for text, verdict, adjudicates, proposed, proposer, since in bulk.fetch(connection, query):
            in_view = in_view_of(proposed, proposer)
            found[text] = HeldDecision(Verdict(verdict), bool(adjudicates), in_view, since)
    return found


_HELD = ("verdict", "adjudicates", "proposed", "proposer")
_NONE = "none"  # no proposal was shown


def in_view_of(proposed: str | None, proposer: str | None) -> InView | None:
    """The shown proposal, from the columns of a decision."""
    if proposed is None:
        return None
    return InView() if proposed == _NONE else InView(Verdict(proposed), proposer or None)


def _refuse_unseen(
    change: Change,
    wanted: Mapping[int, Verdict],
    before: Mapping[int, HeldDecision],
    seen: Mapping[int, Seen],
) -> None:
    """Refuse to replace an unseen own decision; repeating the current one is always fine."""
    unseen = []
    for text, verdict in wanted.items():
        expected = seen.get(text, Seen()).own_since
        held = before.get(text)
        if expected is None or expected == (held.since if held else 0):
            continue
        if held is None or held.verdict is not verdict:
            changes = schema.changes
            at = (
                held
                and change.connection.execute(select(changes.c.at).where(changes.c.id == held.since)).scalar()
            )
            unseen.append(
                LaterDecision(text, held.verdict if held else None, held.since if held else 0, at or None)
            )
    if unseen:
        raise DecidedElsewhereError(unseen)


def _once(said: Sequence[tuple[int, Verdict]]) -> dict[int, Verdict]:
    wanted: dict[int, Verdict] = {}
    for text, verdict in said:
        if verdict not in BY_PEOPLE:
            raise LackmusError(f"Text {text}: a decision is pass, fail or untestable, not {verdict}.")
        if (first := wanted.setdefault(text, verdict)) is not verdict:
            raise LackmusError(f"Text {text} cannot be both {first} and {verdict}. Decide for one.")
    return wanted


def _items(connection: Connection, numbers: Sequence[int]) -> dict[int, int]:
    """The item of each text; an unknown text is an error."""
    texts, items, states = schema.texts, schema.items, schema.item_states
    found: dict[int, int] = {}
    retired: dict[int, str] = {}
    for some in bulk.parts(numbers):
        query = (
            select(texts.c.id, items.c.id, items.c.pair, items.c.name, states.c.item)
            .join(items, items.c.id == texts.c.item)
            .outerjoin(states, (states.c.item == items.c.id) & holds(states))
            .where(texts.c.id.in_(some))
        )
        for text, item, pair, name, state in bulk.fetch(connection, query):
            found[text] = item
            if state is None:
                retired[text] = f"{pair}:{name}"
    for number in numbers:
        if number not in found:
            raise LackmusError(
                f"There is no text {number}.",
                code="no-such-text",
            )
        if number in retired:
            raise LackmusError(
                f"Text {number} is of {retired[number]}, which was retired.",
                "Import a suite that has it first.",
                code="item-of-text-retired",
            )
    return found


def _opinion(change: Change, text: int) -> HeldDecision | None:
    """The opinion that a person had on a text before adjudicating it."""
    decisions = schema.decisions
    query = select(decisions.c.since, decisions.c.until, *(decisions.c[name] for name in _HELD))
    ended = {row[1]: row for row in bulk.fetch(change.connection, query.where(*_own(change, text)))}
    last = ended.get(None)
    while last is not None and last[3]:
        last = ended.get(last[0])
    return None if last is None else HeldDecision(Verdict(last[2]), False, in_view_of(last[4], last[5]))


def _own(change: Change, text: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return schema.decisions.c.text == text, schema.decisions.c.person == change.person


def _let_hold(change: Change, text: int, held: HeldDecision) -> None:
    change.revise(
        schema.decisions,
        {"text": text, "person": change.person},
        {"verdict": held.verdict.value, "adjudicates": int(held.adjudicates), **_columns(held.proposal)},
    )


def _columns(in_view: InView | None) -> dict[str, str | None]:
    if in_view is None:
        return {"proposed": None, "proposer": None}
    if in_view.verdict is None:
        return {"proposed": _NONE, "proposer": None}
    return {"proposed": in_view.verdict.value, "proposer": storable(in_view.by or "", "the proposer's name")}


def _unclaim(change: Change, texts: Sequence[int]) -> None:
    """Release a person's claims on texts they decided."""
    claims = schema.claims
    for some in bulk.parts(texts):
        change.connection.execute(
            delete(claims).where(claims.c.text.in_(some), claims.c.person == change.person)
        )


def _told(wanted: dict[int, Verdict], errors: ErrorsNamed) -> str:
    if len(wanted) == 1:
        ((text, verdict),) = wanted.items()
        return f"text {text}: {verdict}{' with an error type' if errors.get(text) else ''}"
    counts = Counter(wanted.values())
    said = [one for one in BY_PEOPLE if one is not Verdict.UNTESTABLE or counts[one]]
    return f"{_texts(list(wanted))}: {', '.join(f'{counts[one]:,} {one}' for one in said)}"


def _texts(numbers: Sequence[int]) -> str:
    return f"text {numbers[0]}" if len(numbers) == 1 else counted(len(numbers), "text")


# -- reading -----------------------------------------------------------------------------------------------

_READ: dict[str, ColumnType] = {
    "text_id": pl.Int64,
    "item_id": pl.Int64,
    "pair": pl.String,
    "name": pl.String,
    "text": pl.String,
    "person": pl.String,
    "verdict": VERDICT,
    "adjudicates": pl.Int64,
    "proposed": pl.String,
    "proposer": pl.String,
    "since": pl.Int64,
    "until": pl.Int64,
}


def decisions_of(
    connection: Connection,
    suite: int | None = None,
    pair: Pair | None = None,
    items: Collection[int] | None = None,
    revision: int | None = None,
) -> pl.DataFrame:
    """The current decisions (DECISIONS, and text_id, item_id), in order of time."""
    some = _some(suite, pair, items)
    return _read(connection, holds(schema.decisions, revision), *some).drop("since", "until", *IN_VIEW)


def decided_texts(
    connection: Connection,
    suite: int | None = None,
    pair: Pair | None = None,
    items: Collection[int] | None = None,
    revision: int | None = None,
) -> pl.DataFrame:
    """What holds for each text that people decided (DECIDED, and text_id), disputes included.

    `items` are numbers; for more than a few hundred, query the suite and filter.
    """
    made = decisions_of(connection, suite, pair, items, revision)
    if made.is_empty():  # true for most items; a rule edit waits for this
        return pl.DataFrame(schema={"text_id": pl.Int64, **DECIDED})
    # By number: two suites may have items with one id.
    numbered = made.with_columns(pl.col("text_id").cast(pl.String).alias("item"), pl.lit("").alias("text"))
    said = decided(numbered).select(pl.col("item").cast(pl.Int64).alias("text_id"), "verdict", "reason")
    texts = made.select("text_id", "item", "text").unique("text_id", maintain_order=True)
    return texts.join(said, on="text_id", maintain_order="left").select("text_id", *DECIDED)


def opinions_of(connection: Connection, revision: int | None = None) -> pl.DataFrame:
    """Independent opinions of all people (OPINIONS, IN_VIEW, item_id), on current items.

    An adjudicating editor has seen the others' opinions, so their opinion before that counts.
    """
    decisions, states = schema.decisions, schema.item_states
    made = _read(connection, *([decisions.c.since <= revision] if revision is not None else []))
    columns = ["text_id", "person", "adjudicates", "since", "until"]
    latest: dict[tuple[int, str], int] = {}
    spoken: dict[tuple[int, str], dict[int | None, tuple[int, bool, int]]] = {}
    for row, (text, person, adjudicates, since, until) in enumerate(made.select(columns).iter_rows()):
        ended = None if until is None or (revision is not None and until > revision) else until
        spoken.setdefault((text, person), {})[ended] = (row, adjudicates, since)
    for key, states_of in spoken.items():
        last = states_of.get(None)
        while last is not None and last[1]:
            last = states_of.get(last[2])
        if last is not None:
            latest[key] = last[0]
    own = made[sorted(latest.values())]
    query = select(states.c.item, states.c.category).where(holds(states, revision))
    categories = bulk.frame(connection, query, {"item_id": pl.Int64, "category": pl.String})
    return own.join(categories, on="item_id", maintain_order="left").select(*OPINIONS, *IN_VIEW, "item_id")


def _some(suite: int | None, pair: Pair | None, items: Collection[int] | None) -> list[ColumnElement[bool]]:
    asked: list[ColumnElement[bool]] = []
    if suite is not None:
        asked.append(schema.items.c.suite == suite)
    if pair is not None:
        asked.append(schema.items.c.pair == str(pair))
    if items is not None:
        asked.append(schema.texts.c.item.in_(items))
    return asked


def _read(connection: Connection, *conditions: ColumnElement[bool]) -> pl.DataFrame:
    decisions, texts, items, people = schema.decisions, schema.texts, schema.items, schema.people
    query = (
        select(
            texts.c.id,
            texts.c.item,
            items.c.pair,
            items.c.name,
            texts.c.key,
            people.c.name.label("person"),
            decisions.c.verdict,
            decisions.c.adjudicates,
            decisions.c.proposed,
            decisions.c.proposer,
            decisions.c.since,
            decisions.c.until,
        )
        .select_from(decisions)
        .join(texts, texts.c.id == decisions.c.text)
        .join(items, items.c.id == texts.c.item)
        .join(people, people.c.id == decisions.c.person)
        .where(*conditions)
        .order_by(decisions.c.since, decisions.c.text, decisions.c.person)
    )
    found = bulk.frame(connection, query, _READ)
    return found.with_columns(
        pl.concat_str("pair", pl.lit(":"), "name").alias("item"), pl.col("adjudicates").cast(pl.Boolean)
    ).select(*DECISIONS, "text_id", "item_id", "since", "until", *IN_VIEW)
