"""A challenge as a table with tabs, its columns named as in the public ACES data."""

import csv
import re
from collections.abc import Sequence
from io import StringIO

from lackmus.core.base.texts import without_zero_width
from lackmus.core.challenges.aces import ACES as ACES_STYLE
from lackmus.core.challenges.aces import STYLE
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.errors import LackmusError
from lackmus.read.challenges.rows import ACES, ANNOTATED, IDS, NEEDED, TupleRows, file_signature, plain_name
from lackmus.read.files import File

FITS = "a table with tabs: source, good-translation, incorrect-translation, reference, phenomena, langpair"
MAX_FIELD = 1_000_000  # characters in one cell; a missing quotation mark would swallow the rest of the file

_OPTIONAL = ("category", "item", "annotated")
_THERE = {here: there for there, here in ACES.items()} | {"annotated": ANNOTATED}
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
TAKES_PAIR = True  # a language pair, where the file has none
_Row = tuple[int, list[str]]  # the line on which it ends, and its cells


def recognises(file: File) -> bool:
    """Whether the first line names columns; the reader checks that none is missing."""
    names = _names(file.first_line.split("\t"))
    return len(names) > 1 and bool({"good-translation", "incorrect-translation"} & set(names))


def read(file: File, pair: str | None = None) -> ChallengeSet:
    """The challenge in the table; `pair` is its language pair where no column tells it.

    Without a column for it, the category is the top category of ACES, or the phenomenon.
    """
    table = table_of(file)
    if not table:
        raise file.empty
    names = _names(table[0][1])
    if pair is not None and _THERE["pair"] in names:
        raise LackmusError(
            f"{file.path} has a column langpair. Leave the language pair out.", argument="langpair"
        )
    columns, spelling = _columns(names, str(file.path), pair)
    given = {"pair": pair} if pair is not None else {}
    rows = TupleRows(file.path)
    for line, cells in table[1:]:
        if len(cells) != len(names):
            raise rows.problem(
                line,
                f"{len(cells)} cells under {len(names)} columns. Remove tabs from texts, or quote all cells.",
            )
        rows.add(line, {**given, **{name: cells[place] for name, place in columns.items()}}, spelling)
    about = {STYLE: ACES_STYLE, **rows.said}
    return ChallengeSet(plain_name(file.path), rows.tuples(), file_signature(file), about)


def _names(header: Sequence[str]) -> list[str]:
    return [without_zero_width(name).strip().strip('"').strip().casefold() for name in header]


def _columns(names: Sequence[str], path: str, pair: str | None) -> tuple[dict[str, int], dict[str, str]]:
    """Position of each column by our name, and its name in the file; other columns are ignored."""
    spelling = {name: _THERE.get(name, name) for name in (*NEEDED, *_OPTIONAL)}
    named = next((name for name in IDS if name in names), None)
    if named is not None:
        spelling["tuple"] = named
    missing = [spelling[name] for name in NEEDED if spelling[name] not in names]
    if missing == [_THERE["pair"]]:
        if pair is None:
            raise LackmusError(f"{path} has no column langpair.", code="no-langpair")
    elif missing:
        raise LackmusError(
            f"{path}: no column {', '.join(missing)}. The first line names the columns, with tabs between: "
            "source, good-translation, incorrect-translation, reference, phenomena, langpair."
        )
    for there in spelling.values():
        if names.count(there) > 1:
            raise LackmusError(f"{path}: two columns are named {there}. Keep one.")
    return {name: names.index(there) for name, there in spelling.items() if there in names}, spelling


def table_of(file: File) -> list[_Row]:
    """The cells, with or without quotation marks around them.

    ACES' own programs read quotation marks as part of the text, but write tables as spreadsheets do, so both
    kinds exist. Cells with quotation marks show which it is: around a cell, doubled within it, or single.
    """
    lines = enumerate(file.lines, start=1)
    plain = [(number, line.split("\t")) for number, line in lines if line.strip()]
    if b'"' not in file.content or not plain:
        return plain
    if _fits(plain):
        if not _written_with_quotes([cells for _, cells in plain]):
            return plain
        return [(number, [_unquoted(cell) for cell in cells]) for number, cells in plain]
    # A quoted cell may hold tabs and line breaks; then the plain lines make no table.
    quoted = _parsed(file.text)
    return quoted if quoted and _fits(quoted) else plain


def _fits(table: list[_Row]) -> bool:
    return all(len(cells) == len(table[0][1]) for _, cells in table)


def _written_with_quotes(table: list[list[str]]) -> bool:
    """Whether all quotation marks are as a spreadsheet writes them, and some only exist for that reason."""
    marked = [cell for cells in table for cell in cells if '"' in cell]
    header = all('"' in cell for cell in table[0])
    return all(map(_QUOTED.fullmatch, marked)) and (header or any('""' in cell[1:-1] for cell in marked))


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def _parsed(text: str) -> list[_Row]:
    rows = csv.reader(StringIO(text, newline=""), delimiter="\t", strict=True)
    previous_limit = csv.field_size_limit(MAX_FIELD)
    try:
        return [(rows.line_num, row) for row in rows if any(cell.strip() for cell in row)]
    except csv.Error:
        return []
    finally:
        csv.field_size_limit(previous_limit)
