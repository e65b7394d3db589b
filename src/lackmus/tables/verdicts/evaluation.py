"""An evaluation as tables: accuracies with their clusters, and what each system costs."""

from collections.abc import Mapping, Sequence

from lackmus.core.base.choices import By
from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import AVERAGES, Average, Score
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit
from lackmus.tables.verdicts.paired_notes import paired_note

_NAMED = 6  # small rows named before the rest is only counted
_COARSE = 20.0  # rows that show only differences from so many points on get a note
WORST = "↓"
_MARKS = ((WORST, "among the significantly worst of the row"),)


def accuracies_table(
    evaluation: SuiteEvaluation,
    by: By = By.CATEGORY,
    labels: Mapping[str, str] | None = None,
    worst: bool = False,
) -> Table:
    """Systems in columns, categories (or phenomena) in rows: the table of the test-suite papers.

    With `worst`, the worst of each row are marked too.
    """
    labels = labels or {}
    systems = evaluation.systems
    several = len(systems) > 1
    rows = [
        _score_row(row, systems, _name(row, by), _level(row, by), by, worst)
        for row in evaluation.rows
        if by is By.PHENOMENON or row.phenomenon is None
    ]
    rows += [
        _score_row(evaluation.averages[kind], systems, name, Level.AVERAGE, by, worst)
        for kind, name in AVERAGES.items()
    ]
    return Table(
        title=f"{evaluation.suite.name}, {_pairs(evaluation)}: accuracies in percent by {by}",
        columns=(
            Column(by.capitalize()),
            Column("n", Unit.COUNT),
            *(Column(labels.get(system, system), Unit.PERCENT, heat=True) for system in systems),
            *([Column("Average", Unit.PERCENT)] if several else []),
            *([Column("Shows from", Unit.PERCENT)] if several and by is By.PHENOMENON else []),
        ),
        rows=tuple(rows),
        signature=evaluation.signature,
        notes=(
            evaluation.in_short_by(labels),
            *paired_notes(evaluation, by, labels),
            *_notes(evaluation, by, labels),
        ),
        systems_in="columns",
        marks=_MARKS,
    )


def _score_row(row: Score, systems: Sequence[str], name: str, level: Level, by: By, worst: bool) -> Row:
    several = len(systems) > 1
    best = set(row.best) if several else set()  # one system alone is no cluster
    last = set(row.worst) if several and worst else set()
    return Row.of(
        name,
        row.n,
        *(
            Cell(
                row.accuracy.get(system),
                best=system in best,
                interval=row.intervals.get(system),
                mark=WORST if system in last else "",
            )
            for system in systems
        ),
        *([Cell(row.average)] if several else []),
        *([Cell(row.detectable)] if several and by is By.PHENOMENON else []),
        level=level,
        group=(row.category or "") if level is Level.MEMBER else "",
    )


def _name(row: Score, by: By) -> str:
    return row.phenomenon or row.category or ""


def _level(row: Score, by: By) -> Level:
    if by is By.CATEGORY:
        return Level.BODY
    return Level.GROUP if row.phenomenon is None else Level.MEMBER


def _pairs(evaluation: SuiteEvaluation) -> str:
    return ", ".join(map(str, evaluation.suite.pairs))


def paired_notes(evaluation: SuiteEvaluation, by: By, labels: Mapping[str, str]) -> list[str]:
    """What an exact paired test would change in the rows of the table of accuracies."""
    return paired_note(evaluation.paired, by, AVERAGES[Average.MICRO], labels)


def _notes(evaluation: SuiteEvaluation, by: By, labels: Mapping[str, str]) -> list[str]:
    """Notes that explain the numbers."""
    count, said = evaluation.fairness, []
    if count.excluded:
        most = ", ".join(f"{name} {n:,}" for name, n in list(count.excluded_by_category.items())[:3])
        many = counted(count.excluded, "item does", "items do")
        apart = " or a text that is not testable" if evaluation.any_untestable else ""
        said.append(f"{many} not count because of an open warning{apart} (most in: {most}).")
    if evaluation.uncovered:
        many = counted(evaluation.uncovered, "item of the suite was", "items of the suite were")
        said.append(f"{many} in no system's outputs.")
    for system, reason in evaluation.left_out.items():
        said.append(f"{system} was left out: it did not take part ({reason}).")
    if evaluation.differing_repeats:
        differing = evaluation.differing_repeats.items()
        each = ", ".join(f"{labels.get(system, system)} {n:,}" for system, n in differing)
        said.append(f"Items whose repeated sentence a system translated differently: {each}.")
    alike = ([labels.get(name, name) for name in names] for names in evaluation.identical)
    said += [f"{' and '.join(names)} wrote the very same texts." for names in alike]
    rows = evaluation.categories if by is By.CATEGORY else evaluation.phenomena
    if len(evaluation.systems) > 1:
        said += _detectable(rows, by)
    return said


