"""Outputs in every format: what is written is read again as the same, or refused with a word."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Item, Suite
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of
from lackmus.write.outputs import write_outputs
from tests.refusals import refuses

FORMATS = ("jsonl", "mtme", "parquet", "tsv", "wmt-xml")
KEEPS_DOCUMENTS = ("jsonl", "mtme", "parquet", "wmt-xml")
KEEPS_SEGMENTS = ("jsonl", "parquet", "wmt-xml")

# Sources 0 and 1 are one sentence; so is 5, but for white space. 6 has a line break.
SOURCES = ("Eins.", "Eins.", "Über „uns“ & <b>.", "שלום.", "Mu\u0308ller 😀.", " Eins.", "Zwei\nDrei.")
SUITE = Suite(
    "s.json",
    tuple(Item(Pair("de", "en"), f"a:{n}", "A", "a", source) for n, source in enumerate(SOURCES)),
)
KEYS = [item.key for item in SUITE.items]


def hand_in(system: str, texts: dict[int, str], **more: list[str]) -> HandIn:
    """Outputs by id."""
    sources = [SOURCES[number] for number in texts]
    places = [(KEYS[number], line) for line, number in enumerate(texts)]
    return replace(HandIn(system, "f", sources, list(texts.values()), places), **more)  # type: ignore[arg-type]


def lines(system: str, *pairs: tuple[str, str], documents: Sequence[str] = ()) -> HandIn:
    """Outputs line by line: the items are where their sentences stand."""
    found: list[tuple[str, int]] = []
    for item in SUITE.items:
        found += [
            (item.key, n) for n, (source, _) in enumerate(pairs) if source.strip() == item.source.strip()
        ]
    sources, texts = ([pair[side] for pair in pairs] for side in (0, 1))
    return HandIn(system, "f", sources, texts, found, list(documents))


def said_by(hand_in: HandIn) -> Counter[tuple[str, str]]:
    return Counter((item, hand_in.texts[line]) for item, line in hand_in.places)


def named_by(hand_in: HandIn, names: list[str]) -> Counter[tuple[str, str]]:
    return Counter((item, names[line]) for item, line in hand_in.places)


def again(hand_ins: Sequence[HandIn], form: str, folder: Path) -> dict[str, HandIn]:
    """Written and read, by system."""
    target = folder / "out"
    write_outputs(hand_ins, form, target)
    return {one.system: one for one in hand_ins_of(SUITE, [str(target)], ReadOptions())}


def check(hand_ins: Sequence[HandIn], form: str, folder: Path) -> None:
    """The same systems, items and texts, and documents and segments where they were known."""
    read = again(hand_ins, form, folder)
    assert read.keys() == {one.system for one in hand_ins}
    for one in hand_ins:
        other = read[one.system]
        assert said_by(other) == said_by(one)
        if one.documents and form in KEEPS_DOCUMENTS:
            assert named_by(other, other.documents) == named_by(one, one.documents)
        if one.segments and form in KEEPS_SEGMENTS:
            assert named_by(other, other.segments) == named_by(one, one.segments)


HARD = {
    2: "He said: \"a <b> & 'c'\" ]]>",
    3: "שלום \u202eabc\u202c",
    4: "e\u0301 \u00e9 👩‍👩‍👧 \ufeff \u2028 \x85",
    0: "  spaces\taround\t ",
    1: "",
    5: "\ufeffa BOM, and “curly” ’quotes‘",
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("first", range(6))
def test_hard_texts(form: str, first: int, tmp_path: Path) -> None:
    """Signs that some format gives a meaning to, each of them once at the very beginning."""
    order = [first, *(number for number in HARD if number != first)]
    texts = {number: HARD[number] for number in order}
    check([hand_in("A", texts), hand_in("B b", dict.fromkeys(texts, "x"))], form, tmp_path)


@pytest.mark.parametrize("form", ["jsonl", "parquet", "wmt-xml"])
def test_breaks_of_lines(form: str, tmp_path: Path) -> None:
    """Within texts and sources, where the format can hold them."""
    check([hand_in("A", {0: "a\nb", 2: "a\rb\r\n", 6: "\n"})], form, tmp_path)


@pytest.mark.parametrize("form", ["jsonl", "parquet", "tsv", "wmt-xml"])
def test_missing_lines(form: str, tmp_path: Path) -> None:
    """A missing line stays missing: it is no blank one."""
    check([hand_in("A", {2: "x", 0: "y"}), hand_in("B", {3: "z", 2: ""})], form, tmp_path)


@pytest.mark.parametrize("form", KEEPS_SEGMENTS)
def test_documents_and_segments(form: str, tmp_path: Path) -> None:
    """Kept; a system may lack some lines of a document."""
    one = hand_in("A", {2: "x", 3: "y", 4: "z"}, documents=["d", "d", "e"], segments=["1", "2", "a b"])
    other = hand_in("B", {2: "x", 4: "z"}, documents=["d", "e"], segments=["1", "a b"])
    check([one, other], form, tmp_path)


@pytest.mark.parametrize("form", ["jsonl", "parquet", "mtme", "wmt-xml"])
def test_repeated_lines(form: str, tmp_path: Path) -> None:
    """Every repeat of a sentence is kept, among lines that are in no suite."""
    pairs = [("Neues.", "new"), ("Eins.", "one"), ("שלום.", "a"), ("Eins.", "uno"), ("שלום.", "a")]
    check([lines("A", *pairs), lines("B", *[(source, "b") for source, _ in pairs])], form, tmp_path)
    check([lines("A", *pairs, documents=["", "d", "d", "e", "d"])], form, tmp_path / "more")


@pytest.mark.parametrize("form", ["mtme", "wmt-xml"])
def test_all_lines_are_kept(form: str, tmp_path: Path) -> None:
    """Other lines help to see whether a file has slipped."""
    one = lines("A", ("Neues.", "new"), ("שלום.", "a"), ("Altes.", "old"))
    read = again([one], form, tmp_path)["A"]
    assert (read.sources, read.texts, read.places) == (one.sources, one.texts, one.places)


def characters(form: str) -> st.SearchStrategy[str]:
    """What a text in this format may consist of."""
    if form == "wmt-xml":
        controls = "".join(chr(code) for code in range(32) if chr(code) not in "\t\n\r")
        return st.characters(exclude_categories=["Cs"], exclude_characters=controls + "\ufffe\uffff")
    if form in ("tsv", "mtme"):
        return st.characters(exclude_categories=["Cs"], exclude_characters="\n\r")
    return st.characters(exclude_categories=["Cs"])


@st.composite
def campaigns(draw: st.DrawFn, form: str) -> list[HandIn]:
    """A few systems with a few items each; mtme wants every item from everybody, tsv a plain name."""
    texts = st.text(characters(form), max_size=8)
    names = st.text("abcABC -_é", min_size=1, max_size=5) if form in ("tsv", "mtme") else texts
    systems = draw(st.lists(names.filter(str.strip), min_size=1, max_size=3, unique_by=str.casefold))
    known = [number for number in range(len(SOURCES)) if form != "mtme" or number != 6]
    everybody = draw(st.permutations(known))
    found = []
    for system in systems:
        items = everybody
        if form != "mtme":
            items = draw(st.lists(st.sampled_from(known), min_size=1, unique=True))
        found.append(hand_in(system, {number: draw(texts) for number in items}))
    return found


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=60)
@given(data=st.data())
def test_any_outputs(form: str, data: st.DataObject) -> None:
    """Whatever the texts and the names are."""
    hand_ins = data.draw(campaigns(form))
    with TemporaryDirectory() as folder:
        check(hand_ins, form, Path(folder))


@pytest.mark.parametrize("form", KEEPS_SEGMENTS)
@settings(max_examples=60)
@given(data=st.data())
def test_any_documents(form: str, data: st.DataObject) -> None:
    """Whatever they are called; items of one sentence would need the documents for themselves."""
    names = st.text(characters(form), max_size=4)
    items = data.draw(st.lists(st.sampled_from([2, 3, 4, 6]), min_size=1, unique=True))
    hand_ins = []
    for system in ("A", "B"):
        documents, segments = ([data.draw(names) for _ in items] for _ in range(2))
        assume(any(documents) and any(segments))
        texts = dict.fromkeys(items, system)
        hand_ins.append(hand_in(system, texts, documents=documents, segments=segments))
    with TemporaryDirectory() as folder:
        check(hand_ins, form, Path(folder))


ONE = hand_in("A", {2: "x"})
UNKNOWN = "There is no format xml. There are jsonl, mtme, parquet, tsv, wmt-jsonl, wmt-xml."


@pytest.mark.parametrize(
    "form, hand_ins, said",
    [
        ("xml", [ONE], UNKNOWN),
        ("jsonl", [HandIn("A", "f", ["x"], ["y"])], "There is no output of any item to write."),
        ("tsv", [ONE, HandIn("B", "f", ["x"], ["y"])],
         "B has no output of any item. Leave it out: --exclude."),
        ("tsv", [hand_in("A", {2: "a\nb"})], "A, item de-en:a:2: has a line break in its text, which tsv "
         "cannot hold. Use another format, such as jsonl."),
        ("tsv", [hand_in("A", {2: "a\r"})], "A, item de-en:a:2: has a line break in its text, which tsv "
         "cannot hold. Use another format, such as jsonl."),
        ("tsv", [lines("A", ("שלום.", "a"), ("שלום.", "b"))], "A, item de-en:a:3: stands there more than "
         "once, which tsv cannot hold. Use another format, such as jsonl."),
        ("tsv", [HandIn("A", "f", ["x"], ["y"], [("de-en:a\tb", 0)])], "A, item de-en:a\tb: has white space "
         "in its id, which tsv cannot hold. Use another format, such as jsonl."),
        ("mtme", [hand_in("A", {2: "a\nb"})], "A has a line break within line 1, which mtme cannot hold. "
         "Use another format, such as jsonl."),
        ("mtme", [hand_in("A", {6: "a"})], "The source has a line break within line 1, which mtme "
         "cannot hold. Use another format, such as jsonl."),
        ("mtme", [ONE, hand_in("B", {2: "x", 3: "y"})], "A has no line de-en:a:3 1, and mtme needs one from "
         "every system. Use another format, such as jsonl."),
        ("mtme", [hand_in("refA", {2: "x"})], "refA is how mtme names references, not systems. Rename it."),
        ("wmt-xml", [hand_in("A", {2: "a\x0cb"})], "A has U+000C in “a\\x0cb”, which XML cannot hold. "
         "Use another format, such as jsonl."),
        ("wmt-xml", [hand_in("A\x00", {2: "x"})], "A system has U+0000 in “A\\x00”, which XML cannot hold. "
         "Use another format, such as jsonl."),
        ("wmt-xml", [hand_in("A", {2: "\uffff"})], "A has U+FFFF in “\uffff”, which XML cannot hold. "
         "Use another format, such as jsonl."),
        *((form, [hand_in("A", {0: "x", 1: "y"}, documents=["d", "d"])],
           f"Items de-en:a:0 and de-en:a:1 have one source sentence, by which {name} finds them, but "
           "texts of their own. Use a format by id, such as jsonl.")
          for form, name in (("mtme", "mtme"), ("wmt-xml", "WMT XML"))),
    ],
)  # fmt: skip
def test_what_a_format_cannot_hold(form: str, hand_ins: list[HandIn], said: str, tmp_path: Path) -> None:
    """Refused before anything is written, with the remedy."""
    with refuses(LackmusError, match=f"^{re.escape(said)}$"):
        write_outputs(hand_ins, form, tmp_path / "out")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "system, name",
    [
        ("Online-A.0", "Online-A.0"),
        ("a/b\\c", "a_b_c"),
        ("../../etc/passwd", "__.._etc_passwd"),
        ("CON", "_CON"),
        ("lpt1.v2", "_lpt1.v2"),
        ("Contra", "Contra"),
        ("..", "_"),
        (".hidden", "_hidden"),
        ("/abs", "_abs"),
        ("a\x00\nb", "a__b"),
        ('<"*?|:>', "_______"),
        ("C:x", "C_x"),
        ("über ß 😀", "über ß 😀"),
    ],
)
@pytest.mark.parametrize("form, ending", [("tsv", ".tsv"), ("mtme", ".txt")])
def test_file_names(form: str, ending: str, system: str, name: str, tmp_path: Path) -> None:
    """No name of a system leads out of the folder or hides its file."""
    written = write_outputs([hand_in(system, {2: "x"})], form, tmp_path / "out")
    assert written[-1].name == f"{name}{ending}"
    assert all(path.resolve().is_relative_to(tmp_path / "out") for path in written)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(written)


@pytest.mark.parametrize("one, other", [("a/b", "a_b"), ("Online", "online"), ("é", "e\u0301")])
def test_names_that_collide(one: str, other: str, tmp_path: Path) -> None:
    """Some file systems do not tell a from A."""
    hand_ins = [hand_in(one, {2: "x"}), hand_in(other, {2: "x"})]
    with refuses(LackmusError, match=f"^{one} and {other} would both be written to .*Rename one"):
        write_outputs(hand_ins, "tsv", tmp_path / "out")
    check(hand_ins, "jsonl", tmp_path)


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    """No file system would take it."""
    with refuses(LackmusError, match=r"^The name of a{20}… is too long for a file"):
        write_outputs([hand_in("a" * 300, {2: "x"})], "tsv", tmp_path / "out")


def test_where_it_is_written(tmp_path: Path) -> None:
    """One file where one was named, a file in a folder that is there, a folder for formats that need one."""
    assert write_outputs([ONE], "jsonl", tmp_path / "new" / "a.any") == [tmp_path / "new" / "a.any"]
    assert write_outputs([ONE], "jsonl", tmp_path / "new") == [tmp_path / "new" / "outputs.jsonl"]
    assert write_outputs([ONE], "tsv", tmp_path / "folder") == [tmp_path / "folder" / "A.tsv"]
    assert write_outputs([ONE], "tsv", tmp_path / "folder") == [tmp_path / "folder" / "A.tsv"]  # again


def test_what_lies_there_already(tmp_path: Path) -> None:
    """A file left there would be read as one more system."""
    write_outputs([ONE], "tsv", tmp_path / "out")
    other = [hand_in("B", {2: "x"})]
    said = f"{tmp_path / 'out'} holds other files (A.tsv). Name a new folder with -o."
    with refuses(LackmusError, match=f"^{re.escape(said)}$"):
        write_outputs(other, "tsv", tmp_path / "out")
    with refuses(LackmusError, match="is a file, and this format needs a folder"):
        write_outputs(other, "tsv", tmp_path / "out" / "A.tsv")


def test_xml_is_what_others_read(tmp_path: Path) -> None:
    """As WMT writes it."""
    one = hand_in("A & B", {2: "x < y", 3: "z"}, documents=["d", "d"], segments=["1", "2"])
    (path,) = write_outputs([one], "wmt-xml", tmp_path / "x.xml")
    assert path.read_text() == (
        "<?xml version='1.0' encoding='utf-8'?>\n"
        '<dataset id="lackmus">\n'
        '  <collection id="suite">\n'
        '    <doc origlang="de" id="d">\n'
        '      <src lang="de">\n'
        "        <p>\n"
        '          <seg id="1">Über „uns“ &amp; &lt;b&gt;.</seg>\n'
        '          <seg id="2">שלום.</seg>\n'
        "        </p>\n"
        "      </src>\n"
        '      <hyp system="A &amp; B" lang="en">\n'
        "        <p>\n"
        '          <seg id="1">x &lt; y</seg>\n'
        '          <seg id="2">z</seg>\n'
        "        </p>\n"
        "      </hyp>\n"
        "    </doc>\n"
        "  </collection>\n"
        "</dataset>\n"
    )
