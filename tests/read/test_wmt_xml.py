"""WMT XML: many systems in one file, items found by their source, nothing ever resolved."""

import gzip
import re
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.outputs import outputs_of
from lackmus.core.suites.suite import Item, Suite
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of
from tests.read.test_lines import suite_of_sources

SUITE = suite_of_sources("Eins.", "Zwei.", "Drei & vier.")


def doc(name: str, *parts: str, more: str = "") -> str:
    return f'<doc origlang="de" id="{name}"{more}>{"".join(parts)}</doc>'


def part(tag: str, *texts: str, more: str = "") -> str:
    """A src, ref or hyp; segments are numbered from 1."""
    segments = "".join(f'<seg id="{n}">{text}</seg>' for n, text in enumerate(texts, start=1))
    return f"<{tag} {more}><p>{segments}</p></{tag}>"


def src(*texts: str) -> str:
    return part("src", *texts, more='lang="de"')


def hyp(system: str, *texts: str) -> str:
    return part("hyp", *texts, more=f'system="{system}" language="en"')


def dataset(*documents: str, collection: str = "general", more: str = "") -> str:
    inner = f'<collection id="{collection}"{more}>{"".join(documents)}</collection>'
    return f"<?xml version='1.0' encoding='utf-8'?>\n<dataset id=\"x\">\n{inner}</dataset>\n"


USUAL = dataset(
    doc(
        "a", src("Neues.", "Zwei."), part("ref", "News.", "Two."), hyp("A", "new", "two"), hyp("B", "", "zwo")
    ),
    doc("b", src("Eins."), hyp("B", "one")),
    doc("c", src("Drei &amp; vier."), hyp("A", "x &lt; y"), hyp("B", "<b>th</b>ree <i>&amp;</i> four")),
)


def write(path: Path, content: str | bytes) -> str:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def complaint(
    path: Path, content: str | bytes, asked: ReadOptions | None = None, suite: Suite = SUITE
) -> str:
    """What is said about the file, without its name."""
    with pytest.raises(LackmusError) as raised:
        hand_ins_of(suite, [write(path, content)], asked or ReadOptions())
    said = worded(raised.value)
    assert "\n" not in said
    assert raised.value.exit_code == 2
    return said.replace(str(path), "F")


def test_the_usual_file(tmp_path: Path) -> None:
    """References are nobody's output; a system without a document has no lines there."""
    one, other = hand_ins_of(SUITE, [write(tmp_path / "out.xml", USUAL)])
    assert (one.system, one.file, one.texts) == ("A", "out.xml (A)", ["new", "two", "x < y"])
    assert (one.documents, one.segments) == (["a", "a", "c"], ["1", "2", "1"])
    assert one.sources == ["Neues.", "Zwei.", "Drei & vier."]
    assert (other.system, other.texts) == ("B", ["", "zwo", "one", "three & four"])
    assert (other.documents, other.segments) == (["a", "a", "b", "c"], ["1", "2", "1", "1"])
    assert outputs_of([one, other]).rows() == [
        ("de-en:1", "A", "two"),
        ("de-en:2", "A", "x < y"),
        ("de-en:0", "B", "one"),
        ("de-en:1", "B", "zwo"),
        ("de-en:2", "B", "three & four"),
    ]


def test_whole_systems_share_the_source(tmp_path: Path) -> None:
    """It is searched once, and measured once."""
    one, other = hand_ins_of(
        SUITE, [write(tmp_path / "x", dataset(doc("a", src("Eins."), hyp("A", "1"), hyp("B", "2"))))]
    )
    assert one.sources is other.sources
    assert one.places is other.places


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("<?xml version='1.0' encoding='utf-8'?>\n", ""),
        lambda text: f"\ufeff{text}",
        lambda text: "\n\n" + text.partition("\n")[2],
        lambda text: text.replace("<dataset", '<!DOCTYPE dataset SYSTEM "wmt.dtd"><!-- x --><dataset'),
        lambda text: re.sub(r"><(?=/?(p|src|hyp|ref|doc)\b)", ">\n\t<", text),
        lambda text: text.replace("<p>", "").replace("</p>", ""),
        lambda text: re.sub(r"</?collection[^>]*>", "", text),
        lambda text: text.replace("utf-8", "iso-8859-1"),  # in truth it is UTF-8
        lambda text: text.replace(">two<", "><!-- 2 -->t<?x y?><![CDATA[wo]]><"),
        lambda text: gzip.compress(text.encode()),
    ],
)
def test_other_ways_to_write_it(change: object, tmp_path: Path) -> None:
    """With or without declaration, BOM, DOCTYPE, paragraphs, collections, white space, packing."""
    assert callable(change)
    hand_ins = hand_ins_of(SUITE, [write(tmp_path / "out", change(USUAL))])
    assert [(one.system, one.texts[1:]) for one in hand_ins] == [
        ("A", ["two", "x < y"]),
        ("B", ["zwo", "one", "three & four"]),
    ]


