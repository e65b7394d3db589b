"""A table with everything a table can have, small enough to be read in a test."""

from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

COLUMNS = (
    Column("Phenomenon"),
    Column("n", Unit.COUNT),
    Column("Online-A", Unit.PERCENT, heat=True),
    Column("Lärche", Unit.PERCENT, heat=True),
    Column("JDExploreAcademy", Unit.PERCENT, heat=True),
    Column("Average", Unit.PERCENT),
    Column("Change", Unit.POINTS),
)


def _row(name: str, n: int, *values: float | None, best: str = "", level: Level = Level.MEMBER) -> Row:
    """`best` has a * for each of the three systems that is among the best."""
    marks = best.ljust(3)
    systems = [Cell(value, mark == "*") for value, mark in zip(values[:3], marks, strict=True)]
    return Row((Cell(name), Cell(n), *systems, *map(Cell, values[3:])), level)


TABLE = Table(
    title="Suite <b>, de-en: accuracies in percent",
    columns=COLUMNS,
    rows=(
        _row("Ambiguity", 1203, 100.0, 66.66666666666667, 12.25, 59.63888888888889, -1.25,
             best="**", level=Level.GROUP),
        _row("Lexical “ambiguity” & more", 1200, 100.0, 66.0, 12.0, 59.333333333333336, 3.5, best="* "),
        _row("Structural ambiguity", 3, 100.0, 100.0, 33.333333333333336, 77.77777777777779, 0.0, best="**"),
        _row("日本語", 0, None, None, None, None, None),
        _row("Micro-average (items)", 1203, 100.0, 66.66666666666667, 12.25, 59.63888888888889, None,
             best="*", level=Level.AVERAGE),
    ),
    signature="suite:drawn|version:none",
    notes=("A note about {{ braces }} and <script>alert('x')</script>.",),
)  # fmt: skip

# Metrics in groups: the best of each group is bold, the best of all is marked apart; one group is narrow.
_METRICS = {
    "BLEU": "baseline",
    "chrF": "baseline",
    "edit distance": "baseline",
    "Ahorn": "reference-based",
    "Birke": "reference-based",
    "Eibe": "reference-free",
}


def _ranked(name: str, n: int, *values: float | None, marks: str, level: Level = Level.BODY) -> Row:
    """`marks` has for each metric: * among the best, + of its group only, # both, . neither."""
    cells = [
        Cell(value, mark in "*#", best_of_group=mark in "+#")
        for value, mark in zip(values, marks, strict=True)
    ]
    return Row((Cell(name), Cell(n), *cells, Cell(50.0 if n else None)), level)


GROUPED = Table(
    title="Challenge <b>, de-en: accuracies in percent",
    columns=(
        Column("Category"),
        Column("n", Unit.COUNT),
        *(Column(name, Unit.PERCENT, heat=True, group=group) for name, group in _METRICS.items()),
        Column("Average", Unit.PERCENT),
    ),
    rows=(
        _ranked("Ambiguity", 298, 41.25, 52.5, 55.0, 89.5, 71.5, 88.75, marks=".++#.#"),
        _ranked("Negation", 76, 97.0, 91.0, 12.0, 100.0, 100.0, 98.5, marks="#..##*"),
        _ranked("Idioms", 0, *[None] * 6, marks="......"),
        _ranked("Micro-average (items)", 374, 52.6, 60.3, 46.3, 91.6, 77.3, 90.7, marks=".+.#.#",
                level=Level.AVERAGE),
    ),
    signature="challenge:drawn|version:none",
    notes=("A tie is not right.",),
)  # fmt: skip

# Columns of the same name in two groups, and signs behind some numbers.
MARKED = Table(
    title="Study <b>: shares in percent",
    columns=(
        Column("Contrast"),
        *(
            Column(name, Unit.PERCENT, group=group)
            for group in ("refined", "hits")
            for name in ("Bad", "Share")
        ),
    ),
    rows=(
        Row((Cell("Gerund"), Cell(20.0), Cell(80.0, best=True, mark="↑"), Cell(40.0), Cell(60.0))),
        Row((Cell("Passive"), Cell(30.0), Cell(70.0), Cell(None), Cell(100.0, mark="°"))),
    ),
    signature="study:drawn|version:none",
    best_of="contrast",
    marks=(("↑", "higher than its place"), ("↓", "lower than its place"), ("°", "by construction")),
)

RANGED = Table(
    title="With intervals",
    columns=(Column("Category"), Column("n", Unit.COUNT), Column("A", Unit.PERCENT, heat=True)),
    rows=(
        Row((Cell("Ambiguity"), Cell(3), Cell(66.66666666666667, interval=(20.765, 93.851)))),
        Row((Cell("Negation"), Cell(0), Cell(None))),
    ),
    signature="suite:drawn|version:none",
)

SENTENCES = Table(
    title="Where they differ",
    columns=tuple(map(Column, ("Item", "Source", "A", "B"))),
    rows=(
        Row(
            tuple(
                map(
                    Cell,
                    (
                        "00001001",
                        "Dann erzählt sie lange und ausführlich von ihrem Mann, der gestern kam.",
                        "Then she tells of her husband.",
                        "Then she tells of her man.",
                    ),
                )
            )
        ),
    ),
    signature="suite:drawn|version:none",
)


def suspected(system: str, evidence: str = "look") -> dict[str, list[Suspicion]]:
    """A file that raises an alarm: “WARNING: A looks misaligned (shifted): look”."""
    return {system: [Suspicion(Damage.SHIFTED, 1, 2, 1, evidence)]}
