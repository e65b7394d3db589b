"""Results as JSON: unrounded numbers, names as in the files."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from textwrap import indent
from typing import Any
from uuid import uuid4

from lackmus.core.base.verdict import Verdict
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.contrasts.shares import Tendencies
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.core.verdicts.comparison import DIFFER, ComparisonRow, SystemComparison
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.trend import CampaignTrend, TrendRow
from lackmus.core.verdicts.trend_changes import RowKey
from lackmus.tables.challenges.ranking_values import ranking_values
from lackmus.tables.contrasts.share_values import tendency_values
from lackmus.tables.many_systems import all_rows
from lackmus.tables.table import Report, Row, Table
from lackmus.tables.verdicts.error_profile import error_profile_values
from lackmus.tables.verdicts.paired_notes import paired_values
from lackmus.tables.verdicts.thresholds import thresholds_values
from lackmus.tables.verdicts.untestable import untestable_values

ENDINGS = (".json",)


def write(report: Report) -> str:
    """The result as JSON; for results without a JSON form, their tables."""
    return "".join(pieces(report))


def pieces(report: Report) -> Iterator[str]:
    """Return the JSON in pieces: a table may have millions of rows."""
    own = _own_form(report)
    if own is not None:
        yield own
        return
    marks = [str(uuid4()) for _ in report.tables]  # placeholders for rows, which are produced while writing
    around = dump(_values(report, marks))
    for table, mark in zip(report.tables, marks, strict=True):
        before, _, around = around.partition(f'"{mark}"')
        yield before
        yield from _rows(table)
    yield around


def _own_form(report: Report) -> str | None:
    if isinstance(report.answer, SuiteEvaluation) and not report.chosen:
        return evaluation_json(report.answer, report.suspicions, report.labels, report.beside)
    if isinstance(report.answer, SystemComparison):
        return comparison_json(report.answer, report.suspicions)
    if isinstance(report.answer, CampaignTrend):
        return trend_json(report.answer, report.suspicions)
    if isinstance(report.answer, MetricRanking) and not report.chosen:
        return dump(ranking_values(report.answer, report.labels))
    if isinstance(report.answer, Tendencies) and not report.chosen:
        return dump(tendency_values(report.answer, report.labels))
    if isinstance(report.answer, Mapping):  # plain values already
        return dump(report.answer)
    return None


def _values(report: Report, rows: Sequence[str]) -> dict[str, Any]:
    return {
        "signature": report.tables[0].signature,
        "tables": [_table(table, these) for table, these in zip(report.tables, rows, strict=True)],
        **(
            {"misaligned": _suspicions(report.suspicions)}
            if isinstance(report.answer, SuiteEvaluation)
            else {}
        ),
    }


def _rows(table: Table) -> Iterator[str]:
    """Rows as JSON with the indentation of a report."""
    between = "["
    for row in all_rows(table):
        written = dump(_row(row, table.names, table.ranked_in_groups)).rstrip("\n")
        yield f"{between}\n{indent(written, ' ' * 8)}"
        between = ","
    yield f"\n{' ' * 6}]" if between == "," else "[]"


def _table(table: Table, rows: str) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": [column.name for column in table.columns],
        **({"groups": [column.group for column in table.columns]} if table.heads else {}),
        "rows": rows,
        **({"marks": dict(table.legend)} if table.legend else {}),
        "notes": list(table.notes),
        "signature": table.signature,
    }


def _row(row: Row, names: Sequence[str], in_groups: bool) -> dict[str, Any]:
    cells = list(zip(names, row.cells, strict=True))
    intervals = {name: list(cell.interval) for name, cell in cells if cell.interval}
    of_group = [name for name, cell in cells if cell.best_of_group]
    marks = {name: cell.mark for name, cell in cells if cell.mark}
    return {
        "level": str(row.level),
        "group": row.group,
        "cells": [cell.value for cell in row.cells],
        "best": [name for name, cell in cells if cell.best],
        **({"best_of_group": of_group} if in_groups else {}),
        **({"intervals": intervals} if intervals else {}),
        **({"marks": marks} if marks else {}),
    }


def dump(content: Mapping[str, Any]) -> str:
    """Indented JSON in UTF-8."""
    return json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def evaluation_json(
    evaluation: SuiteEvaluation,
    suspicions: Mapping[str, Sequence[Suspicion]] | None = None,
    labels: Mapping[str, str] | None = None,
    beside: Mapping[str, object] | None = None,
) -> str:
    """The evaluation as JSON; `beside` adds further keys."""
    count = evaluation.fairness
    return dump(
        {
            "signature": evaluation.signature,
            "systems": list(evaluation.systems),
            "labels": dict(labels or {}),
            "left_out": dict(evaluation.left_out),
            "items": {
                "total": count.total,
                "fair": count.fair,
                "excluded": count.excluded,
                "uncovered": evaluation.uncovered,
                "excluded_by_category": dict(count.excluded_by_category),
            },
            "warnings": {
                system: {
                    "count": warned.count,
                    "share": warned.share,
                    "reasons": dict(warned.reasons),
                    "price": count.prices[system],
                    "before": evaluation.before[system].count,
                }
                for system, warned in evaluation.warnings.items()
            },
            **untestable_values(evaluation),
            **error_profile_values(evaluation),
            "rows": [
                {"category": row.category, "phenomenon": row.phenomenon, **_score(row, evaluation.systems)}
                for row in evaluation.rows
            ],
            "averages": {kind: _score(row, evaluation.systems) for kind, row in evaluation.averages.items()},
            "paired": paired_values(evaluation.paired),
            "bounds": {"low": dict(evaluation.bounds.low), "high": dict(evaluation.bounds.high)},
            "wins": dict(evaluation.wins),
            "phenomenon_wins": dict(evaluation.phenomenon_wins),
            "differing_repeats": dict(evaluation.differing_repeats),
            "identical": [list(names) for names in evaluation.identical],
            "findings": asdict(evaluation.findings),
            "thresholds": thresholds_values(evaluation),
            "in_short": evaluation.in_short,
            "misaligned": _suspicions(suspicions or {}),
            **(beside or {}),
        }
    )


def _score(row: Score, systems: Sequence[str]) -> dict[str, Any]:
    return {
        "n": row.n,
        "accuracy": {system: row.accuracy.get(system) for system in systems},
        "best": list(row.best),
        "worst": list(row.worst),
        "average": row.average,
        "detectable": row.detectable,
        **(
            {"intervals": {name: list(ends) for name, ends in row.intervals.items()}} if row.intervals else {}
        ),
    }


def _suspicions(found: Mapping[str, Sequence[Suspicion]]) -> dict[str, Any]:
    return {system: [asdict(one) for one in suspicions] for system, suspicions in found.items()}


def comparison_json(
    comparison: SystemComparison, suspicions: Mapping[str, Sequence[Suspicion]] | None = None
) -> str:
    """Counts, tests, and every item with all texts and verdicts; for two systems also side by side."""
    systems, pairings = comparison.systems, comparison.pairings
    two = len(systems) == 2
    return dump(
        {
            "signature": comparison.signature,
            "systems": list(systems),
            "left_out": dict(comparison.evaluation.left_out),
            "rows": [{"category": row.category, **_outcome(row, systems)} for row in comparison.rows],
            "total": _outcome(comparison.total, systems),
            "pairs": [asdict(pair) for pair in pairings],
            **({"p_value": pairings[0].p_value if pairings else None} if two else {}),
            **({"interval": list(pairings[0].interval) if pairings else None} if two else {}),
            "items": [
                _two_sides(item) if two else _all_sides(item, systems)
                for item in comparison.items.iter_rows(named=True)
            ],
            "misaligned": _suspicions(suspicions or {}),
        }
    )


def _outcome(row: ComparisonRow, systems: Sequence[str]) -> dict[str, Any]:
    counts: dict[str, Any] = {
        "n": row.n,
        "all_pass": row.all_pass,
        "all_fail": row.all_fail,
        "differ": row.differ,
        "open": row.open,
        "untestable": row.untestable,
        "only": dict(zip(systems, row.only, strict=True)),
        "passes": dict(zip(systems, row.passes, strict=True)),
    }
    if len(systems) == 2:
        first, second = row.only
        counts |= {"both_pass": row.all_pass, "both_fail": row.all_fail}
        counts |= {"only_first": first, "only_second": second, "difference": row.difference}
    return counts


def _all_sides(item: Mapping[str, Any], systems: Sequence[str]) -> dict[str, Any]:
    outputs = zip(item["text"], item["verdict"], item["reason"], strict=True)
    each = [dict(zip(_SAID, output, strict=True)) for output in outputs]
    return {
        **{name: item[name] for name in _ITEM},
        "outputs": dict(zip(systems, each, strict=True)),
        "outcome": item["outcome"],
    }


def _two_sides(item: Mapping[str, Any]) -> dict[str, Any]:
    """The two sides of an item, with an outcome that says which of the two passes."""
    sides = {f"{side}_{name}": item[name][at] for at, side in enumerate(_SIDES) for name in _SAID}
    outcome = item["outcome"].replace("all", "both")
    if outcome == DIFFER:
        outcome = f"only {_SIDES[item['verdict'].index(Verdict.PASS)]}"
    return {**{name: item[name] for name in _ITEM}, **sides, "outcome": outcome}


_ITEM = ("item", "source", "category", "phenomenon")
_SAID = ("text", "verdict", "reason")
_SIDES = ("first", "second")


def trend_json(trend: CampaignTrend, suspicions: Mapping[str, Sequence[Suspicion]] | None = None) -> str:
    """Accuracies by campaign and system, and the mean over all systems of each campaign."""
    return dump(
        {
            "signature": trend.signature,
            "campaigns": list(trend.campaigns),
            "systems": list(trend.systems),
            "items": {"common": trend.common},
            "unaveraged": {name: list(systems) for name, systems in trend.unaveraged.items()},
            "left_out": {name: dict(one.left_out) for name, one in trend.evaluations.items()},
            "joined": [asdict(join) for join in trend.joined.joins],
            "apart": [asdict(apart) for apart in trend.joined.apart],
            "rows": [
                {"category": row.category, **_trend_row(trend, row, (row.category, None))}
                for row in trend.rows
            ],
            "phenomena": [
                {
                    "category": row.category,
                    "phenomenon": row.phenomenon,
                    **_trend_row(trend, row, (row.category, row.phenomenon)),
                }
                for row in trend.phenomena
            ],
            "averages": {kind: _trend_row(trend, row, kind) for kind, row in trend.averages.items()},
            "misaligned": _suspicions(suspicions or {}),
        }
    )


def _trend_row(trend: CampaignTrend, row: TrendRow, key: RowKey | Average) -> dict[str, Any]:
    accuracy: dict[str, dict[str, float]] = {}
    for (campaign, system), value in row.accuracy.items():
        accuracy.setdefault(campaign, {})[system] = value
    changes = [
        {**asdict(change), "significant": change.significant}
        for system in (None, *trend.systems)
        for step in pairwise(trend.campaigns)
        if (change := trend.change(key, system, *step)) is not None
    ]
    return {"n": row.n, "accuracy": accuracy, "average": dict(row.average), "changes": changes}
