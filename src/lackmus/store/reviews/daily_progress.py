"""The state of texts at the beginning of the day, to count its progress; and current verdicts of rules."""

from collections.abc import Collection
from datetime import UTC, datetime, time, timedelta

from sqlalchemy import Connection, or_, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import Outcome, held
from lackmus.core.rules.judge import Reason
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds, stamp
from lackmus.store.reviews.queue import item_verdicts
from lackmus.store.reviews.review_records import ReviewRecords
from lackmus.store.workspaces.history import last_until


def ruled_outcomes(connection: Connection, texts: Collection[int]) -> dict[int, Outcome]:
    """The verdicts of the rules alone on these texts."""
    verdicts = schema.verdicts
    found: dict[int, Outcome] = {}
    for some in bulk.parts(sorted(texts)):
        query = select(verdicts.c.text, verdicts.c.verdict, verdicts.c.reason).where(
            verdicts.c.text.in_(some), holds(verdicts)
        )
        found |= {text: _outcome(verdict, why) for text, verdict, why in bulk.fetch(connection, query)}
    silent = [text for text in texts if text not in found]
    for some in bulk.parts(silent):
        # The import that first brought a text was undone with its verdict: it is judged again.
        of_them = select(schema.texts.c.item).where(schema.texts.c.id.in_(some)).distinct()
        for (item,) in bulk.fetch(connection, of_them):
            said = item_verdicts(connection, item).ruled
            for text, _, _, verdict, why in said.iter_rows():
                found.setdefault(text, _outcome(verdict, why))
    return found


def outcomes_at_midnight(connection: Connection, records: ReviewRecords, now: datetime) -> dict[int, Outcome]:
    """The state at midnight (UTC) of texts whose verdict by people or rules has changed since.

    A text that came later counts as it was at import.
    """
    midnight = datetime.combine(now.astimezone(UTC).date(), time.min, UTC)
    seen = last_until(connection, stamp(midnight - timedelta(microseconds=1))) or 0
    ruled: dict[int, Outcome] = {}
    verdicts = schema.verdicts
    ended = (
        select(verdicts.c.text, verdicts.c.verdict, verdicts.c.reason)
        .where(verdicts.c.until > seen)
        .order_by(verdicts.c.since)
    )
    for text, verdict, why in bulk.fetch(connection, ended):
        ruled.setdefault(text, _outcome(verdict, why))  # the earliest one
    made = _decisions(connection, seen)
    ruled = ruled_outcomes(connection, made.keys() - ruled.keys()) | ruled
    people = {text: held(made[text]) if text in made else records.outcome(text) for text in ruled}
    return {text: people[text] or said for text, said in ruled.items()}


def _decisions(connection: Connection, seen: int) -> dict[int, list[tuple[Verdict, bool]]]:
    """People's decisions at a revision on texts that have been decided since."""
    decisions = schema.decisions
    touched = select(decisions.c.text).where(or_(decisions.c.since > seen, decisions.c.until > seen))
    columns = ("text", "verdict", "adjudicates", "since", "until")
    query = (
        select(*(decisions.c[name] for name in columns))
        .where(decisions.c.text.in_(touched))
        .order_by(decisions.c.since, decisions.c.person)
    )
    found: dict[int, list[tuple[Verdict, bool]]] = {}
    for text, verdict, adjudicates, since, until in bulk.fetch(connection, query):
        made = found.setdefault(text, [])
        if since <= seen and (until is None or until > seen):
            made.append((Verdict(verdict), bool(adjudicates)))
    return found


def _outcome(verdict: str, reason: str | None) -> Outcome:
    return Verdict(verdict), Reason(reason) if reason else None
