"""Small campaigns for tests, drawn as a person would draw them on paper."""

from collections.abc import Mapping, Sequence

import polars as pl
from hypothesis import strategies as st

from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import OUTPUTS
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from lackmus.core.verdicts.judging import VERDICTS

SIGNS = {"+": Verdict.PASS, "-": Verdict.FAIL, "?": Verdict.WARNING, "x": Verdict.UNTESTABLE}
TEXTS = {"+": "good", "-": "bad", "?": "unclear"}


def suite_of(*phenomena: str, items: int = 1) -> Suite:
    """A suite with items for each `Category/Phenomenon`; “good” passes, “bad” fails, else a warning."""
    made: list[Item] = []
    for name in phenomena:
        category, _, phenomenon = name.partition("/")
        for _ in range(items):
            number = len(made) + 1
            made.append(
                Item(
                    Pair("de", "en"),
                    f"{number:03}",
                    category,
                    phenomenon or category,
                    f"Satz {number}.",
                    (Rule(Side.POSITIVE, Kind.PATTERN, "good"), Rule(Side.NEGATIVE, Kind.PATTERN, "bad")),
                )
            )
    return Suite("drawn", tuple(made))


def outputs_of_signs(suite: Suite, **systems: str) -> pl.DataFrame:
    """One sign per item: + passes, - fails, ? is open, a blank is a missing line."""
    rows = [
        (item.key, system, f"{TEXTS[sign]} {item.id}")
        for system, signs in systems.items()
        for item, sign in zip(suite.items, signs, strict=True)
        if sign != " "
    ]
    return pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row")


def verdicts_of(rows: Sequence[tuple[str, str]], systems: Mapping[str, str]) -> pl.DataFrame:
    """A verdict table: rows are (category, phenomenon) of each item, signs as above."""
    frame = pl.DataFrame(
        [
            (f"{number:03}", category, phenomenon, system, SIGNS[signs[number]])
            for system, signs in systems.items()
            for number, (category, phenomenon) in enumerate(rows)
        ],
        schema={name: VERDICTS[name] for name in ("item", "category", "phenomenon", "system", "verdict")},
        orient="row",
    )
    missing = [
        pl.lit(None, dtype=dtype).alias(name) for name, dtype in VERDICTS.items() if name not in frame.columns
    ]
    return VERDICTS.of(frame.with_columns(missing))


@st.composite
def campaigns(draw: st.DrawFn, least_systems: int = 1) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Any items in a few categories, any systems, any verdicts."""
    rows = draw(
        st.lists(
            st.tuples(st.sampled_from("AB"), st.sampled_from("pqr")).map(lambda p: (p[0], f"{p[0]}{p[1]}")),
            min_size=1,
            max_size=12,
        )
    )
    names = draw(st.lists(st.sampled_from("uvwxyz"), min_size=least_systems, max_size=5, unique=True))
    signs = st.text("+-?", min_size=len(rows), max_size=len(rows))
    return rows, {name: draw(signs) for name in names}
