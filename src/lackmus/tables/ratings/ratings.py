"""The report of ratings, as tables and as plain values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.choices import RatingTable
from lackmus.core.base.plurals import counted
from lackmus.core.ratings.report import OTHER, SAME, UNKNOWN, GroupRating, RatingReport, Within
from lackmus.core.ratings.statistics import Mean
from lackmus.core.ratings.tasks import plan_values
from lackmus.tables.table import Column, Level, Report, Row, Table, Unit, Value

_ALL = "All contrasts"
_SYSTEMS_ALONE = "Translations of systems alone; each keyword and system counts once."


def rating_tables(found: RatingReport, names: Sequence[RatingTable] = ()) -> list[Table]:
    """The named tables; by default all with content, except the long list of texts."""
    chosen = names or [
        name
        for name in RatingTable
        if name is not RatingTable.TEXTS
        and (name is not RatingTable.REFERENCE or found.agreement)
        and (name is not RatingTable.COUNTERPARTS or found.counterparts)
    ]
    return [_TABLES[name](found) for name in chosen]


def report_of(found: RatingReport, names: Sequence[RatingTable] = ()) -> Report:
    """The ratings as a report for writers."""
    tables = tuple(rating_tables(found, names))
    return Report(
        f"Lackmus: {found.task.name}", tables, None if names else rating_values(found), chosen=bool(names)
    )


def _table(
    found: RatingReport, title: str, columns: Sequence[Column], rows: Sequence[Row], *notes: str
) -> Table:
    return Table(
        f"{found.task.name}: {title}",
        tuple(columns),
        tuple(rows),
        found.signature,
        tuple(filter(None, notes)),
    )


def _spread(mean: Mean) -> tuple[Value, ...]:
    """The mean and both ends of its interval, in separate columns."""
    return mean.value, *(mean.interval or (None, None))


def _number_columns(group: str, *names: str) -> list[Column]:
    return [Column(name, Unit.RATIO, group=group) for name in names]


def _name(contrast: str | None) -> str:
    return contrast or _ALL


def _level(contrast: str | None) -> Level:
    return Level.AVERAGE if contrast is None else Level.BODY


def _systems(found: RatingReport) -> Table:
    task = found.task
    people = {one.person for one in found.raters}
    return _table(
        found,
        "mean ratings",
        [
            Column("Translation by"),
            Column("Texts", Unit.COUNT),
            *_number_columns("Rating", "Mean", "Low", "High"),
            *_number_columns("Standardised (z)", "Mean", "Low", "High"),
            Column("Share of Good, %", Unit.PERCENT),
        ],
        [
            Row.of(
                f"{one.system} (reference)" if one.reference else one.system,
                one.raw.n,
                *_spread(one.raw),
                *_spread(one.z),
                one.share,
            )
            for one in found.systems
        ],
        f"{counted(found.ratings, 'rating')} of {counted(found.rated, 'text')} by "
        f"{counted(len(people), 'annotator')}, on a scale of {task.plan.scale.written}; "
        f"{task.wanted:,} are wanted. Identical translations were rated once and count for all who "
        "wrote them.",
        "Standardised: a rating minus its annotator's mean, in standard deviations of the same annotator. "
        "Low and high: 95 % intervals, by bootstrap over sentences. Sorted by the standardised mean.",
        _without_z(found),
    )


def _without_z(found: RatingReport) -> str:
    lacking = [one.person for one in found.raters if not one.spread]
    if not lacking:
        return ""
    return f"No standardised ratings of {', '.join(lacking)}: fewer than two ratings, or all the same."


def _grouped(
    found: RatingReport, title: str, groups: Sequence[GroupRating], shown: Mapping[str, str], *notes: str
) -> Table:
    """One row per contrast, with count and mean rating of each kind of translation."""
    contrasts = dict.fromkeys(one.contrast for one in groups)
    columns = [
        column
        for kind in shown
        for column in (
            Column("n", Unit.COUNT, group=shown[kind]),
            *_number_columns(shown[kind], "Mean", "z"),
        )
    ]
    values = {(one.contrast, one.kind): (one.n, one.raw, one.z) for one in groups}
    return _table(
        found,
        title,
        [Column("Contrast"), *columns],
        [
            Row.of(
                _name(contrast),
                *(value for kind in shown for value in values[contrast, kind]),
                level=_level(contrast),
            )
            for contrast in contrasts
        ],
        *notes,
    )


def _verdicts(found: RatingReport) -> Table:
    kinds = dict.fromkeys(one.kind for one in found.verdicts)
    return _grouped(
        found, "ratings by verdict", found.verdicts, {kind: kind for kind in kinds}, _SYSTEMS_ALONE
    )


def _reference(found: RatingReport) -> Table:
    return _grouped(
        found,
        f"ratings by agreement with the reference {found.reference}",
        found.agreement,
        {SAME: "Same structure", OTHER: "Other structure", UNKNOWN: "Not known"},
        f"Same: what stands for the keyword is of the same kind as in the reference. {_SYSTEMS_ALONE}",
    )


def _counterparts(found: RatingReport) -> Table:
    rows = [one for one in found.counterparts if one.contrast is None and one.n]
    return _table(
        found,
        "ratings by counterpart of the keyword",
        [Column("Counterpart"), Column("n", Unit.COUNT), *_number_columns("", "Mean", "z")],
        [Row.of(one.kind, one.n, one.raw, one.z) for one in rows],
        _SYSTEMS_ALONE,
    )


def _within(found: RatingReport) -> Table:
    return _table(
        found,
        "differences within sentences",
        [
            Column("Comparison"),
            Column("Contrast"),
            Column("Sentences", Unit.COUNT),
            *_number_columns("Rating", "Difference", "Low", "High"),
            Column("p", Unit.P, group="Rating"),
            Column("p (Holm)", Unit.P, group="Rating"),
            *_number_columns("Standardised (z)", "Difference"),
            Column("p", Unit.P, group="Standardised (z)"),
        ],
        [
            Row.of(
                _against(one),
                _name(one.contrast),
                one.raw.difference.n,
                *_spread(one.raw.difference),
                one.raw.p_value,
                one.corrected,
                one.z.difference.value,
                one.z.p_value,
                level=_level(one.contrast),
            )
            for one in found.within
        ],
        "For each sentence that has both, the difference of their mean ratings. p: sign-flip test, "
        "two-tailed; Holm: corrected for several contrasts.",
        _SYSTEMS_ALONE,
    )


def _against(one: Within) -> str:
    """“Good − Bad”, “Same − other”."""
    return f"{one.one[0].upper()}{one.one[1:]} − {one.other}"


def _shares(found: RatingReport) -> Table:
    rows = []
    reasons = []
    for one in found.shares:
        about = one.correlation
        low, high = about.interval or (None, None)
        name = one.contrast or "Mean share over contrasts"
        rows.append(Row.of(name, about.n, about.rho, low, high, about.p_value, level=_level(one.contrast)))
        if about.why_not:
            reasons.append(f"{name}: {about.why_not}.")
    return _table(
        found,
        "mean ratings beside shares of Good",
        [
            Column("Share of Good"),
            Column("Systems", Unit.COUNT),
            Column("ρ", Unit.RATIO),
            Column("Low", Unit.RATIO),
            Column("High", Unit.RATIO),
            Column("p", Unit.P),
        ],
        rows,
        "Spearman’s ρ of standardised mean ratings and shares of Good in the whole study, over systems.",
        *reasons,
    )


def _annotators(found: RatingReport) -> Table:
    return _table(
        found,
        "annotators",
        [
            Column("Annotator"),
            Column("Ratings", Unit.COUNT),
            *_number_columns("", "Mean", "Std. dev."),
            Column("Repeats", Unit.COUNT),
            Column("Same again, %", Unit.PERCENT),
            Column("Mean distance", Unit.RATIO),
        ],
        [
            Row.of(one.person, one.ratings, one.mean, one.spread, one.repeats, one.same, one.apart)
            for one in found.raters
        ],
        f"Krippendorff’s α (interval) of ratings: {_alpha(found, standardised=False)}; of standardised "
        f"ratings: {_alpha(found, standardised=True)}.",
        "Repeats: texts that came a second time, unannounced, and how far apart the two ratings are.",
        *(
            f"{one.one} and {one.other}: {counted(one.texts, 'text')} in common, mean distance "
            f"{one.apart:.2f}, r = {'–' if one.correlation is None else f'{one.correlation:.2f}'}."
            for one in found.pairs
        ),
    )


def _alpha(found: RatingReport, standardised: bool) -> str:
    one = found.alpha_z if standardised else found.alpha
    if one.value is None:
        return f"none ({one.note})"
    between = f" [{one.interval[0]:.2f}, {one.interval[1]:.2f}]" if one.interval else ""
    return f"{one.value:.2f}{between}"


_COLUMNS = {
    "Item": "item",
    "Contrast": "contrast",
    "Source": "source",
    "Translation by": "system",
    "Translation": "text",
    "Verdict": "verdict",
    "Structure": "structure",
    "Structure of the reference": "expected",
    "Agreement": "agreement",
}


def _texts(found: RatingReport) -> Table:
    sources = found.study.sources.texts
    rows = []
    for line in found.lines.iter_rows(named=True):
        values = {**line, "source": sources[line["sentence"]]}
        rows.append(
            Row.of(*(values[name] for name in _COLUMNS.values()), line["ratings"], line["raw"], line["z"])
        )
    return _table(
        found,
        "translation by translation",
        [*map(Column, _COLUMNS), Column("Ratings", Unit.COUNT), *_number_columns("", "Mean", "z")],
        rows,
        "A line for each keyword and rated translation, references included.",
    )


_TABLES: Mapping[RatingTable, Callable[[RatingReport], Table]] = {
    RatingTable.SYSTEMS: _systems,
    RatingTable.VERDICTS: _verdicts,
    RatingTable.REFERENCE: _reference,
    RatingTable.COUNTERPARTS: _counterparts,
    RatingTable.WITHIN: _within,
    RatingTable.SHARES: _shares,
    RatingTable.ANNOTATORS: _annotators,
    RatingTable.TEXTS: _texts,
}


def rating_values(found: RatingReport) -> dict[str, Any]:
    """The report as plain values, not rounded."""
    task = found.task
    return {
        "signature": found.signature,
        "task": task.name,
        "study": task.study_name,
        "plan": plan_values(task.plan),
        "texts": task.texts,
        "rated": found.rated,
        "ratings": found.ratings,
        "wanted": task.wanted,
        "reference": found.reference or None,
        "systems": [asdict(one) for one in found.systems],
        "verdicts": [asdict(one) for one in found.verdicts],
        "agreement_with_reference": [asdict(one) for one in found.agreement],
        "counterparts": [asdict(one) for one in found.counterparts],
        "within_sentences": [asdict(one) for one in found.within],
        "shares": [asdict(one) for one in found.shares],
        "annotators": [asdict(one) for one in found.raters],
        "pairs_of_annotators": [asdict(one) for one in found.pairs],
        "alpha": asdict(found.alpha),
        "alpha_standardised": asdict(found.alpha_z),
        "lines": found.lines.drop("at", "place").to_dicts(),
    }