def _detectable(rows: Sequence[Score], by: By) -> list[str]:
    """The smallest difference that small rows could show."""
    said = []
    rows_are = "categories" if by is By.CATEGORY else "phenomena"
    if by is By.PHENOMENON:
        said.append("Shows from: the smallest difference to the best, in points, that the row could show.")
    blind = [f"{_name(row, by)} (n = {row.n})" for row in rows if row.n and row.detectable is None]
    if blind:
        said.append(f"Too few items to show any difference: {_some(blind)}.")
    small = [row for row in rows if row.detectable is not None and row.detectable >= _COARSE]
    small.sort(key=lambda row: -(row.detectable or 0))
    named = [f"{_name(row, by)} (n = {row.n}) from {row.detectable:.0f} points on" for row in small]
    if named:
        said.append(f"Small {rows_are} can only show large differences: {_some(named)}.")
    return said


def _some(names: Sequence[str]) -> str:
    more = f"; and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return "; ".join(names[:_NAMED]) + more


def systems_table(evaluation: SuiteEvaluation, labels: Mapping[str, str] | None = None) -> Table:
    """What each system costs the comparison, and the effect of its open warnings."""
    labels = labels or {}
    rows = []
    for system in evaluation.systems:
        warned = evaluation.warnings[system]
        reasons = ", ".join(f"{reason} {n:,}" for reason, n in warned.reasons.items()) or "none"
        rows.append(
            Row.of(
                labels.get(system, system),
                warned.count,
                warned.share,
                reasons,
                evaluation.fairness.prices[system],
                evaluation.bounds.low[system],
                evaluation.bounds.high[system],
                evaluation.wins[system],
                evaluation.phenomenon_wins[system],
            )
        )
    return Table(
        title="Warnings, prices and bounds",
        columns=(
            Column("System"),
            Column("Warnings", Unit.COUNT),
            Column("%", Unit.PERCENT),
            Column("Why"),
            Column("Price", Unit.COUNT),
            Column("Low bound", Unit.PERCENT),
            Column("High bound", Unit.PERCENT),
            Column("Best cat.", Unit.COUNT),
            Column("Best phen.", Unit.COUNT),
        ),
        rows=tuple(rows),
        signature=evaluation.signature,
        notes=(
            "Price: how many more items would count without the system. Bounds: its accuracy on all "
            f"{counted(evaluation.fairness.total, 'item')}"
            f"{', without texts that are not testable,' if evaluation.any_untestable else ''} "
            "if every open warning failed, and if every one passed. "
            "Best: in how many categories and phenomena it is among the best.",
        ),
        systems_in="rows",
    )


def warnings_table(evaluation: SuiteEvaluation, labels: Mapping[str, str] | None = None) -> Table:
    """Warnings before and after people's decisions, as in papers."""
    labels = labels or {}
    systems = evaluation.systems
    rows = [_warnings_row(evaluation, labels.get(name, name), [name], Level.BODY) for name in systems]
    if len(systems) > 1:
        rows.append(_warnings_row(evaluation, "All systems", systems, Level.AVERAGE))
    same = all(evaluation.before[name] == evaluation.warnings[name] for name in systems)
    return Table(
        title=f"{evaluation.suite.name}, {_pairs(evaluation)}: warnings before and after decisions",
        columns=(
            Column("System"),
            Column("Outputs", Unit.COUNT),
            Column("Before", Unit.COUNT),
            Column("Before, %", Unit.PERCENT),
            Column("After", Unit.COUNT),
            Column("After, %", Unit.PERCENT),
            Column("Open because"),
        ),
        rows=tuple(rows),
        signature=evaluation.signature,
        notes=(
            "Before: what the rules alone leave open. After: what is open once people's decisions count.",
            *(["No decision was given or none concerns a warning (--decisions FILE)."] if same else []),
        ),
        systems_in="rows",
    )


def _warnings_row(evaluation: SuiteEvaluation, name: str, systems: Sequence[str], level: Level) -> Row:
    outputs = evaluation.fairness.total * len(systems)
    cells = [Cell(name), Cell(outputs)]
    for counts in (evaluation.before, evaluation.warnings):
        many = sum(counts[system].count for system in systems)
        cells += [Cell(many), Cell(100 * many / outputs if outputs else None)]
    reasons: dict[str, int] = {}
    for system in systems:
        for reason, count in evaluation.warnings[system].reasons.items():
            reasons[reason] = reasons.get(reason, 0) + count
    most_first = sorted(reasons.items(), key=lambda pair: -pair[1])
    return Row.of(*cells, ", ".join(f"{reason} {n:,}" for reason, n in most_first) or "–", level=level)
