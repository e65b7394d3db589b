"""The scores that metrics gave to the challenges of a workspace, and the groups in which they are ranked."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl
from sqlalchemy import Connection, select

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.error_spans import SPANS
from lackmus.core.challenges.lists import ChallengeShown
from lackmus.core.challenges.metrics import MetricInfo, Need, Scored
from lackmus.errors import LackmusError
from lackmus.store.challenges.challenges import brought_by
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name as checked_name
from lackmus.store.db.identity import storable
from lackmus.store.workspaces.people import need_editor

_FACT = ("about", "better", "worse", "seconds", "computed", "spans")


@dataclass(frozen=True)
class _Held:
    """Scores that hold: the stored fact and its current state."""

    number: int
    name: str
    group: str
    about: str
    better: str
    worse: str
    seconds: str | None
    computed: int
    spans: str | None = None

    @property
    def declared(self) -> str:
        """The group that was given with the scores."""
        return str(json.loads(self.about)["group"])

    @property
    def told(self) -> tuple[str, str, str, str | None]:
        """The values that identify scores; computing time and group are not among them."""
        about = {**json.loads(self.about), "group": ""}
        return json.dumps(about, ensure_ascii=False), self.better, self.worse, self.spans


def scores_of(connection: Connection, shown: ChallengeShown) -> list[Scored]:
    """The scores of a challenge, in the order of creation, with their stored groups."""
    return [_scored(one) for one in _held(connection, shown)]


def _held(connection: Connection, shown: ChallengeShown) -> list[_Held]:
    scores, states = schema.challenge_scores, schema.challenge_score_states
    query = (
        select(scores.c.id, states.c.name, states.c.grp, *(scores.c[column] for column in _FACT))
        .join(states, states.c.score == scores.c.id)
        .where(scores.c.challenge == shown.number, holds(states))
        .order_by(scores.c.id)
    )
    return [_Held(*row) for row in bulk.fetch(connection, query)]


def _scored(one: _Held) -> Scored:
    about = json.loads(one.about)
    return Scored(
        MetricInfo(
            one.name,
            tuple(Need(need) for need in about["needs"]),
            about["higher"],
            one.group,
            about["signature"],
            about.get("threshold"),
        ),
        pl.Series("better", json.loads(one.better), dtype=pl.Float64),
        pl.Series("worse", json.loads(one.worse), dtype=pl.Float64),
        None if one.seconds is None else float(one.seconds),
        one.computed,
        about["file"],
        None if one.spans is None else pl.Series("spans", json.loads(one.spans), dtype=SPANS),
    )


# -- changing ----------------------------------------------------------------------------------------------


def storable_scores(scored: Sequence[Scored]) -> list[Scored]:
    """The scores in storable form, with trimmed names; whether they fit a challenge is checked later."""
    found = []
    for one in scored:
        name = checked_name(one.about.name, "the metric's name")
        for what, text in (
            ("group", one.about.group),
            ("signature", one.about.signature),
            ("file", one.file),
        ):
            storable(text, f"{name}: its {what}")
        group = one.about.group.strip() and checked_name(one.about.group, f"{name}: its group")
        found.append(replace(one, about=replace(one.about, name=name, group=group)))
    names = [one.about.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise LackmusError(f"Two metrics are called {name}. Give one of them another name.")
    return found


def add_scores(
    change: Change, shown: ChallengeShown, scored: Sequence[Scored], replacing: bool = True
) -> list[str]:
    """Store scores of metrics; returns the names of those that are new or changed.

    A group that a person set stays when the metric is scored again, unless another one is given.
    """
    there = {one.name: one for one in _held(change.connection, shown)}
    scored = storable_scores(scored)
    for one in scored:
        _refuse_unfit(shown, one)
    taken = [one.about.name for one in scored if one.about.name in there]
    if taken and not replacing:
        raise LackmusError(
            f"{shown.name} has scores of {', '.join(taken)} already.",
            code="scores-taken",
        )
    changed = []
    states = schema.challenge_score_states
    for one in scored:
        (number,) = change.ids(schema.challenge_scores, 1)
        new = _new(number, one)
        old = there.get(new.name)
        group = new.group
        if old is not None:
            group = old.group if new.group == old.declared else new.group
            if new.told == old.told and (old.seconds is not None or new.seconds is None):
                if group != old.group:
                    _group(change, old, group)
                    changed.append(new.name)
                continue
            change.retire(states, states.c.score == old.number)
        change.add(
            schema.challenge_scores,
            ["id", "challenge", *_FACT],
            [(number, shown.number, *(getattr(new, column) for column in _FACT))],
        )
        change.add(states, ["score", "name", "grp"], [(number, new.name, group)])
        changed.append(new.name)
    return changed


def _refuse_unfit(shown: ChallengeShown, one: Scored) -> None:
    """Refuse scores of other tuples, or of one text without the other; a tuple may have no scores."""
    for side, series in (("better", one.better), ("worse", one.worse)):
        if len(series) != shown.tuples:
            raise LackmusError(
                f"{one.about.name} has {counted(len(series), 'score')} for the {side} texts of "
                f"{shown.name}, which has {counted(shown.tuples, 'tuple')}. Score it anew."
            )
        numbers = series.cast(pl.Float64)
        odd = (~numbers.is_finite()).fill_null(value=False) | (one.better.is_null() != one.worse.is_null())
        for place in odd.arg_true().to_list()[:1]:
            raise LackmusError(
                f"{one.about.name}: the score of the {side} text of tuple {place + 1} of {shown.name} is "
                f"{numbers[place]}, which is no number. Score it anew."
            )


def _new(number: int, one: Scored) -> _Held:
    about = {
        "needs": [need.value for need in one.about.needs],
        "higher": one.about.higher,
        "group": one.about.group,
        "signature": one.about.signature,
        "file": one.file,
        **({} if one.about.threshold is None else {"threshold": one.about.threshold}),
    }
    return _Held(
        number,
        one.about.name,
        one.about.group,
        json.dumps(about, ensure_ascii=False),
        _numbers(one.better),
        _numbers(one.worse),
        None if one.seconds is None else repr(float(one.seconds)),
        one.computed,
        None if one.spans is None else json.dumps(one.spans.to_list(), ensure_ascii=False),
    )


def _numbers(series: pl.Series) -> str:
    """Numbers as JSON, with the shortest digits that give exactly the same number."""
    return json.dumps(series.cast(pl.Float64).to_list(), allow_nan=False)


def regroup(change: Change, shown: ChallengeShown, groups: Mapping[str, str]) -> list[str]:
    """Set the groups of metrics; an empty name restores the original group."""
    changed = []
    for one in _named(change.connection, shown, groups):
        group = groups[one.name].strip() and checked_name(groups[one.name], f"the group of {one.name}")
        group = group or one.declared
        if group != one.group:
            _group(change, one, group)
            changed.append(one.name)
    return changed


def _group(change: Change, one: _Held, group: str) -> None:
    change.revise(schema.challenge_score_states, {"score": one.number}, {"name": one.name, "grp": group})


def remove_scores(change: Change, shown: ChallengeShown, metrics: Collection[str]) -> None:
    """Remove the scores of these metrics; only editors may remove those of others."""
    states = schema.challenge_score_states
    for one in _named(change.connection, shown, metrics):
        if brought_by(change.connection, states, states.c.score == one.number) != change.person:
            need_editor(change, "remove scores that others computed or brought")
        change.retire(states, states.c.score == one.number)


def _named(connection: Connection, shown: ChallengeShown, metrics: Collection[str]) -> list[_Held]:
    """The scores of these metrics; an unknown metric is an error."""
    there = {one.name: one for one in _held(connection, shown)}
    for name in metrics:
        if name not in there:
            known = ", ".join(there) or "none"
            raise LackmusError(f"{shown.name} has no scores of {name}. It has those of {known}.")
    return [one for one in there.values() if one.name in metrics]
