"""One self-contained HTML file, readable offline: an evaluation down to its texts, others as tables."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from lackmus import __version__
from lackmus.core.base.choices import By
from lackmus.core.base.verdict import Verdict
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.contrasts.shares import Tendencies
from lackmus.core.suites.suite import Item, Kind, Side
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.many_systems import LISTED, ends_of
from lackmus.core.verdicts.trend import CampaignTrend
from lackmus.tables.many_systems import readable
from lackmus.tables.table import Level, Report, Row, Table, Unit, heat, shown
from lackmus.tables.verdicts.error_profile import error_profile_table
from lackmus.tables.verdicts.evaluation import WORST, accuracies_table, paired_notes, systems_table
from lackmus.tables.verdicts.examples import verdicts_title
from lackmus.tables.verdicts.untestable import untestable_table

ENDINGS = (".html", ".htm")

_TEMPLATES = Path(__file__).parent / "templates"
_MANY, _LONG = 6, 10  # with more systems, or longer names, headings are vertical


def write(report: Report) -> str:
    """The report as one page."""
    if isinstance(report.answer, SuiteEvaluation):
        return _evaluation_page(report, report.answer)
    charts = _charts(report) if isinstance(report.answer, CampaignTrend | MetricRanking | Tendencies) else []
    tables = tuple(readable(table) for table in report.tables)
    return _rendered("page.html", report, tables=tables, charts=charts)


def _rendered(template: str, report: Report, script: str = "", **content: Any) -> str:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(shown=shown, heat=heat, plain=_plain, Unit=Unit, Level=Level)
    return environment.get_template(template).render(
        {"lead": report.lead} | content,
        title=report.title,
        alarms=report.alarms,
        version=__version__,
        style=_as_it_is(_beside("page.css")),
        script=_as_it_is(script),
        # The policy allows nothing external and no script but ours, so injected code would not run.
        allowed=f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" if script else "'none'",
    )


def _beside(name: str) -> str:
    """One of our files, to be included in the page."""
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def _as_it_is(content: str) -> Markup:
    """Mark as safe: our own files, charts (which escape their texts), and data without `<`."""
    return Markup(content)  # noqa: S704


def _plain(value: object) -> str:
    """A number as the sort key of a column."""
    return f"{value:.6g}" if isinstance(value, int | float) else ""


@dataclass(frozen=True)
class _AnchoredRow:
    """A row with its anchor in the page, and the rows below it."""

    row: Row
    anchor: str
    below: tuple["_AnchoredRow", ...] = ()


def _evaluation_page(report: Report, evaluation: SuiteEvaluation) -> str:
    shown = ends_of(evaluation.systems, LISTED)
    labels = [report.labels.get(system, system) for system in shown]
    worst = any(sign == WORST for table in report.tables for sign, _ in table.legend)  # if requested
    by_category, by_phenomenon = (
        readable(accuracies_table(evaluation, by, report.labels, worst)) for by in By
    )
    costs = readable(systems_table(evaluation, report.labels))
    apart = [untestable_table(evaluation, report.labels)] if evaluation.any_untestable else []
    if evaluation.error_profile:
        apart.append(error_profile_table(evaluation, report.labels))
    drawn = (by_category, by_phenomenon, costs, *map(readable, apart))
    lead = report.lead or evaluation.in_short
    # Texts that open from rows are not listed below again: with 30 systems that would be 80,000 rows.
    own = {*(table.title for table in drawn), verdicts_title(evaluation)}
    others = [readable(table) for table in report.tables if table.title not in own]
    paired = [note for by in By for note in paired_notes(evaluation, by, report.labels)]
    said = {lead, evaluation.in_short_by(report.labels), *report.alarms, *costs.notes, *paired}
    notes = dict.fromkeys(note for table in (*report.tables, *drawn) for note in table.notes)
    return _rendered(
        "evaluation.html",
        report,
        script=_beside("evaluation.js"),
        lead=lead,
        evaluation=evaluation,
        pairs=[f"{pair.source} → {pair.target}" for pair in evaluation.suite.pairs],
        table=by_phenomenon,
        upright=len(labels) > _MANY or max(map(len, labels)) > _LONG,
        lines=list(_lines(by_phenomenon)),
        averages=[row for row in by_phenomenon.rows if row.level is Level.AVERAGE],
        systems=list(zip(shown, labels, strict=True)),
        scale=_scale(evaluation),
        share=_open_share(evaluation),
        paired=paired[-1:],  # for all rows, since categories open into phenomena
        micro=evaluation.averages[Average.MICRO].accuracy,
        charts=_charts(report),
        tables=[*map(readable, apart), *others],
        costs=costs,
        notes=[note for note in notes if note not in said],
        # Texts of systems that the page does not show would make it too large.
        data=_embedded(_data(_only(evaluation, shown), labels)),
    )


def _only(evaluation: SuiteEvaluation, systems: tuple[str, ...]) -> SuiteEvaluation:
    """The evaluation with the texts of these systems alone."""
    if systems == evaluation.systems:
        return evaluation
    verdicts = evaluation.verdicts.filter(pl.col("system").is_in(systems))
    return replace(evaluation, systems=systems, verdicts=verdicts)


def _charts(report: Report) -> list[tuple[str, str, Markup]]:
    """Title, description and drawing of each chart."""
    from lackmus.write.charts import report_charts  # Altair is heavy, and tables do not need it

    return [(title, words, _as_it_is(drawing)) for title, words, drawing in report_charts(report)]


def _lines(table: Table) -> Iterator[_AnchoredRow]:
    """Categories, each with its phenomena."""
    groups: list[tuple[Row, list[Row]]] = []
    for row in table.rows:
        if row.level is Level.GROUP:
            groups.append((row, []))
        elif row.level is Level.MEMBER:
            groups[-1][1].append(row)
    taken: set[str] = set()
    for group, members in groups:
        anchor = _anchor("", group, taken)
        below = tuple(_AnchoredRow(member, _anchor(anchor, member, taken)) for member in members)
        yield _AnchoredRow(group, anchor, below)


def _anchor(above: str, row: Row, taken: set[str]) -> str:
    """`/ambiguity/lexical-ambiguity`: a readable, unique anchor."""
    name = f"{above}/" + "-".join(re.findall(r"\w+", str(row.cells[0].value).casefold()))
    anchor, time = name, 1
    while anchor in taken:
        time += 1
        anchor = f"{name}-{time}"
    taken.add(anchor)
    return anchor


def _scale(evaluation: SuiteEvaluation) -> tuple[int, int]:
    """The range of percents for the drawing of bounds: whole tens."""
    fair = evaluation.averages[Average.MICRO].accuracy.values()
    drawn = (*evaluation.bounds.low.values(), *evaluation.bounds.high.values(), *fair)
    low = min(90, int(min(drawn) // 10 * 10))
    return low, max(low + 10, int(-(-max(drawn) // 10) * 10))


def _open_share(evaluation: SuiteEvaluation) -> float:
    """Share of open warnings among all texts, in percent."""
    verdicts = evaluation.verdicts
    return 100 * verdicts.filter(pl.col("verdict") == Verdict.WARNING).height / max(1, verdicts.height)


_EVIDENCE = ("right_rule", "right_start", "right_end", "wrong_rule", "wrong_start", "wrong_end")
_RULES = {(kind, side): code for code, (kind, side) in enumerate((k, s) for k in Kind for s in Side)}


def _data(evaluation: SuiteEvaluation, labels: Sequence[str]) -> dict[str, Any]:
    """Items and texts in columns, items phenomenon by phenomenon, each distinct text of an item once.

    The page is made to be shared, so reserved items have verdicts but no texts.
    """
    suite = evaluation.suite
    covered = set(evaluation.verdicts["item"].unique())
    groups: dict[tuple[str, str], list[Item]] = {
        (row.category or "", row.phenomenon or ""): [] for row in evaluation.phenomena
    }
    for item in suite.items:
        if item.key in covered:
            groups[item.category, item.phenomenon].append(item)
    items = [item for group in groups.values() for item in group]
    texts, outcomes = _texts(evaluation, items)
    guidelines = {(one.category, one.name): one.guideline for one in suite.phenomena}
    secret = [item.reserved for item in items]
    return {
        "systems": list(labels),
        "outcomes": [[said or "" for said in outcome] for outcome in outcomes.iter_rows()],
        "phenomena": [[guidelines.get(name, ""), len(group)] for name, group in groups.items()],
        "items": {
            "id": [item.id for item in items],
            "source": ["" if item.reserved else item.source for item in items],
            "comment": ["" if item.reserved else item.comment for item in items],
            "rules": [
                [] if item.reserved else [[_RULES[rule.kind, rule.side], rule.value] for rule in item.rules]
                for item in items
            ],
            "reserved": [place for place, hidden in enumerate(secret) if hidden],
            "texts": texts.group_by("place", maintain_order=True).len()["len"].to_list(),
        },
        "texts": {
            "text": [
                "" if secret[place] else text for place, text in texts.select("place", "text").iter_rows()
            ],
            "outcome": texts["outcome"].to_list(),
            "by": texts["by"].to_list(),
            **{name: texts[name].to_list() for name in _EVIDENCE},
        },
    }


def _texts(evaluation: SuiteEvaluation, items: Sequence[Item]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The distinct texts by item, with their writers; and their verdicts."""
    said = ["verdict", "reason", "step"]
    places = {item.key: place for place, item in enumerate(items)}
    columns = {system: column for column, system in enumerate(evaluation.systems)}
    verdicts = evaluation.verdicts.with_columns(
        pl.col("item").replace_strict(places, return_dtype=pl.UInt32).alias("place"),
        pl.col("system").replace_strict(columns, return_dtype=pl.UInt32).alias("by"),
    )
    texts = (
        verdicts.sort("place", "by")
        .group_by("place", "text", maintain_order=True)
        .agg(pl.col("by"), pl.col(*said).first(), pl.col(*_EVIDENCE).first().cast(pl.Int32).fill_null(-1))
    )
    outcomes = texts.select(said).unique(maintain_order=True)
    numbered = texts.join(
        outcomes.with_row_index("outcome"), on=said, how="left", nulls_equal=True, maintain_order="left"
    )
    return numbered, outcomes


_ESCAPED = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def _embedded(data: object) -> Markup:
    """The data as JSON that cannot break out of its script element."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign, escaped in _ESCAPED.items():
        written = written.replace(sign, escaped)
    return _as_it_is(written)
