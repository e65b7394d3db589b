"""Tables for the terminal, and the same tables in a pipe."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from lackmus.tables.table import Cell, Column, Row, Table, Unit
from lackmus.write.reports.plain import text_of
from lackmus.write.reports.terminal import print_tables
from tests.write.drawn import GROUPED, MARKED, RANGED, SENTENCES, TABLE

HERE = Path(__file__).parent
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def printed(*tables: Table, width: int = 10_000, terminal: bool = False, colour: bool = True) -> str:
    """What a terminal of this width shows, or a pipe, which has none."""
    if not terminal:
        return text_of(tables)
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=True,
        color_system="truecolor" if colour else None,
        legacy_windows=False,
    )
    print_tables(tables, console)
    return out.getvalue()


def trimmed(text: str) -> str:
    """Lines without the spaces at their ends."""
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


@pytest.mark.parametrize(
    "name, shown",
    [
        ("table.txt", printed(TABLE)),
        ("table-60.txt", ESCAPE.sub("", printed(TABLE, width=60, terminal=True))),
        ("grouped.txt", printed(GROUPED)),
        ("grouped-60.txt", ESCAPE.sub("", printed(GROUPED, width=60, terminal=True))),
        ("sentences-60.txt", ESCAPE.sub("", printed(SENTENCES, width=60, terminal=True))),
    ],
)
def test_tables_look_as_kept(name: str, shown: str) -> None:
    """The files beside this test show what a reader sees."""
    assert trimmed(shown) == (HERE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("terminal", [True, False])
def test_nothing_has_no_headings(terminal: bool) -> None:
    """The title says that there is nothing; headings over nothing would say it again."""
    empty = Table("Nothing is wrong", (Column("Code"), Column("n", Unit.COUNT)), (), "s", ("A note.",))
    shown = ESCAPE.sub("", printed(empty, terminal=terminal))
    assert [line for line in shown.splitlines() if line] == ["Nothing is wrong", "A note.", "s"]


def test_a_pipe_gets_marks_and_no_colours() -> None:
    """The cluster of the best is a star, explained below; nothing is cut and no line is broken."""
    shown = printed(TABLE, SENTENCES)
    assert "\x1b" not in shown
    assert re.search(r"^Ambiguity +1,203 +100\.0\* +66\.7\* +12\.2 +59\.6 +−1\.2 *$", shown, re.MULTILINE)
    assert "* among the significantly best of the row" in shown
    assert "erzählt sie lange und ausführlich von ihrem Mann, der gestern kam.  Then she tells" in shown


@pytest.mark.parametrize("terminal, colour", [(True, True), (True, False), (False, True)])
def test_best_is_bold_where_it_can_be(terminal: bool, colour: bool) -> None:
    """Bold and colours on a terminal that has them, else stars."""
    shown = printed(TABLE, width=200, terminal=terminal, colour=colour)
    styled = terminal and colour
    assert bool(re.search(r"\x1b\[1;[0-9;]+m *100\.0\x1b\[0m", shown)) == styled
    assert ("66.7*" in shown) == (not styled)
    assert ("* among the significantly best" in shown) == (not styled)


@pytest.mark.parametrize("terminal, colour", [(True, True), (True, False), (False, True)])
def test_two_marks(terminal: bool, colour: bool) -> None:
    """Bold for the best of a group, a line below the best of all; else star and dagger; both explained."""
    shown = printed(GROUPED, width=200, terminal=terminal, colour=colour)
    styled = terminal and colour
    codes = dict(re.findall(r"\x1b\[([0-9;]+)m *(60\.3|91\.6|77\.3|98\.5)\x1b", shown))
    assert codes == ({"1": "60.3", "1;4;38;5;33": "91.6", "4;38;5;33": "98.5"} if styled else {})
    assert all((text in shown) != styled for text in ("60.3* ", "91.6*†", "98.5 †"))
    assert ("underlined" in shown) == styled
    group, row = (
        f"among the significantly best of {words}" for words in ("its group", "the row, all groups together")
    )
    said = [f"Bold: {group}; underlined: {row}"] if styled else [f"* {group}", f"† {row}"]
    assert [line.strip() for line in ESCAPE.sub("", shown).splitlines() if "among" in line] == said


@pytest.mark.parametrize("terminal, colour", [(True, True), (True, False), (False, True)])
def test_the_best_of_a_column(terminal: bool, colour: bool) -> None:
    """Where rows are metrics the marks run down; numbers stay below each other, without heat as well."""
    columns = (Column("Metric"), Column("Accuracy", Unit.PERCENT))
    cells = (Cell(91.6, best=True, best_of_group=True), Cell(60.3, best_of_group=True), Cell(52.6))
    rows = tuple(Row((Cell(name), cell)) for name, cell in zip("ABC", cells, strict=True))
    shown = printed(
        Table("T", columns, rows, "s", best_of="column"), width=200, terminal=terminal, colour=colour
    )
    assert "among the significantly best of the column, all groups together" in shown
    if not (terminal and colour):
        assert [line.split()[-1] for line in shown.splitlines()[3:5]] == ["91.6*†", "60.3*"]


@pytest.mark.parametrize("width", [1, 30, 45, 60, 80, 101, 200])
@pytest.mark.parametrize("terminal", [True, False])
def test_groups_stand_over_their_columns(width: int, terminal: bool) -> None:
    """In every block: the rule below the name of a group is as wide as its columns."""
    lines = ESCAPE.sub("", printed(GROUPED, width=width, terminal=terminal)).splitlines()
    found: dict[str, list[str]] = {}
    for place, line in enumerate(lines):
        if not re.match(r" +─", line):  # the rules below names
            continue
        headings = next(one for one in lines[place:] if one.startswith("Category"))
        for rule in re.finditer("─+", line):
            name = lines[place - 1][rule.start() : rule.end()].strip()
            found.setdefault(name, []).append(headings[rule.start() : rule.end()].strip())
    assert {name: " ".join(texts).replace("edit ", "").split() for name, texts in found.items()} == {
        "baseline": ["BLEU", "chrF", "distance"],
        "reference-based": ["Ahorn", "Birke"],
        "reference-free": ["Eibe"],
    }


def test_heat() -> None:
    """Blue for what nearly always passes, orange for what mostly fails, plain between."""
    shown = printed(TABLE, width=200, terminal=True)
    styles = {
        number: code for code, number in re.findall(r"\x1b\[([0-9;]+)m *(100\.0|66\.0|12\.0)\x1b", shown)
    }
    assert styles == {"100.0": "1;38;5;33", "12.0": "38;5;208"}


def wide(systems: int, name: str = "Ambiguity") -> Table:
    """Many systems, with numbers that tell cut from whole."""
    return Table(
        title="Wide",
        columns=(
            Column("Category"),
            Column("n", Unit.COUNT),
            *(Column(f"Average WMT{one}", Unit.PERCENT, heat=True) for one in range(systems)),
            Column("Why"),
        ),
        rows=(
            Row(
                (
                    Cell(name),
                    Cell(1_234_567),
                    *(Cell(10.5 + one, one == 1, (1.0, 98.0)) for one in range(systems)),
                    Cell("contradiction 17, unmatched 1,342, timeout 3, missing 12, empty 55"),
                )
            ),
        ),
        signature="s",
    )


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("name", ["Ambiguity", "A very long name of a category " * 3, "長い分類の名前" * 5])
@pytest.mark.parametrize("width", [1, 15, 30, 50, 79, 80, 81, 120, 200, 400])
def test_no_number_is_ever_cut(width: int, name: str, colour: bool) -> None:
    """Columns that do not fit go below, and the columns that name the row are repeated with them."""
    shown = ESCAPE.sub("", printed(wide(12, name), width=width, terminal=True, colour=colour))
    for one in range(12):
        assert f"{10.5 + one:.1f} [1–98]{'*' if one == 1 and not colour else ''}" in shown
        assert f"WMT{one}" in shown
    blocks = shown.count("1,234,567")
    assert blocks == shown.count("Category") >= 1
    assert "…" not in shown
    if width >= 50:
        assert max(map(cell_len, shown.splitlines())) <= width
        assert blocks == 1 if width == 400 and len(name) < 50 else blocks >= 1


LOG = Table(
    title="Log",
    columns=(
        Column("Change", Unit.COUNT),
        Column("When"),
        Column("Who"),
        Column("About"),
        Column("Why"),
    ),
    rows=tuple(
        Row(
            (
                Cell(number),
                Cell("2026-11-16 02:38:54"),
                Cell("Olga"),
                Cell("WMT22: 9 systems (9 new); 28,098 outputs, 3,193 new texts"),
                Cell(""),
            )
        )
        for number in (1, 2)
    ),
    signature="s",
)


@pytest.mark.parametrize(
    "width, heights",
    [(200, 1), (80, 2), (60, 3)],
)
def test_rows_of_texts_stay_rows(width: int, heights: int) -> None:
    """A log is read line by line: texts wrap, most of all the longest, before a column goes below."""
    shown = ESCAPE.sub("", printed(LOG, width=width, terminal=True)).splitlines()
    assert [line.split()[:2] for line in shown].count(["Change", "When"]) == 1
    assert max(map(cell_len, shown)) <= width
    assert len(shown) == 2 * heights + 4  # title, headings, rule, signature


@pytest.mark.parametrize("width", [60, 70, 80])
def test_words_are_not_broken_where_there_is_room(width: int) -> None:
    """However long the text beside it is."""
    row = Row(
        (Cell("Olga (outputs import)"), Cell("outputs taken out"), Cell("JDExploreAcademy, LT22, " * 20))
    )
    table = Table("T", (Column("Who"), Column("What"), Column("After")), (row,), "s")
    words = ESCAPE.sub("", printed(table, width=width, terminal=True)).split()
    assert {"(outputs", "import)", "taken"} <= set(words)
    assert words.count("JDExploreAcademy,") == 20


def test_blank_texts_need_no_room() -> None:
    """A column of nothing but spaces has no word by which it could be measured."""
    row = Row((Cell("a text " * 20), Cell("   ")))
    shown = printed(Table("T", (Column("Text"), Column(" ")), (row,), "s"), width=40, terminal=True)
    assert shown.count("text") == 20


def test_wide_characters_take_two_places() -> None:
    """A name in Japanese stays on its line, with its numbers right below their headings."""
    name = "長い分類の名前" * 5
    shown = printed(wide(2, name)).splitlines()
    (row,) = (line for line in shown if name in line)
    heading = shown[1]
    assert cell_len(row[: row.index("1,234,567")]) + 9 == cell_len(heading[: heading.index(" n ")]) + 2


def test_a_signature_that_tables_share_is_printed_once() -> None:
    """At the end, where it is looked for."""
    shown = printed(TABLE, RANGED)
    assert shown.count("suite:drawn|version:none") == 1
    assert shown.rstrip().endswith("suite:drawn|version:none")
    other = Table("Other", RANGED.columns, RANGED.rows, "another")
    assert [line for line in printed(TABLE, other).splitlines() if line in (TABLE.signature, "another")] == [
        TABLE.signature,
        "another",
    ]


def test_intervals_stand_beside_their_value() -> None:
    """A value without items has neither."""
    shown = printed(RANGED)
    assert "66.7 [21–94]" in shown
    assert re.search(r"^Negation +0 +– *$", shown, re.MULTILINE)


def test_names_are_never_markup() -> None:
    """A system named [red] is named so."""
    table = Table("T [b]", (Column("[red]"),), (Row((Cell("[/b] :smile:"),)),), "s [x]", ("n [i]",))
    shown = printed(table, terminal=True)
    assert all(name in ESCAPE.sub("", shown) for name in ("T [b]", "[red]", "[/b] :smile:", "s [x]", "n [i]"))


@pytest.mark.parametrize("terminal", [True, False])
def test_no_text_steers_the_terminal(terminal: bool) -> None:
    """Sentences and names come from strangers: what could steer the terminal is shown, not obeyed."""
    evil = "a\x1b]0;pwn\x07b\x1b[31m\u202ec\r\nd"
    table = Table(evil, (Column(evil), Column(evil)), (Row((Cell(evil), Cell("fine"))),), evil, (evil,))
    shown = printed(table, width=400, terminal=terminal, colour=False)
    assert shown.count(r"a\x1b]0;pwn\x07b\x1b[31m\u202ec\r\nd") == 6
    assert not {"\x1b", "\x07", "\u202e", "\r"} & set(ESCAPE.sub("", shown))


@pytest.mark.parametrize(
    "how, star",
    [({}, "*"), ({"terminal": True, "colour": False}, "*"), ({"terminal": True}, "")],
)
def test_signs_behind_numbers(how: dict[str, bool], star: str) -> None:
    """Numbers stay below each other, and signs that occur are explained once."""
    text = ESCAPE.sub("", printed(MARKED, width=80, **how))
    lines = text.splitlines()
    (first,) = [line for line in lines if line.startswith("Gerund")]
    (second,) = [line for line in lines if line.startswith("Passive")]
    assert f"80.0{star}↑" in first
    assert second.rstrip().endswith("100.0°")
    assert first.index("80.0") == second.index("70.0")
    assert first.index("60.0") == second.index("100.0") + 1
    assert [line.strip() for line in lines if line.startswith(("↑", "↓", "°"))] == [
        "↑ higher than its place",
        "° by construction",
    ]
