"""How reliable shares are: Unknown verdicts and reasons, other alignments, overall scores."""

import polars as pl

from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.shares import Tendencies, counts_by, mean
from lackmus.core.contrasts.study import FoundBy, Unknown
from lackmus.tables.contrasts.sentences import (
    Labels,
    correlation_notes,
    leading_keywords,
    named,
    set_name,
    title_of,
    unknown_percent,
)
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit


def unknown_table(found: Tendencies, labels: Labels) -> Table:
    """Why verdicts are Unknown, and how the words were found."""
    verdicts = found.study.verdicts_on(found.leading.chosen)
    reasons = counts_by(verdicts.filter(pl.col("verdict") == Verdict.WARNING), "reason")
    ways = counts_by(verdicts, "found_by")
    why = [one for one in Unknown if any(one in counts for counts in reasons.values())]
    how = [one for one in FoundBy if any(one in counts for counts in ways.values())]
    rows = []
    for who in found.everybody:
        total = found.leading.total(who)
        of_why, of_how = reasons.get(who, {}), ways.get(who, {})
        rows.append(
            Row.of(
                named(found, who, labels),
                total.total,
                total.unknown,
                total.percent(total.unknown),
                *(of_why.get(one, 0) for one in why),
                *(of_how.get(one, 0) for one in how),
            )
        )
    tried = ", ".join(found.study.fallbacks) or "none"
    return Table(
        title=f"{title_of(found)}: what is Unknown, and why ({leading_keywords(found)})",
        columns=(
            Column("System"),
            Column("n", Unit.COUNT),
            Column("Unknown", Unit.COUNT),
            Column("%", Unit.PERCENT),
            *(Column(str(one), Unit.COUNT, group="Unknown because") for one in why),
            *(Column(str(one), Unit.COUNT, group="word found by") for one in how),
        ),
        rows=tuple(rows),
        signature=found.signature,
        notes=(f"Links: {found.study.symmetry}. Fall-backs where they have no word for a keyword: {tried}.",),
    )


def alignment_table(found: Tendencies, labels: Labels) -> Table:
    """Shares by each symmetry of links: how much do they depend on the alignment?"""
    chosen, tried = found.study.symmetry, ", ".join(found.study.fallbacks)
    order = sorted(found.by_symmetry, key=lambda one: one is not chosen)
    others = [one for one in order if one is not chosen]
    rows, every = [], []
    for who in found.everybody:
        values: list[float | None] = []
        base = found.by_symmetry[chosen].means.get(who) if chosen in found.by_symmetry else None
        for one in order:
            panel = found.by_symmetry[one]
            share = panel.means.get(who)
            change = None if share is None or base is None else share - base
            values += [share, unknown_percent(panel, who), *([change] if one in others else [])]
        rows.append(Row.of(named(found, who, labels), *values))
        every += [values] if who in found.systems else []
    if len(every) > 1:
        means = [Cell(mean(column)) for column in zip(*every, strict=True)]
        rows.append(Row.of("Mean over systems", *means, level=Level.AVERAGE))
    columns = [Column("System")]
    for one in order:
        group = f"{one} (chosen)" if one is chosen else str(one)
        columns += [Column("Share", Unit.PERCENT, group=group), Column("Unknown", Unit.PERCENT, group=group)]
        columns += [Column("Change", Unit.POINTS, group=group)] if one in others else []
    return Table(
        title=f"{title_of(found)}: mean shares by alignment ({leading_keywords(found)})",
        columns=tuple(columns),
        rows=tuple(rows),
        signature=found.signature,
        notes=(
            "Share: the mean over contrasts of Good in percent of Good and Bad; Unknown: percent of keywords"
            + ("; Change: of the share, in points, from the chosen links to these." if others else "."),
            *([] if others else ["The verdicts of this study were made with one kind of links only."]),
            *([f"Fall-backs ({tried}) are left out here: links are compared with links."] if tried else []),
        ),
    )


def correlation_table(found: Tendencies, labels: Labels) -> Table:
    """Correlation of shares with overall scores of systems."""
    rows = []
    for one in found.correlated:
        correlation = one.correlation
        low, high = correlation.interval or (None, None)
        rows.append(
            Row.of(
                f"{one.overall.name} (circular)" if one.circular else one.overall.name,
                set_name(found, one.chosen),
                correlation.n,
                correlation.rho,
                low,
                high,
                correlation.p_value,
                correlation.why_not or correlation.how,
            )
        )
    return Table(
        title=f"{title_of(found)}: mean shares beside overall scores",
        columns=(
            Column("Score"),
            Column("Keywords"),
            Column("Systems", Unit.COUNT),
            Column("ρ", Unit.RATIO),
            Column("ρ low", Unit.RATIO),
            Column("ρ high", Unit.RATIO),
            Column("p", Unit.P),
            Column("p from"),
        ),
        rows=tuple(rows),
        signature=found.signature,
        notes=tuple(correlation_notes(found)) if rows else ("No overall score of the systems is known.",),
    )
