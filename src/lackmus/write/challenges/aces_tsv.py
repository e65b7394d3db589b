"""A challenge as a table with tabs, as ACES' own programs read it: quotation marks are part of the texts."""

import re
from collections.abc import Mapping

from lackmus.core.base.texts import one_line
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.error_spans import marked, spans_of
from lackmus.errors import LackmusError
from lackmus.write.challenges.lines import phenomenon_names

ENDINGS = (".tsv",)
FOLDER = False

_HEADER = ("source", "good-translation", "incorrect-translation", "reference", "phenomena", "langpair")
_ANNOTATED = "incorrect-translation-annotated"  # only where errors are marked
_MARK = re.compile("</?v>")
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
    header = list(_HEADER)
    if challenge.has_spans:
        header.append(_ANNOTATED)
        columns.append(
            [
                "" if (spans := spans_of(cell)) is None else marked(text, spans)
                for text, cell in tuples.select("worse", "worse_spans").iter_rows()
            ]
        )
    lines = ["\t".join(header)]
    for name, row in zip(tuples["tuple"], zip(*columns, strict=True), strict=True):
        if len(row) > len(_HEADER) and _MARK.search(row[2]):
            raise LackmusError(
                f"Tuple {name}: its worse text has the sign <v>, which aces-tsv uses for errors. "
                "Use another format, such as jsonl."
            )
        cells = [one_line(cell).replace("\t", " ") for cell in row]
        if any(_LIKE_QUOTED.fullmatch(cell) for cell in cells if cell.startswith('"')):
            raise LackmusError(
                f"Tuple {name} has a text with doubled quotation marks, which aces-tsv cannot hold. "
                "Use another format, such as jsonl."
            )
        lines.append("\t".join(cells))
    return {"": "\n".join([*lines, ""])}
