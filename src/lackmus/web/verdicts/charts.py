"""Charts of a report: drawn on the server, each with a text alternative."""

from dataclasses import dataclass
from enum import StrEnum

from markupsafe import Markup

from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.comparing import Evaluated
from lackmus.tables.verdicts.chart_texts import agreement_text, phenomena_text, verdicts_text
from lackmus.write.charts import ChartKind, Theme, chart, embedded, render
from lackmus.write.charts.kinds import ENDINGS

TITLES = {
    ChartKind.VERDICTS: "Verdicts by system",
    ChartKind.PHENOMENA: "Accuracy by phenomenon",
    ChartKind.HEATMAP: "Heat map of categories",
    ChartKind.AGREEMENT: "Agreement between systems",
}


@dataclass(frozen=True)
class Picture:
    """A chart with its title and text alternative."""

    kind: StrEnum
    title: str
    words: str
    drawing: Markup


def kinds_of(evaluation: SuiteEvaluation) -> list[ChartKind]:
    """The possible charts of a report: without counted items only the verdicts."""
    if not evaluation.fairness.fair:
        return [ChartKind.VERDICTS]
    several = len(evaluation.systems) > 1
    return [kind for kind in TITLES if several or kind is not ChartKind.AGREEMENT]


def picture(reported: Evaluated, kind: ChartKind) -> Picture:
    """A chart for the page, in the page's own colours."""
    drawn = drawing(reported, kind, ".svg", Theme.PAGE)
    return Picture(kind, TITLES[kind], _words(reported, kind), inlined(drawn))


def inlined(drawn: bytes) -> Markup:
    """The chart as markup: it escapes its texts and has no script, style or link; this is tested."""
    return Markup(embedded(drawn))  # noqa: S704


def drawing(reported: Evaluated, kind: ChartKind, ending: str, theme: Theme) -> bytes:
    """A chart as a file."""
    if kind not in kinds_of(reported.evaluation) or ending not in ENDINGS:
        known = ", ".join(kinds_of(reported.evaluation))
        raise LackmusError(f"There is no chart {kind} of this report. There are {known}.")
    return render(chart(kind, reported.evaluation, reported.labels, theme), ending)


def _words(reported: Evaluated, kind: ChartKind) -> str:
    evaluation, labels = reported.evaluation, reported.labels
    match kind:
        case ChartKind.VERDICTS:
            return verdicts_text(evaluation, labels)
        case ChartKind.PHENOMENA:
            return phenomena_text(evaluation)
        case ChartKind.AGREEMENT:
            return agreement_text(evaluation, labels)
        case _:
            return "The accuracies of the table above by category and system, as colours."