FILTERED = (
    '<dataset><collection id="general">'
    + doc("a", src("Eins."), hyp("A", "1"), more=' testsuite="DFKI"')
    + doc("b", src("Zwei."), hyp("A", "2"), hyp("B", "2"))
    + '</collection><collection id="suites" testsuite="All">'
    + doc("c", src("Eins."), hyp("B", "3"))
    + doc("d", src("Zwei."), hyp("B", "4"), more=' testsuite="DFKI"')
    + "</collection></dataset>"
)


@pytest.mark.parametrize(
    "asked, texts",
    [
        (ReadOptions(), {"A": ["1", "2"], "B": ["2", "3", "4"]}),
        (ReadOptions(testsuite="DFKI"), {"A": ["1"], "B": ["4"]}),
        (ReadOptions(testsuite="All"), {"B": ["3"]}),
        (ReadOptions(collection="general"), {"A": ["1", "2"], "B": ["2"]}),
        (ReadOptions(collection="suites", testsuite="DFKI"), {"B": ["4"]}),
    ],
)
def test_only_what_is_asked_for(asked: ReadOptions, texts: dict[str, list[str]], tmp_path: Path) -> None:
    """A document's own test suite counts before that of its collection."""
    hand_ins = hand_ins_of(SUITE, [write(tmp_path / "out.xml", FILTERED)], asked)
    assert {one.system: one.texts for one in hand_ins} == texts


@pytest.mark.parametrize(
    "asked, said",
    [
        (ReadOptions(testsuite="XFKI"), "--testsuite: F has no XFKI. There are: DFKI, All."),
        (ReadOptions(collection="x"), "--collection: F has no x. There are: general, suites."),
        (ReadOptions(collection="general", testsuite="All"),
         "F holds no document that is in both this test suite and this collection."),
    ],
)  # fmt: skip
def test_asking_for_what_is_not_there(asked: ReadOptions, said: str, tmp_path: Path) -> None:
    """The answer lists what is."""
    assert complaint(tmp_path / "out.xml", FILTERED, asked) == said


def test_filters_are_for_xml(tmp_path: Path) -> None:
    """An option that would do nothing is not swallowed."""
    assert complaint(tmp_path / "a.tsv", "0\tOne.\n", ReadOptions(testsuite="DFKI")) == (
        "--testsuite: none of the outputs is WMT XML, WMT JSON Lines or mt-metrics-eval, which has such."
    )


