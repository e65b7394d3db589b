r"""Tables as LaTeX with booktabs: a file that compiles as it is, and that a paper can \input as well."""

from collections.abc import Sequence

from lackmus.core.tables import Cell, Column, Level, Report, Row, Table, Unit, shown
from lackmus.write.reports.tex import DEFINITIONS, escaped, preamble

ENDINGS = (".tex",)
_LONG = 36  # rows that still fit on one page; longer tables run over pages
_WIDE = 8  # columns of numbers beyond which headings stand upright
_LANDSCAPE = 14  # and beyond which the page is turned
_ALONE = r"\csname @nodocument\endcsname\relax"  # LaTeX's own mark: it vanishes when a document has begun


def write(report: Report) -> str:
    """The report: compiled alone it is a document, in a paper only its tables."""
    tables = [_table(table) for table in report.tables]
    body = "\n".join(tables)
    lines = [
        f"% {_comment(report.title)}",
        *(f"% {_comment(alarm)}" for alarm in report.alarms),
        r"% Compiles as it is. In a paper: \input it, and load these packages:",
        r"% \usepackage{booktabs,longtable,array,graphicx,pdflscape,textcomp}",
        rf"\expandafter\ifx{_ALONE}\else",
        *preamble(body),
        r"\begin{document}",
        r"\fi",
        DEFINITIONS,
        body.rstrip("\n"),
        r"\ifdefined\LackmusAlone\end{document}\fi",
    ]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> str:
    numbers = sum(column.unit is not Unit.TEXT for column in table.columns)
    long = len(table.rows) > _LONG or _texts(table) > 1
    written = _longtable(table, numbers > _WIDE) if long else _floating(table, numbers > _WIDE)
    if numbers > _LANDSCAPE:
        written = f"\\begin{{landscape}}\n{written}\\end{{landscape}}\n"
    return f"{_notes(table)}{written}"


def _texts(table: Table) -> int:
    """Columns of running text, beside the first that names the row."""
    return sum(column.unit is Unit.TEXT for column in table.columns[1:])


def _floating(table: Table, upright: bool) -> str:
    """A float, made narrower where it would not fit the line."""
    return "\n".join(
        [
            r"\begin{table}[htbp]",
            r"\centering\footnotesize",
            rf"\caption{{{escaped(table.title)}}}",
            r"\setlength{\tabcolsep}{4pt}",
            r"\sbox0{%",
            rf"\begin{{tabular}}{{{_columns(table)}}}",
            r"\toprule",
            _heading(table, upright),
            r"\midrule",
            *_rows(table),
            r"\bottomrule",
            r"\end{tabular}}%",
            r"\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi",
            r"\end{table}",
            "",
        ]
    )


def _longtable(table: Table, upright: bool) -> str:
    """Over as many pages as it needs, the headings on each."""
    heading = _heading(table, upright)
    return "\n".join(
        [
            r"\begingroup\footnotesize\setlength{\tabcolsep}{3pt}",
            r"\setlength{\LTleft}{0pt plus 1fill minus 1fill}",
            r"\setlength{\LTright}{0pt plus 1fill minus 1fill}",
            rf"\begin{{longtable}}{{{_columns(table)}}}",
            rf"\caption{{{escaped(table.title)}}}\\",
            r"\toprule",
            heading,
            r"\midrule",
            r"\endfirsthead",
            r"\toprule",
            heading,
            r"\midrule",
            r"\endhead",
            r"\midrule",
            rf"\multicolumn{{{len(table.columns)}}}{{r}}{{\emph{{continued}}}}\\",
            r"\endfoot",
            r"\bottomrule",
            r"\endlastfoot",
            *_rows(table),
            r"\end{longtable}",
            r"\endgroup",
            "",
        ]
    )


def _columns(table: Table) -> str:
    """Numbers to the right; where several columns hold sentences they share the width of the line."""
    share = _shares(table)
    ragged = r">{\raggedright\arraybackslash}"
    return "".join(
        "r" if column.unit is not Unit.TEXT else f"{ragged}p{{{share[place]}\\linewidth}}" if share else "l"
        for place, column in enumerate(table.columns)
    )


def _shares(table: Table) -> dict[int, float]:
    """Of a line, for each column of text, by how much stands in it; none where all of it is short."""
    texts = [place for place, column in enumerate(table.columns) if column.unit is Unit.TEXT]
    if len(texts) < 2:
        return {}
    longest = {
        place: max((len(shown(row.cells[place], Unit.TEXT)) for row in table.rows), default=1)
        for place in texts
    }
    if sum(longest.values()) < _SHORT:
        return {}
    room = 0.92 - 0.07 * (len(table.columns) - len(texts))
    weights = {place: min(60, max(8, longest[place], len(table.columns[place].name))) for place in texts}
    return {place: round(room * weight / sum(weights.values()), 3) for place, weight in weights.items()}


_SHORT = 70  # letters that fit on a line beside some numbers


def _heading(table: Table, upright: bool) -> str:
    names = []
    for column in table.columns:
        name = escaped(column.name)
        turned = upright and column.unit is not Unit.TEXT and len(column.name) > 3
        names.append(rf"\rotatebox{{90}}{{{name}}}" if turned else name)
    return " & ".join(names) + r" \\"


def _rows(table: Table) -> list[str]:
    lines = []
    previous: Level | None = None
    for row in table.rows:
        if previous is not None and (
            (row.level is Level.AVERAGE and previous is not Level.AVERAGE) or row.level is Level.GROUP
        ):
            lines.append(r"\midrule" if row.level is Level.AVERAGE else r"\addlinespace")
        lines.append(" & ".join(_cells(row, table.columns)) + r" \\")
        if row.level is Level.GROUP:
            lines[-1] = lines[-1].removesuffix(r"\\") + r"\\*"  # a heading stays with what follows
        previous = row.level
    return lines


def _cells(row: Row, columns: Sequence[Column]) -> list[str]:
    cells = [_cell(cell, column) for cell, column in zip(row.cells, columns, strict=True)]
    if row.level is Level.GROUP:
        cells = [rf"\textbf{{{text}}}" if place == 0 else text for place, text in enumerate(cells)]
        # A sentence beside the name of a group is what its members are about.
        if len(columns) > 1 and columns[1].unit is Unit.TEXT and cells[1]:
            cells[1] = rf"\emph{{{cells[1]}}}"
    elif row.level is Level.MEMBER and cells[0]:
        cells[0] = rf"\quad {cells[0]}"
    # A bracket after \\ would be taken for an option of it.
    return [f"{{}}{cells[0]}" if cells[0].startswith(("[", "*")) else cells[0], *cells[1:]]


def _cell(cell: Cell, column: Column) -> str:
    text = escaped(shown(cell, column.unit))
    return rf"\textbf{{{text}}}" if cell.best else text


def _notes(table: Table) -> str:
    """As comments: a paper says these things in its own words."""
    bold = any(cell.best for row in table.rows for cell in row.cells)
    said = (
        *table.notes,
        *(["Bold: among the significantly best of the row."] if bold else []),
        table.signature,
    )
    return "".join(f"% {_comment(note)}\n" for note in said)


def _comment(text: str) -> str:
    return " ".join(text.split())
