"""`lackmus demo`: all features on the bundled samples."""

import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import printing, show, watched
from lackmus.cli.commands import app
from lackmus.cli.options import TERMINAL
from lackmus.core.base.choices import Choices, RankingTable, TableName, TendencyTable
from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.contrasts.shares import Tendencies, tendencies
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.flows.workspaces import demo as demo_flow
from lackmus.flows.workspaces.demo import STUDY, Demo, fill_workspace
from lackmus.plugins import PluginGroup, named
from lackmus.tables.challenges.ranking import ranking_table
from lackmus.tables.contrasts.sentences import lead
from lackmus.tables.contrasts.shares import tendency_tables
from lackmus.tables.table import Cell, Column, Report, Row, Table, Unit
from lackmus.tables.verdicts.named import tables_of
from lackmus.tables.verdicts.trend import trend_table
from lackmus.write.charts import ChartKind, TendencyKind, chart, render, tendency_chart
from lackmus.write.files import make_folder, write_file

Made = Callable[[], str | bytes]

_PAPER = (TableName.CATEGORIES, TableName.PHENOMENA, TableName.EXAMPLES, TableName.WARNINGS, TableName.SUITE)
_FORMATS = {"latex": "tables.tex", "markdown": "tables.md", "excel": "tables.xlsx"}


@app.command()
def demo(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Folder for reports, charts and tables.")
    ] = Path("lackmus-demo"),
) -> None:
    """Show all features on the bundled samples: tables, reports, charts, a trend, metrics, contrasts."""
    with watched() as progress:
        shown = demo_flow.demo(progress)
        files = dict(_files(shown))
        for done, (name, made) in enumerate(files.items()):
            progress("Writing", done, len(files))
            make_folder((output / name).parent)
            write_file(output / name, made())
        workspace = output / "lackmus.db"
        open_texts = fill_workspace(workspace, progress)
    accuracies = next(tables_of(shown.first.evaluation, [TableName.CATEGORIES], {}))
    metrics = ranking_table(shown.ranking)
    (contrasts,) = tendency_tables(tendencies(shown.study), [TendencyTable.SYSTEMS], {})
    tables = (accuracies, _overview(shown), trend_table(shown.followed.trend), metrics, contrasts)
    show(Report("", tables), TERMINAL, None)
    command = [_command(), "evaluate", str(_short(shown.suite)), str(_short(shown.outputs))]
    with printing():
        print(f"\nWritten to {output}:")
        for pair in (*shown.evaluated, STUDY):
            of_pair = [name.removeprefix(f"{pair}/") for name in files if name.startswith(f"{pair}/")]
            print(f"  {pair}/{', '.join(of_pair)}")
        print(
            f"  lackmus.db, a workspace with all samples; {counted(open_texts, 'text')} of de-en wait for you"
        )
        print("Try next, on the same samples or on your own files:")
        print(f"  {shlex.join(command)} --by phenomenon")
        there = ["--workspace", str(workspace), "--campaign", "2026", "--suite", "de-en"]
        print(f"  {shlex.join([_command(), 'review', 'next', *there])}")
        served = [_command(), "serve", "--workspace", str(workspace), "--open"]
        print("Or open the workspace in your browser: settle warnings, write rules, read results:")
        print(f"  {shlex.join(served)}")


def _files(shown: Demo) -> Iterator[tuple[str, Made]]:
    """The files to write: a report for every pair, and everything for the first one."""
    html = named(PluginGroup.WRITE_REPORT, "html")
    for pair, evaluated in shown.evaluated.items():
        yield f"{pair}/report.html", partial(html.write, _report(evaluated.evaluation))
    first, followed = shown.first.evaluation, shown.followed.trend
    folder = next(iter(shown.evaluated))
    trend = Report("Lackmus: two campaigns of the sample", (trend_table(followed),), followed)
    yield f"{folder}/trend.html", partial(html.write, trend)
    yield f"{folder}/metrics.html", partial(html.write, _ranked(shown.ranking))

    def drawn(kind: ChartKind) -> bytes:
        return render(chart(kind, followed if kind is ChartKind.TREND else first), ".svg")

    for kind in ChartKind:
        if kind is ChartKind.CHECKPOINTS:
            continue  # the sample's systems are no checkpoints
        yield f"{folder}/{kind}.svg", partial(drawn, kind)
    for form, name in _FORMATS.items():
        yield f"{folder}/{name}", partial(named(PluginGroup.WRITE_REPORT, form).write, _report(first, _PAPER))
    found = tendencies(shown.study)
    yield f"{STUDY}/report.html", partial(html.write, _studied(found))

    def tendency(kind: TendencyKind) -> bytes:
        return render(tendency_chart(kind, found), ".svg")

    for one in TendencyKind:
        yield f"{STUDY}/{one}.svg", partial(tendency, one)


def _studied(found: Tendencies) -> Report:

    tables = tendency_tables(found, list(TendencyTable), {})
    return Report("Lackmus: contrasts on the bundled sample", tuple(tables), found, lead(found, {}))


def _ranked(ranking: MetricRanking) -> Report:
    from lackmus.tables.challenges.ranking import lead, ranking_tables

    tables = ranking_tables(ranking, [RankingTable.CATEGORIES, RankingTable.METRICS], {})
    return Report("Lackmus: metrics on the bundled sample", tuple(tables), ranking, lead(ranking))


def _report(
    evaluation: SuiteEvaluation, names: tuple[TableName, ...] = (TableName.CATEGORIES, TableName.SYSTEMS)
) -> Report:

    title = f"Lackmus: the bundled sample {evaluation.suite.pairs[0]}"
    return Report(title, tuple(tables_of(evaluation, names, {})), evaluation, evaluation.in_short)


def _overview(shown: Demo) -> Table:
    """One row per sample: how many items count, and the accuracies of the systems."""
    systems = sorted(shown.first.evaluation.systems)
    rows = []
    for pair, evaluated in shown.evaluated.items():
        micro, total = evaluated.evaluation.averages[Average.MICRO], evaluated.evaluation.fairness.total
        accuracies = (Cell(micro.accuracy[system], system in micro.best) for system in systems)
        rows.append(Row.of(pair, total, micro.n, *accuracies))
    columns = (Column("Sample"), Column("Items", Unit.COUNT), Column("Fair", Unit.COUNT))
    return Table(
        title="All bundled samples: accuracies in percent on all fair items",
        columns=(*columns, *(Column(system, Unit.PERCENT, heat=True) for system in systems)),
        rows=tuple(rows),
        signature=signature(
            {
                "suites": "+".join(one.evaluation.suite.label for one in shown.evaluated.values()),
                "outputs": "+".join(one.evaluation.digest for one in shown.evaluated.values()),
                **Choices().parts,
                **Choices().testing.parts,
            }
        ),
        notes=("The four systems are invented for illustration and measure no product.",),
    )


def _command() -> str:
    """The command by which this program was started."""
    called = Path(sys.argv[0])
    return "lackmus" if shutil.which("lackmus") == str(called) else str(_short(called))


def _short(path: Path) -> Path:
    """The path relative to the current folder, if shorter."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
