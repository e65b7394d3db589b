"""Decide texts: save decisions and return their effects."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import polars as pl
from sqlalchemy import Connection

from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.proposals import InView
from lackmus.core.reviews.decisions import Seen
from lackmus.core.reviews.outcomes import DecisionOutcome, fairness_of
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.changes import Change
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import campaigns_of
from lackmus.store.reviews import decisions as stored
from lackmus.store.reviews.decision_errors import ErrorsNamed, error_names
from lackmus.store.reviews.decisions import DecidedElsewhereError, SavedDecision
from lackmus.store.reviews.queue import item_verdicts


@dataclass(frozen=True)
class SavedDecisions:
    """What was saved in one change; None if nothing changed."""

    change: int | None
    saved: tuple[SavedDecision, ...]
    outcomes: tuple[DecisionOutcome, ...]


def decide(
    desk: Desk,
    said: Sequence[tuple[int, Verdict]],
    adjudicate: bool = False,
    own_since: int | None = None,
    errors: ErrorsNamed | None = None,
) -> SavedDecisions:
    """Save a person's decisions on texts, by number, made without proposals.

    With `own_since`, nothing is saved if they decided one of them differently after that change. `errors`
    name what is wrong with texts, by the labels or keys of error types.
    """
    with desk.open() as workspace:
        return decide_in(workspace, desk, said, adjudicate, own_since, errors)


def decide_in(
    workspace: OpenWorkspace,
    desk: Desk,
    said: Sequence[tuple[int, Verdict]],
    adjudicate: bool = False,
    own_since: int | None = None,
    errors: ErrorsNamed | None = None,
) -> SavedDecisions:
    """Save decisions as `decide` does, in an open workspace."""
    verb = "review adjudicate" if adjudicate else "review decide"
    seen = {text: Seen(InView(), own_since) for text, _ in said}
    return _changed(
        workspace, desk, verb, lambda change: stored.decide(change, said, adjudicate, seen, errors)
    )


def withdraw(desk: Desk, texts: Sequence[int]) -> SavedDecisions:
    """Withdraw a person's decisions on texts."""
    with desk.open() as workspace:
        return _changed(
            workspace, desk, "review withdraw", lambda change: stored.withdraw(change, texts), True
        )


def take_back_in(workspace: OpenWorkspace, desk: Desk, saved: SavedDecision) -> None:
    """Restore a person's earlier opinion on a text."""
    with workspace.writing(desk.who, "review withdraw", comment=desk.comment) as change:
        stored.take_back(change, saved)


def _changed(
    workspace: OpenWorkspace,
    desk: Desk,
    verb: str,
    save: Callable[[Change], list[SavedDecision]],
    withdrawn: bool = False,
) -> SavedDecisions:
    with workspace.writing(desk.who, verb, comment=desk.comment) as change:
        saved = save(change)
    # The effect is computed afterwards, without the write lock.
    with workspace.reading() as connection:
        outcomes = _outcomes(connection, saved, withdrawn)
    return SavedDecisions(change.number if change.written else None, tuple(saved), tuple(outcomes))


def _outcomes(
    connection: Connection, saved: Sequence[SavedDecision], withdrawn: bool
) -> list[DecisionOutcome]:
    """The effects of decisions, reading only their items."""
    names = {one.id: one.name for one in campaigns_of(connection)}
    named = error_names(connection, [one.text for one in saved])
    by_item: dict[int, dict[int, DecisionOutcome]] = {}
    for item in dict.fromkeys(one.item for one in saved):
        by_item[item] = _of_item(
            connection, item, [one for one in saved if one.item == item], withdrawn, names
        )
    return [
        replace(by_item[one.item][one.text], error_type=named.get(one.text, {}).get(one.person))
        for one in saved
    ]


def _of_item(
    connection: Connection, item: int, saved: Sequence[SavedDecision], withdrawn: bool, names: dict[int, str]
) -> dict[int, DecisionOutcome]:
    stands = item_verdicts(connection, item)
    rows = stands.outputs
    ruled, holding = (
        {number: (text, Verdict(verdict), reason) for number, _, text, verdict, reason in frame.iter_rows()}
        for frame in (stands.ruled, stands.texts)
    )
    fair = {
        campaign: fairness_of(of_campaign, names.get(campaign, str(campaign)))
        for (campaign,), of_campaign in rows.partition_by("campaign", as_dict=True).items()
    }
    key = rows["item"][0] if rows.height else ""
    found = {}
    for one in saved:
        nothing = ("", Verdict.WARNING, None)  # the item was just retired
        text, verdict, reason = holding.get(one.text, nothing)
        if one.control is not None:  # it looks as if the answer held
            verdict, reason = (
                (Verdict.WARNING, ruled.get(one.text, nothing)[2]) if withdrawn else (one.verdict, None)
            )
        there = rows.filter(pl.col("text_id") == one.text)["campaign"].unique().sort().to_list()
        found[one.text] = DecisionOutcome(
            number=one.text,
            item=key,
            text=text,
            decided=None if withdrawn else one.verdict,
            before=one.before.verdict if one.before else None,
            changed=one.changed,
            verdict=verdict,
            reason=reason,
            ruled=ruled.get(one.text, nothing)[1],
            campaigns=tuple(fair[campaign] for campaign in there),
        )
    return found


__all__ = ["DecidedElsewhereError", "SavedDecisions", "decide", "decide_in", "take_back_in", "withdraw"]
