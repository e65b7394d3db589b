"""A challenge as a table with tabs, as ACES' own programs read it: quotation marks are part of the texts."""

import re
from collections.abc import Mapping

from lackmus.core.base.texts import one_line
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.errors import LackmusError
from lackmus.write.challenges.lines import phenomenon_names

ENDINGS = (".tsv",)
FOLDER = False

_HEADER = ("source", "good-translation", "incorrect-translation", "reference", "phenomena", "langpair")
# A text that looks like a quoted cell of a spreadsheet would be read as one.
_LIKE_QUOTED = re.compile(r'"(?:[^"]|"")*""(?:[^"]|"")*"')


def write(challenge: ChallengeSet) -> Mapping[str, str]:
    """One line per tuple, without names of items and tuples, categories and writers."""
    tuples = challenge.tuples
    columns = [
        *(tuples[name].to_list() for name in ("source", "better", "worse", "reference")),
        phenomenon_names(tuples),
        tuples["pair"].to_list(),
    ]
    lines = ["\t".join(_HEADER)]
    for name, row in zip(tuples["tuple"], zip(*columns, strict=True), strict=True):
        cells = [one_line(cell).replace("\t", " ") for cell in row]
        if any(_LIKE_QUOTED.fullmatch(cell) for cell in cells if cell.startswith('"')):
            raise LackmusError(
                f"Tuple {name} has a text with doubled quotation marks, which aces-tsv cannot hold. "
                "Use another format, such as jsonl."
            )
        lines.append("\t".join(cells))
    return {"": "\n".join([*lines, ""])}
