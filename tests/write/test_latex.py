"""Tables as LaTeX: they compile as they are, alone and inside a paper, whatever stands in them."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from lackmus.tables.table import Cell, Column, Level, Report, Row, Table, Unit
from lackmus.write.reports.latex import write
from lackmus.write.reports.tex import escaped
from lackmus.write.reports.tex_layout import GAP, LINE, TURNED_LINE, parts_of, shares
from tests.write.drawn import GROUPED, MARKED, RANGED, SENTENCES, TABLE, suspected

ENGINES = ("pdflatex", "lualatex", "xelatex")
NASTY = (
    "100 % of $x_1$ & #2 {a} \\b ^ ~ <i> | \"q\" 'r' `s` -- [x] *y* "
    "− → Δ … Ω 日本語 😀 Привет ё é ß “x” e\u0301 Ħħ ĸ ŀ ŉ ŧ ſ ѣ ҕ Ӄ \x9f ,,x''"
)


def report(*tables: Table) -> Report:
    return Report("A report", tables)


def wide_table(systems: int, rows: int) -> Table:
    """As large as a campaign can be."""
    columns: tuple[Column, ...] = (Column("Phenomenon"), Column("n", Unit.COUNT))
    columns += tuple(Column(f"System-{n}_x", Unit.PERCENT, heat=True) for n in range(systems))
    body = []
    for number in range(rows):
        level = Level.GROUP if number % 8 == 0 else Level.MEMBER
        cells = tuple(Cell(float(100 - n), best=n < 2) for n in range(systems))
        body.append(Row((Cell(f"Phenomenon {number}"), Cell(20), *cells), level))
    return Table("Large & wide", columns, tuple(body), "suite:drawn")


def long_grouped() -> Table:
    """Over several pages, with groups in every heading."""
    return replace(GROUPED, rows=GROUPED.rows[:3] * 30)


NASTY_TABLE = Table(
    NASTY,
    (Column(NASTY), Column("Text"), Column("n", Unit.COUNT)),
    (
        Row((Cell("[x]"), Cell(NASTY), Cell(1)), Level.GROUP),
        Row((Cell("*"), Cell(None), Cell(None)), Level.MEMBER),
        Row((Cell(""), Cell(NASTY * 3), Cell(3)), Level.AVERAGE),
    ),
    "signature:%\\",
    (NASTY + "\n" + NASTY,),
)


@pytest.mark.parametrize(
    "text, written",
    [
        ("50 % & more", r"50 \% \& more"),
        ("a_b^c", r"a\_b\textasciicircum{}c"),
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("a--b---c", "a-{}-b-{}-{}-c"),
        ("de-en", "de-en"),
        ("it's", r"it\textquotesingle{}s"),
        ("two\n lines", "two lines"),
        ("−1.2", r"\ensuremath{-}1.2"),
        (",,so'' ,,,", r",{},so\textquotesingle{}\textquotesingle{} ,{},{},"),
        ("a\x01\x9fb", r"a\textbackslash{}x01\textbackslash{}x9fb"),
        ("N" * 45, "N" * 20 + r"\hspace{0pt}" + "N" * 25),
        ("a b" * 20, "a b" * 20),
        ("Привет ѣ", r"\LackmusCyrillic{Привет} ѣ"),
    ],
)
def test_signs_that_mean_something_to_latex(text: str, written: str) -> None:
    """Text stays text."""
    assert escaped(text) == written


def test_a_table_with_booktabs() -> None:
    """Bold clusters, a rule before the averages, room between categories."""
    written = write(report(TABLE))
    rows = [line for line in written.splitlines() if line.endswith((r"\\", r"\\*"))]
    assert rows[1] == (
        r"\textbf{Ambiguity} & 1,203 & \textbf{100.0} & \textbf{66.7} & 12.2 & 59.6 & \ensuremath{-}1.2 \\*"
    )
    assert rows[2].startswith(r"\quad Lexical “ambiguity” \& more & 1,200 & \textbf{100.0} & 66.0")
    assert written.index(r"\midrule", written.index("日本語")) < written.index("Micro-average")
    assert r"\begin{tabular}{lrrrrrr}" in written
    assert "% suite:drawn|version:none" in written


def test_groups_and_their_best() -> None:
    """Names over their columns with a rule below, grey grounds, and what they need; elsewhere nothing."""
    written = write(report(GROUPED))
    assert (
        r" &  & \multicolumn{3}{c}{baseline} & \multicolumn{2}{c}{reference-based} & "
        "\\multicolumn{1}{c}{reference-free} &  \\\\\n"
        r"\cmidrule(lr){3-5}\cmidrule(lr){6-7}\cmidrule(lr){8-8}" in written
    )
    assert (
        r"298 & 41.2 & \textbf{52.5} & \textbf{55.0} & \LackmusGrey \textbf{89.5} & 71.5 & "
        r"\LackmusGrey \textbf{88.8} & 50.0" in written
    )
    assert r"\LackmusGrey \textbf{100.0} & \LackmusGrey \textbf{100.0} & \LackmusGrey 98.5" in written
    assert written.count("textcomp,colortbl}") == 2  # in the file itself, and as a hint for a paper
    assert "% Bold: among the significantly best of its group." in written
    assert "% Grey: among the significantly best of the row, all groups together." in written
    assert not any(word in write(report(TABLE)) for word in ("Grey", "colortbl", "cmidrule"))


def test_a_part_of_a_table_has_the_marks_of_the_whole() -> None:
    """A part whose groups have one metric each has nothing in bold, and the best of all in grey."""
    wide = wide_table(60, 40)
    columns = tuple(
        replace(column, group="" if place < 2 else "first" if place < 4 else f"own {place}")
        for place, column in enumerate(wide.columns)
    )
    rows = tuple(
        replace(
            row,
            cells=tuple(
                replace(cell, best=place == len(row.cells) - 1, best_of_group=place == 2)
                for place, cell in enumerate(row.cells)
            ),
        )
        for row in wide.rows
    )
    grouped = replace(wide, columns=columns, rows=rows)
    first, *_, last = parts_of(grouped)
    assert first.ranked_in_groups and not last.ranked_in_groups
    lines = write(report(grouped)).splitlines()
    ends = [line.split(" & ")[-1].rstrip("*") for line in lines if "LackmusGrey " in line]
    assert ends == [r"\LackmusGrey 41.0 \\"] * len(rows)


def test_a_long_name_of_a_group_takes_room() -> None:
    """A table that would just fit is parted where the names over its columns need more."""
    plain = wide_table(27, 106)
    grouped = replace(
        plain,
        columns=tuple(
            replace(column, group=f"A group with the number {place}" if place > 1 else "")
            for place, column in enumerate(plain.columns)
        ),
    )
    assert len(parts_of(plain)) == 1
    assert len(parts_of(grouped)) > 2


@pytest.mark.parametrize(
    "table, environments",
    [
        (wide_table(4, 10), {"table", "tabular"}),
        (wide_table(4, 106), {"longtable"}),
        (wide_table(30, 14), {"landscape", "table", "tabular"}),
        (wide_table(24, 106), {"landscape", "longtable"}),
    ],
    ids=["small", "long", "wide", "long and wide"],
)
def test_a_table_takes_the_room_it_needs(table: Table, environments: set[str]) -> None:
    """Over pages when it is long, on a turned page when it is wide."""
    known = {"landscape", "longtable", "table", "tabular"}
    assert {name for name in known if rf"\begin{{{name}}}" in write(report(table))} == environments


@pytest.mark.parametrize(
    "systems, font, turned, parts",
    [
        (4, r"\footnotesize", False, 1),
        (16, r"\footnotesize", False, 1),
        (17, r"\scriptsize", False, 1),
        (26, r"\footnotesize", True, 1),
        (27, r"\scriptsize", True, 1),
        (30, r"\footnotesize", False, 2),
        (60, r"\footnotesize", True, 3),
    ],
)
def test_a_long_table_never_runs_off_the_page(systems: int, font: str, turned: bool, parts: int) -> None:
    """Smaller letters, then a turned page, then parts that repeat the names of the rows."""
    table = wide_table(systems, 106)
    written = write(report(table))
    assert written.count(r"\begin{longtable}") == written.count(rf"\begingroup{font}\s") == parts
    assert written.count(r"\begin{landscape}") == turned * parts
    assert ("(part 1 of" in written) is (parts > 1)
    found = [column.name for part in parts_of(table) for column in part.columns[2:]]
    assert found == [column.name for column in table.columns[2:]]
    assert all(part.columns[:2] == table.columns[:2] for part in parts_of(table))


def sentences(*widths: int) -> Table:
    """Columns whose texts have so many letters, in words of ten."""
    cells = tuple(Cell(" ".join(["x" * min(10, width)] * max(1, width // 10))) for width in widths)
    columns = tuple(Column(f"C{place}") for place in range(len(widths)))
    return Table("T", columns, (Row(cells),), "s")


@pytest.mark.parametrize(
    "widths, turned",
    [((7, 10, 80, 6, 80, 80), False), ((5, 200), False), ((10, 20, 30, 40, 50, 60, 70, 80, 90), True)],
)
def test_columns_of_text_share_the_line(widths: tuple[int, ...], turned: bool) -> None:
    """A short column gets all it wants, a long one what is left; together they fit."""
    found = shares(sentences(*widths), range(len(widths)))
    line = TURNED_LINE if turned else LINE
    assert found.turned is turned
    assert sum(found.parts.values()) * line + GAP * len(widths) <= line * 1.005
    assert all(found.parts[place] * line >= 4.9 * min(width, 10) for place, width in enumerate(widths))
    assert (r"\begin{landscape}" in write(report(sentences(*widths)))) is turned


def test_a_long_name_of_a_system_wraps() -> None:
    """It stands upright, however few systems there are; nothing of it is lost."""
    columns = (Column("Category"), Column("N" * 200, Unit.PERCENT, heat=True))
    written = write(report(Table("T", columns, (Row((Cell("a"), Cell(1.0))),), "s")))
    assert r"\rotatebox{90}{\parbox{11em}{\raggedright N" in written
    assert written.count("N") >= 200


def test_alarms_are_read_by_whoever_compiles_the_file() -> None:
    """A paper that takes in the tables knows already."""
    written = write(Report("R", (TABLE,), suspicions=suspected("Ünï_1"))).splitlines()
    said = r"\textbf{WARNING: Ünï\_1 looks misaligned (shifted): look}"
    assert rf"\ifdefined\LackmusAlone\noindent{said}\par\bigskip\fi" in written
    assert "% WARNING: Ünï_1 looks misaligned (shifted): look" in written


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], bool]:
    """Is an engine installed with all it needs? Debian can have lualatex without its fonts."""

    @cache
    def answer(engine: str) -> bool:
        folder = tmp_path_factory.mktemp(engine)
        fonts = "" if engine == "pdflatex" else r"\usepackage{fontspec}"
        packages = rf"\usepackage{{booktabs,pdflscape}}{fonts}"
        text = rf"\documentclass{{article}}{packages}\begin{{document}}x\end{{document}}"
        (folder / "tiny.tex").write_text(text)
        return bool(shutil.which(engine)) and run(engine, "tiny.tex", folder).returncode == 0

    return answer


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "tables",
    [
        (TABLE, RANGED, SENTENCES, GROUPED, long_grouped()),
        (NASTY_TABLE,),
        (wide_table(30, 106), wide_table(30, 14), wide_table(4, 5)),
    ],
    ids=["drawn", "nasty", "large"],
)
def test_it_compiles_as_it_is(
    engine: str, tables: tuple[Table, ...], tmp_path: Path, works: Callable[[str], bool]
) -> None:
    """No error, and a PDF."""
    if engine != "pdflatex" and NASTY_TABLE not in tables:
        pytest.skip("letters are what the engines differ in; one file of them is enough")
    if not works(engine):
        pytest.skip(f"no working {engine} is installed")
    (tmp_path / "report.tex").write_text(write(report(*tables)), encoding="utf-8")
    compiled = run(engine, "report.tex", tmp_path)
    assert compiled.returncode == 0, compiled.stdout[-3000:]
    assert (tmp_path / "report.pdf").stat().st_size > 1000


@pytest.mark.slow
def test_a_paper_inputs_it(tmp_path: Path, works: Callable[[str], bool]) -> None:
    """The same file, in the middle of somebody's paper: its tables and nothing else."""
    if not works("pdflatex"):
        pytest.skip("no working pdflatex is installed")
    (tmp_path / "table.tex").write_text(write(report(TABLE, RANGED, GROUPED)), encoding="utf-8")
    (tmp_path / "paper.tex").write_text(
        r"""\documentclass{article}\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}
\usepackage{booktabs,longtable,array,graphicx,pdflscape,textcomp,colortbl}
\DeclareUnicodeCharacter{65E5}{}\DeclareUnicodeCharacter{672C}{}\DeclareUnicodeCharacter{8A9E}{}
\begin{document}Before.\input{table}After.\end{document}"""
    )
    compiled = run("pdflatex", "paper.tex", tmp_path)
    assert compiled.returncode == 0, compiled.stdout[-3000:]


def run(engine: str, name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", name]
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", errors="replace", check=False
    )


def test_signs_behind_numbers() -> None:
    """Without width of their own, so that numbers stay below each other; what they mean is a comment."""
    written = write(report(MARKED))
    assert r"\textbf{80.0}\rlap{\textsuperscript{\ensuremath{\uparrow}}}" in written
    assert r"100.0\rlap{\textsuperscript{°}}" in written
    assert "% ↑: higher than its place." in written
    assert "↓" not in written
