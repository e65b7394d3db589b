"""Writing the HTML report of a large campaign, against the evaluation that it shows."""

import tempfile
from pathlib import Path

import polars as pl

from benchmarks.measure import campaign, ratios, real_data, report
from lackmus.core.outputs.outputs import OUTPUTS, systems_of
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.material import Request
from lackmus.tables.table import Report
from lackmus.tables.verdicts.evaluation import accuracies_table, systems_table
from lackmus.write.reports.html import write

SYSTEMS = 30


def main() -> None:
    """Print the ratio: from files to the evaluation, and from there to the page with its charts."""
    _, rows = campaign()
    outputs = _enlarged(pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row"))
    with tempfile.TemporaryDirectory() as folder:
        _hand_in(outputs, Path(folder))
        request = Request(real_data() / "dfki" / "de-en" / "items.json", [folder])
        evaluation = evaluate(request).evaluation
        tables = (accuracies_table(evaluation), systems_table(evaluation))
        shown = Report("WMT21", tables, evaluation, evaluation.in_short)
        write(shown)  # imports and the start of the chart engine are not what is measured
        judged, written, ratio = ratios(lambda: evaluate(request), lambda: write(shown))
    report(
        f"the HTML report, {SYSTEMS} systems × {evaluation.fairness.total:,} items, against evaluating them",
        f"{1 / ratio:.2f} × ({written:.2f} s / {judged:.2f} s)",
        "≤ 2 ×",
        ratio >= 1 / 2,
    )


def _enlarged(outputs: pl.DataFrame) -> pl.DataFrame:
    """The campaign with sister systems that write some articles otherwise, so that there are new texts."""
    others = [
        outputs.filter(pl.col("system") == system).select(
            "item",
            pl.lit(f"{system}-2").alias("system"),
            pl.col("text").str.replace(" the ", " a ", literal=True),
        )
        for system in systems_of(outputs)
    ]
    return pl.concat([outputs, *others[: SYSTEMS - len(others)]])


def _hand_in(outputs: pl.DataFrame, folder: Path) -> None:
    for (system,), texts in outputs.group_by("system", maintain_order=True):
        lines = [f"{item.partition(':')[2]}\t{text}\n" for item, _, text in texts.iter_rows()]
        (folder / f"{system}.tsv").write_text("".join(lines), encoding="utf-8")
