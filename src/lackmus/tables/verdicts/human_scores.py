"""Accuracies beside human scores, as tables and as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.choices import By
from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import AVERAGES, Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.human_scores import HumanComparison, HumanRow, SegmentMatch
from lackmus.core.verdicts.system_groups import GroupedSystems
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit
from lackmus.tables.verdicts.groups import groups_values

_AVERAGES = {
    Average.MICRO: "Micro",
    Average.CATEGORY_MACRO: "Categories",
    Average.PHENOMENON_MACRO: "Phenomena",
}
_MATCHED = {
    SegmentMatch.SOURCE: "their source sentences",
    SegmentMatch.DOCUMENT: "document and segment",
    SegmentMatch.LINE: "their lines",
}


def scores_table(
    found: HumanComparison, evaluation: SuiteEvaluation, labels: Mapping[str, str] | None = None
) -> Table:
    """Systems in rows: the human score beside the averages."""
    labels = labels or {}
    rows = [
        Row.of(
            labels.get(system, system),
            found.systems.get(system),
            found.counts.get(system) or None,
            *(evaluation.averages[kind].accuracy.get(system) for kind in _AVERAGES),
        )
        for system in evaluation.systems
    ]
    return Table(
        title=f"{found.scores.name}: human scores beside accuracies",
        columns=(
            Column("System"),
            Column(found.scores.name, Unit.NUMBER),
            Column("Segments", Unit.COUNT),
            *(Column(name, Unit.PERCENT, group="Accuracy, %") for name in _AVERAGES.values()),
        ),
        rows=tuple(rows),
        signature=found.signature,
        notes=tuple(_notes(found, labels)),
        systems_in="rows",
    )


def correlations_table(
    found: HumanComparison, by: By = By.CATEGORY, labels: Mapping[str, str] | None = None
) -> Table:
    """Categories (and phenomena) in rows: how accuracy goes with the human score, over systems and texts."""
    rows = [
        _row(row, row.phenomenon or row.category or "", _level(row, by), found)
        for row in found.rows
        if by is By.PHENOMENON or row.phenomenon is None
    ]
    rows += [_row(found.averages[kind], name, Level.AVERAGE, found) for kind, name in AVERAGES.items()]
    columns = [Column(by.capitalize()), Column("n", Unit.COUNT)]
    over = f"Over {counted(len(found.systems), 'system')}"
    columns += [Column(name, Unit.RATIO, group=over) for name in ("ρ", "Low", "High")]
    columns += [Column(name, Unit.P, group=over) for name in ("p", "p (Holm)")]
    if found.matched_by:
        for name in ("Passed texts", "Failed texts"):
            columns += [Column("Texts", Unit.COUNT, group=name), Column("Mean", Unit.NUMBER, group=name)]
        columns.append(Column("Passed − failed", Unit.NUMBER))
    return Table(
        title=f"{found.scores.name}: accuracy and human score by {by}",
        columns=tuple(columns),
        rows=tuple(rows),
        signature=found.signature,
        notes=tuple(_correlation_notes(found)),
    )


def _level(row: HumanRow, by: By) -> Level:
    if by is By.CATEGORY:
        return Level.BODY
    return Level.GROUP if row.phenomenon is None else Level.MEMBER


def _row(row: HumanRow, name: str, level: Level, found: HumanComparison) -> Row:
    one = row.correlation
    cells = [Cell(name), Cell(row.n), Cell(one.rho), *map(Cell, one.interval or (None, None))]
    cells += [Cell(one.p_value), Cell(row.corrected)]
    if found.matched_by:
        for texts in (row.passed, row.failed):
            cells += [Cell(texts.n), Cell(texts.mean)]
        cells.append(Cell(row.difference))
    return Row(tuple(cells), level, (row.category or "") if level is Level.MEMBER else "")


def _notes(found: HumanComparison, labels: Mapping[str, str]) -> list[str]:
    """Where the scores come from, and whose are missing."""
    scores = found.scores
    by = f", by {counted(scores.raters, 'annotator')}" if scores.raters else ""
    mean = "; a system's score is the mean over its segments" if scores.segments.height else ""
    said = [f"{scores.name} from {scores.file}{by}: {scores.how}{mean}."]
    if scores.left_out:
        told = ", ".join(f"{why} {many:,}" for why, many in scores.left_out.items())
        said.append(f"Rows of the file that do not count: {told}.")
    if found.without:
        said.append(f"Without a human score: {', '.join(labels.get(one, one) for one in found.without)}.")
    if found.others:
        said.append(f"Scored by people, but not compared here: {', '.join(found.others)}.")
    return said


def _correlation_notes(found: HumanComparison) -> list[str]:
    micro = found.averages[Average.MICRO].correlation
    said = [
        "ρ: Spearman's correlation of a row's accuracies with the human score, over systems; low and high: "
        "its 95 % interval (systems resampled); p: two-tailed by permutation, corrected by Holm over all "
        "rows of a level. A campaign has few systems, so a single row says little."
    ]
    if micro.why_not:
        said.append(f"No correlation: {micro.why_not}.")
    if found.matched_by:
        other = (
            f" {counted(found.other_texts, 'text is', 'texts are')} left out: people judged another wording."
            if found.other_texts
            else ""
        )
        said.append(
            f"Passed and failed texts: {counted(found.texts, 'text')} with a human score of their own, "
            f"matched by {_MATCHED[found.matched_by]}; each counts with the mean over its annotators.{other}"
        )
    elif found.scores.segments.height:
        said.append(
            "No scored segment could be matched to an item, by source sentence, document or line: only "
            "systems are compared."
        )
    return said


def human_values(found: HumanComparison) -> dict[str, Any]:
    """Human scores beside accuracies as plain values, not rounded."""
    scores = found.scores
    return {
        "name": scores.name,
        "file": scores.file,
        "how": scores.how,
        "raters": scores.raters or None,
        "left_out": dict(scores.left_out),
        "systems": dict(found.systems),
        "segments": dict(found.counts),
        "without": list(found.without),
        "others": list(found.others),
        "rows": [_values(row) for row in found.rows],
        "averages": {str(kind): _values(row) for kind, row in found.averages.items()},
        "matched_by": found.matched_by,
        "texts": found.texts,
        "other_texts": found.other_texts,
        "signature": found.signature,
    }


def _values(row: HumanRow) -> dict[str, Any]:
    one = row.correlation
    return {
        "category": row.category,
        "phenomenon": row.phenomenon,
        "n": row.n,
        "systems": one.n,
        "rho": one.rho,
        "interval": list(one.interval) if one.interval else None,
        "p_value": one.p_value,
        "corrected": row.corrected,
        "passed": asdict(row.passed),
        "failed": asdict(row.failed),
        "difference": row.difference,
    }


def beside_values(grouped: GroupedSystems | None, human: Sequence[HumanComparison]) -> dict[str, object]:
    """The further keys of an evaluation as JSON: groups and human scores, where there are any."""
    return {
        **({"groups": groups_values(grouped)} if grouped else {}),
        **({"scores": [human_values(one) for one in human]} if human else {}),
    }
