"""A blind sheet: the remaining texts of one annotator, as TSV or CSV for a spreadsheet."""

import csv
import io
from collections.abc import Sequence

from lackmus.core.base.texts import text_key
from lackmus.core.ratings.tasks import SHEET_COLUMNS, BlindTranslation
from lackmus.errors import LackmusError
from lackmus.tables.ratings.tasks import with_marks
from lackmus.write.reports.csv import harmless

SHEETS = {"tsv": "\t", "csv": ","}  # by the ending of the file


def sheet_file(cards: Sequence[BlindTranslation], ending: str = "tsv") -> str:
    """One line per text, with an empty cell for the rating."""
    if ending not in SHEETS:
        raise LackmusError(f"A sheet is {' or '.join(SHEETS)}, and {ending or 'nothing'} was asked for.")
    out = io.StringIO()
    writer = csv.writer(out, delimiter=SHEETS[ending], lineterminator="\n")
    writer.writerow(SHEET_COLUMNS)
    for card in cards:
        writer.writerow([card.key, harmless(text_key(with_marks(card))), harmless(card.text), ""])
    return out.getvalue()
