"""The table of ACES: its top categories with their weights, and the ACES score."""

from collections.abc import Mapping

from lackmus.core.challenges.aces import WEIGHTS
from lackmus.core.challenges.ranking import MetricRanking, mean
from lackmus.tables.challenges.rows import title
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit


def aces_table(ranking: MetricRanking, labels: Mapping[str, str] | None = None) -> Table:
    """The top categories of ACES with their weights, and the ACES score."""
    labels, taus = labels or {}, ranking.top_taus
    present = [name for name in WEIGHTS if any(name in of for of in taus.values())]
    rows = [
        Row.of(
            name.capitalize(),
            WEIGHTS[name],
            *(mean(taus[metric].get(name, [])) for metric in ranking.metrics),
        )
        for name in present
    ]
    scores = ranking.aces_scores
    if scores:
        whole = (Cell("ACES score"), Cell(None), *(Cell(scores[metric]) for metric in ranking.metrics))
        rows.append(Row(whole, Level.AVERAGE))
    missing = [name for name in WEIGHTS if name not in present]
    return Table(
        title=f"{title(ranking)}: top categories of ACES",
        columns=(
            Column("Category"),
            Column("Weight", Unit.RATIO),
            *(Column(labels.get(metric, metric), Unit.RATIO) for metric in ranking.metrics),
        ),
        rows=tuple(rows),
        signature=ranking.signature,
        notes=(
            "Mean over the phenomena of a category of tau with ties as discordant. The ACES score is their "
            "sum, each times its weight (Amrhein, Moghe and Guillou 2022).",
            *([f"No ACES score: there are no tuples of {', '.join(missing)}."] if missing else []),
        ),
    )
