r"""Tables as LaTeX with booktabs: a file that compiles alone and that a paper can \input."""

from collections.abc import Sequence

from lackmus.tables.many_systems import readable
from lackmus.tables.table import Cell, Column, Level, Report, Row, Table, Unit, shown
from lackmus.write.reports.tex import DEFINITIONS, GREY, escaped, packages, preamble
from lackmus.write.reports.tex_layout import Shares, form_of, name_width, parts_of, shares

ENDINGS = (".tex",)
_LONG = 36  # rows that still fit on one page; longer tables run over pages
_WIDE = 8  # more columns of numbers make headings vertical
_LANDSCAPE = 14  # more make the page of a short table landscape
_HEADING = 24  # letters of a heading on one line; a longer one is vertical and wraps
_ALONE = r"\csname @nodocument\endcsname\relax"  # LaTeX's own marker, undefined once a document has begun


def write(report: Report) -> str:
    """The report: alone a document, in a paper only its tables."""
    tables = [_table(readable(table)) for table in report.tables]
    body = "\n".join(tables)
    grey = r"\LackmusGrey " in body
    lines = [
        f"% {_comment(report.title)}",
        *(f"% {_comment(alarm)}" for alarm in report.alarms),
        r"% Compiles as it is; a second run settles the columns of long tables.",
        r"% In a paper: \input it, and load these packages:",
        rf"% \usepackage{{{packages(grey)}}}",
        rf"\expandafter\ifx{_ALONE}\else",
        *preamble("\n".join((body, *report.alarms)), grey),
        r"\begin{document}",
        r"\fi",
        DEFINITIONS,
        *([GREY] if grey else []),
        # Readers of the file alone need the warnings; a paper has its own.
        *(
            rf"\ifdefined\LackmusAlone\noindent\textbf{{{escaped(one)}}}\par\bigskip\fi"
            for one in report.alarms
        ),
        body.rstrip("\n"),
        r"\ifdefined\LackmusAlone\end{document}\fi",
    ]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> str:
    numbers = sum(column.unit is not Unit.TEXT for column in table.columns)
    upright = numbers > _WIDE or any(len(column.name) > _HEADING for column in table.columns[1:])
    if _texts(table) > 1:
        long = _longtable(table, table, upright, r"\footnotesize")
        share = _shares(table)
        return _notes(table) + (_turned(long) if share and share.turned else long)
    if len(table.rows) <= _LONG:
        floating = _floating(table, upright)
        return _notes(table) + (_turned(floating) if numbers > _LANDSCAPE else floating)
    written = []
    for part in parts_of(table):
        form = form_of(part)
        long = _longtable(part, table, upright or form.turned, form.font)
        written.append(_turned(long) if form.turned else long)
    return _notes(table) + "".join(written)


def _turned(written: str) -> str:
    return f"\\begin{{landscape}}\n{written}\\end{{landscape}}\n"


def _texts(table: Table) -> int:
    """Number of text columns after the first, which names the row."""
    return sum(column.unit is Unit.TEXT for column in table.columns[1:])


def _floating(table: Table, upright: bool) -> str:
    """A float, scaled down if it is too wide."""
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
            *_rows(table, table),
            r"\bottomrule",
            r"\end{tabular}}%",
            r"\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi",
            r"\end{table}",
            "",
        ]
    )


def _longtable(table: Table, whole: Table, upright: bool, font: str) -> str:
    """A table over several pages, with headings on each; `whole` is the table of which it is a part."""
    heading = _heading(table, upright)
    return "\n".join(
        [
            rf"\begingroup{font}\setlength{{\tabcolsep}}{{3pt}}",
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
            *_rows(table, whole),
            r"\end{longtable}",
            r"\endgroup",
            "",
        ]
    )


def _columns(table: Table) -> str:
    """The column types: numbers to the right; text columns share the line width."""
    share = _shares(table)
    name = name_width(table)
    widths = {place: rf"{part}\linewidth" for place, part in share.parts.items()} if share else {}
    if not widths and name:
        widths = {0: f"{name:.0f}pt"}
    ragged = r">{\raggedright\arraybackslash}"
    return "".join(
        f"{ragged}p{{{widths[place]}}}" if place in widths else "l" if column.unit is Unit.TEXT else "r"
        for place, column in enumerate(table.columns)
    )


