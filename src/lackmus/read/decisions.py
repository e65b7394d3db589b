"""Read decisions of people: a line each, with id, verdict, the text, perhaps the person and an error type."""

from pathlib import Path

import polars as pl

from lackmus.core.base.verdict import BY_PEOPLE
from lackmus.core.reviews.decisions import DECISIONS
from lackmus.core.suites.error_types import WITH_ERROR_TYPE
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import read_lines

_SHAPE = (
    "Each line is an id, pass, fail or untestable, the text and perhaps a name and an error type, "
    "with tabs between"
)


def read_decisions(path: Path, suite: Suite) -> pl.DataFrame:
    """The decisions (DECISIONS, and error_type) in the order of the file; an unknown item is an error."""
    by_id = {item.id: item.key for item in suite.items} | {key: key for key in suite.by_key}
    rows = []
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip() or (number == 1 and line.lower().startswith(("id\t", "item\t"))):
            continue
        cells = line.split("\t")
        if len(cells) not in (3, 4, 5):
            raise LackmusError(f"{path}, line {number}: {len(cells)} cells. {_SHAPE}.")
        item, verdict, text, person, error_type = (*cells, "", "")[:5]
        if item.strip() not in by_id:
            raise LackmusError(
                f"{path}, line {number}: item {item} is not in {suite.name}. "
                "Correct the id, or use its own suite."
            )
        if verdict.strip() not in BY_PEOPLE:
            raise LackmusError(f"{path}, line {number}: “{verdict}” is no verdict of a person. {_SHAPE}.")
        if error_type.strip() and verdict.strip() not in WITH_ERROR_TYPE:
            raise LackmusError(
                f"{path}, line {number}: an error type goes with fail or untestable, not with {verdict}."
            )
        said = (text, person.strip(), verdict.strip(), False, error_type.strip() or None)
        rows.append((by_id[item.strip()], *said))
    return pl.DataFrame(rows, schema={**DECISIONS, "error_type": pl.String}, orient="row")
