"""Effort as tables: people and their hours, days, warnings before and after."""

from collections.abc import Sequence

from lackmus.core.reviews.effort import CampaignWarned, Effort, Warned, Worked, persons_by_day
from lackmus.tables.table import Column, Level, Row, Table, Unit

EVERYBODY = "Everybody"


def effort_tables(one: Effort) -> list[Table]:
    """All tables; days only if there are any."""
    return [people_table(one), warnings_table(one), *([days_table(one)] if one.days else [])]


def people_table(one: Effort) -> Table:
    """Decisions and time of each person."""
    rows = [_person(each) for each in one.people]
    return Table(
        title="Decisions and hours",
        columns=(
            Column("Person"),
            Column("Decisions", Unit.COUNT),
            Column("Texts", Unit.COUNT),
            Column("Hours", Unit.RATIO),
            Column("Per hour", Unit.COUNT),
            Column("Days", Unit.COUNT),
            Column("First"),
            Column("Last"),
        ),
        rows=(*rows, _person(one.total)),
        signature=one.signature,
        notes=(
            one.sentence,
            "Hours: from one decision of a person to the next, pauses of more than five minutes left aside. "
            "The first decision after a pause counts, but with no time. Days are those of UTC.",
        ),
    )


def _person(one: Worked) -> Row:
    per_hour = None if one.per_hour is None else round(one.per_hour)
    cells = (
        one.person or EVERYBODY,
        one.decisions,
        one.texts,
        one.hours,
        per_hour,
        one.days,
        one.first or None,
        one.last or None,
    )
    return Row.of(*cells, level=Level.AVERAGE if one.person is None else Level.BODY)


def warnings_table(one: Effort) -> Table:
    """Warnings at import and now, for outputs and texts, and what settled them."""
    # Outputs can be added up; texts of two campaigns may be the same.
    several = [_warned("All campaigns", "outputs", one.outputs, Level.AVERAGE)] * (len(one.campaigns) > 1)
    return Table(
        title="Warnings before and after",
        columns=(
            Column("Campaign"),
            Column("Of"),
            Column("All", Unit.COUNT),
            Column("Before", Unit.COUNT),
            Column("Before, %", Unit.PERCENT),
            Column("Now", Unit.COUNT),
            Column("Now, %", Unit.PERCENT),
            Column("By people", Unit.COUNT),
            Column("By new rules", Unit.COUNT),
            Column("Open again", Unit.COUNT),
        ),
        rows=(*_both(one.campaigns), *several),
        signature=one.signature,
        notes=(
            "Before: what the rules left open when the outputs came in. A text is counted once, however many "
            "systems wrote it. Where a person has decided, the text counts as settled by people. "
            "Outputs that are missing are no warnings here: no decision can settle them.",
        ),
    )


def _both(campaigns: Sequence[CampaignWarned]) -> list[Row]:
    return [
        _warned(each.campaign, of, counts, Level.BODY)
        for each in campaigns
        for of, counts in (("outputs", each.outputs), ("texts", each.texts))
    ]


def _warned(campaign: str, of: str, one: Warned, level: Level) -> Row:
    counts = (
        one.total,
        one.before,
        one.share_before,
        one.now,
        one.share_now,
        one.by_people,
        one.by_rules,
        one.reopened,
    )
    return Row.of(campaign, of, *counts, level=level)


def days_table(one: Effort) -> Table:
    """Decisions by day and person."""
    people = persons_by_day(one.days)
    return Table(
        title="Decisions by day",
        columns=(
            Column("Day"),
            *(Column(person, Unit.COUNT) for person in people),
            Column(EVERYBODY, Unit.COUNT),
            Column("Hours", Unit.RATIO),
        ),
        rows=tuple(
            Row.of(day.day, *(day.decisions.get(person) for person in people), day.total, day.seconds / 3600)
            for day in one.days
        ),
        signature=one.signature,
    )