@pytest.mark.parametrize(
    "content, said",
    [
        (dataset(doc("a", src("Eins.", "Zwei."), hyp("A", "1"))),
         "F: document a, system A: 1 segments, but the source has 2."),
        (dataset(doc("a", src("Eins."), hyp("A", "1", "2"))),
         "F: document a, system A: 2 segments, but the source has 1."),
        (dataset(doc("a", src("Eins."), hyp("A", "1").replace('id="1"', 'id="2"'))),
         "F: document a, system A: segment 1 has the id 2, but in the source it has 1."),
        (dataset(doc("a", src("Eins."), hyp("A", "1"), hyp("A", "1"))),
         "F: document a, system A: stands there twice. Keep one."),
        (dataset(doc("a", src("Eins."), hyp(" ", "1"))), "F: document a has a hyp that names no system."),
        (dataset(doc("a", hyp("A", "1"))), "F: document a has no src before its first hyp."),
        (dataset(doc("a", src("Eins."), src("Eins."), hyp("A", "1"))),
         "F: document a has two src. Keep one."),
        (dataset(doc("a", src("Eins."), part("ref", "One."))),
         "F holds no output (no hyp). Is it the file that was handed out?"),
        (dataset(), "F holds no document."),
        (dataset(doc("a", src("One."), hyp("A", "Eins."))),
         "F: none of the 3 sentences of s.json is in it. "
         "Are the sources in it in the suite's source language?"),
        (USUAL[:-30], None),
        (USUAL.replace("</hyp>", "</hypp>", 1), None),
        (USUAL.replace("new", "&nbsp;"), "F, line 3: broken XML (Entity 'nbsp' not defined). Correct it."),
        (USUAL.replace("new", "\x01"), None),
        (USUAL.replace("new", "ü").encode("latin-1"), "F, line 3: not UTF-8 (byte 0xfc). Save it as UTF-8."),
        ("<dataset>" * 300, None),
    ],
)  # fmt: skip
def test_a_wrong_file(content: str | bytes, said: str | None, tmp_path: Path) -> None:
    """One line that names the document, the system and what differs, or the line where XML breaks."""
    found = complaint(tmp_path / "out.xml", content)
    if said is None:
        assert re.fullmatch(r"F, line \d+: broken XML \(.+\)\. Correct it\.", found)
    else:
        assert found == said


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "doctype, reference",
    [
        ('<!DOCTYPE dataset [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "&x;"),
        ('<!DOCTYPE dataset [<!ENTITY x SYSTEM "http://example.org/x">]>', "&x;"),
        ('<!DOCTYPE dataset [<!ENTITY % x SYSTEM "http://example.org/x"> %x;]>', "x"),
        (f'<!DOCTYPE dataset [<!ENTITY l0 "ha">{LAUGHS}]>', "&l9;"),
        (f'<!DOCTYPE dataset [<!ENTITY l0 "ha">{LAUGHS}]>', "ha"),  # not even used
        (f'<!DOCTYPE dataset [<!--{"x" * 100_000}--><!ENTITY l0 "ha">]>', "&l0;"),  # far from the beginning
        (f'<!DOCTYPE dataset [<!--{"x" * 32_730}--><!ENTITY l0 "ha">]>', "&l0;"),  # across pieces
    ],
    ids=["file", "network", "parameter", "laughs", "unused", "late", "cut"],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(doctype: str, reference: str, encoding: str, tmp_path: Path) -> None:
    """Nothing is fetched, nothing is expanded, nothing is dropped without a word."""
    body = USUAL.partition("\n")[2].replace("new", reference)
    content = f'<?xml version="1.0" encoding="{encoding}"?>{doctype}{body}'.encode(encoding)
    found = complaint(tmp_path / "out.xml", content, ReadOptions(form="wmt-xml"))
    if encoding == "utf-8":
        assert found == "F: declares entities, which are never resolved here. Take them out."
    else:
        assert found == "F: UTF-16, not UTF-8. Save it as UTF-8."


def test_entities_are_refused_whatever_the_root(tmp_path: Path) -> None:
    """The classic file has a root of its own."""
    laughs = f'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "ha">{LAUGHS}]><lolz>&l9;</lolz>'
    assert "declares entities" in complaint(tmp_path / "out.xml", laughs)


@pytest.mark.parametrize("where", ["SYSTEM", 'PUBLIC "-//WMT//DTD"'])
@pytest.mark.parametrize("scheme", ["", "file://", "http://example.org"])
def test_a_dtd_is_never_opened(where: str, scheme: str, tmp_path: Path) -> None:
    """A DOCTYPE may name one, on this machine or elsewhere: what stands in it changes nothing."""
    dtd, path = tmp_path / "wmt.dtd", tmp_path / "out.xml"
    dtd.write_text('<!ATTLIST hyp system CDATA "Intruder"> and what no DTD may have')
    plain = hand_ins_of(SUITE, [write(path, USUAL)])
    named = USUAL.replace("<dataset", f'<!DOCTYPE dataset {where} "{scheme}{dtd}"><dataset')
    assert hand_ins_of(SUITE, [write(path, named)]) == plain


def test_a_comment_before_the_root(tmp_path: Path) -> None:
    """It may speak of any element."""
    head, rest = USUAL.split("\n", 1)
    path = write(tmp_path / "out.xml", f"{head}\n<!-- made from <tstset>\n -->\n{rest}")
    assert [one.system for one in hand_ins_of(SUITE, [path])] == ["A", "B"]


def test_an_entity_declared_elsewhere(tmp_path: Path) -> None:
    """The DTD is not fetched, so the character is unknown; it must not vanish."""
    content = USUAL.replace("<dataset", '<!DOCTYPE dataset SYSTEM "wmt.dtd"><dataset').replace(
        "new", "n&ouml;"
    )
    assert complaint(tmp_path / "x", content) == "F, line 3: &ouml; is declared nowhere. Write it out."


def test_other_xml(tmp_path: Path) -> None:
    """Not recognised, and refused when forced."""
    assert "no format for outputs recognises it" in complaint(tmp_path / "x", "<tmx><body/></tmx>")
    said = complaint(tmp_path / "x", "<tmx><body/></tmx>", ReadOptions(form="wmt-xml"))
    assert said.startswith("F: its root is tmx, not dataset. Needed is WMT XML")


@pytest.mark.real_data
def test_a_real_file(real_data: Path) -> None:
    """WMT22 Livonian–English: five systems, 420 documents."""
    (path,) = (real_data / "wmt-xml").iterdir()
    first = "Āndagõd mäddõn tieudõ, až täddõn um kizzimiži."
    suite = Suite("s", (Item(Pair("liv", "en"), "1", "A", "a", first),))
    hand_ins = hand_ins_of(suite, [str(path)])
    assert [one.system for one in hand_ins] == ["Liv4ever", "TAL-SJTU", "TartuNLP", "NiuTrans", "HuaweiTSC"]
    assert {len(one.texts) for one in hand_ins} == {420}
    assert outputs_of(hand_ins).filter(system="Liv4ever").rows() == [
        ("liv-en:1", "Liv4ever", "Let us know if you have questions.")
    ]
    assert {one.documents[one.places[0][1]] for one in hand_ins} == {"360"}