def _shares(table: Table) -> Shares | None:
    """How text columns divide the line; None if all texts are short."""
    texts = [place for place, column in enumerate(table.columns) if column.unit is Unit.TEXT]
    longest = [
        max((len(shown(row.cells[place], Unit.TEXT)) for row in table.rows), default=1) for place in texts
    ]
    return shares(table, texts) if len(texts) > 1 and sum(longest) >= _SHORT else None


_SHORT = 70  # letters that fit on a line beside some numbers


def _heading(table: Table, upright: bool) -> str:
    return _groups(table) + " & ".join(_head(column, upright) for column in table.columns) + r" \\"


def _groups(table: Table) -> str:
    """The names of groups over their columns, and a rule below each."""
    cells, rules, at = [], [], 1
    for name, count in table.heads:
        cells.append(rf"\multicolumn{{{count}}}{{c}}{{{escaped(name)}}}" if name else " & " * (count - 1))
        rules += [rf"\cmidrule(lr){{{at}-{at + count - 1}}}"] if name else []
        at += count
    return f"{' & '.join(cells)} \\\\\n{''.join(rules)}\n" if cells else ""


def _head(column: Column, upright: bool) -> str:
    name = escaped(column.name)
    if not upright or column.unit is Unit.TEXT or len(column.name) <= 3:
        return name
    if len(column.name) > _HEADING:
        name = rf"\parbox{{11em}}{{\raggedright {name}}}"
    return rf"\rotatebox{{90}}{{{name}}}"


def _rows(table: Table, whole: Table) -> list[str]:
    lines = []
    previous: Level | None = None
    for row in table.rows:
        if previous is not None and (
            (row.level is Level.AVERAGE and previous is not Level.AVERAGE) or row.level is Level.GROUP
        ):
            lines.append(r"\midrule" if row.level is Level.AVERAGE else r"\addlinespace")
        lines.append(" & ".join(_cells(row, table.columns, whole)) + r" \\")
        if row.level is Level.GROUP:
            lines[-1] = lines[-1].removesuffix(r"\\") + r"\\*"  # keep a heading with the next row
        previous = row.level
    return lines


def _cells(row: Row, columns: Sequence[Column], whole: Table) -> list[str]:
    cells = [_cell(cell, column, whole) for cell, column in zip(row.cells, columns, strict=True)]
    if row.level is Level.GROUP:
        cells = [rf"\textbf{{{text}}}" if place == 0 else text for place, text in enumerate(cells)]
        # A sentence beside the name of a group describes its members.
        if len(columns) > 1 and columns[1].unit is Unit.TEXT and cells[1]:
            cells[1] = rf"\emph{{{cells[1]}}}"
    elif row.level is Level.MEMBER and cells[0]:
        cells[0] = rf"\quad {cells[0]}"
    # A bracket after \\ would be read as its option.
    return [f"{{}}{cells[0]}" if cells[0].startswith(("[", "*")) else cells[0], *cells[1:]]


def _cell(cell: Cell, column: Column, whole: Table) -> str:
    """A number with its marks; whether they are marks of groups depends on the whole table."""
    text = escaped(shown(cell, column.unit))
    grey = r"\LackmusGrey " if whole.grey(cell) else ""
    # Beside the number with zero width, so that numbers stay aligned.
    sign = rf"\rlap{{\textsuperscript{{{escaped(cell.mark)}}}}}" if cell.mark else ""
    return grey + (rf"\textbf{{{text}}}" if whole.bold(cell) else text) + sign


def _notes(table: Table) -> str:
    """Notes as comments: a paper says these things in its own words."""
    said = (
        *table.notes,
        *([f"Bold: {table.bold_means}."] if table.bold_means else []),
        *([f"Grey: {table.grey_means}."] if table.grey_means else []),
        *(f"{sign}: {meaning}." for sign, meaning in table.legend),
        table.signature,
    )
    return "".join(f"% {_comment(note)}\n" for note in said)


def _comment(text: str) -> str:
    return " ".join(text.split())
