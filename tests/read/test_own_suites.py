"""Lackmus' own YAML and JSON Lines: what people write, and what they write wrongly."""

import json
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Kind, RuleScope, Side
from lackmus.errors import LackmusError
from lackmus.read import read_draft, read_suite
from tests.refusals import refuses

YAML = """\
pair: en-de
phenomena:
  - category: Ambiguity
    phenomenon: Lexical ambiguity
    guideline: >-
      A word has two
      meanings.
    items:
      - id: 007
        source: 'No: he sat on the bank.'
        positive: [Ufer, '\\bBöschung']
        negative: Bank
        negative_fixed:
          - no
        paradigm: sit
        comment: easy
        tags: [spoken, null]
        reserved: yes
      - {id: "2", source: He sat., pair: en-ru}
      - id: "3"
        source: |
          He sat.

          She sat on
          the bank of the bank.
        prompt: Translate formally.
        stretch: bank
        occurrence: 2
        scope: paragraph
"""


def suite_file(folder: Path, text: str, name: str = "suite.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_what_people_write_in_yaml(tmp_path: Path) -> None:
    """All scalars are texts: 007 is an id and `no` a word; one pattern needs no list."""
    suite = read_suite(suite_file(tmp_path, YAML))
    first, second, third = suite.items
    assert (first.id, first.source, first.pair) == ("007", "No: he sat on the bank.", Pair("en", "de"))
    assert [(rule.side, rule.kind, rule.value) for rule in first.rules] == [
        (Side.POSITIVE, Kind.PATTERN, "Ufer"),
        (Side.POSITIVE, Kind.PATTERN, r"\bBöschung"),
        (Side.NEGATIVE, Kind.PATTERN, "Bank"),
        (Side.NEGATIVE, Kind.FIXED, "no"),
    ]
    assert (first.paradigm, first.comment, first.tags, first.reserved) == (
        "sit",
        "easy",
        ("spoken", "null"),
        True,
    )
    assert (second.pair, second.rules, second.reserved) == (Pair("en", "ru"), (), False)
    assert (second.prompt, second.stretch, second.scope) == ("", "", RuleScope.TEXT)
    assert (third.prompt, third.stretch, third.occurrence) == ("Translate formally.", "bank", 2)
    assert third.paragraph == (1, 2)
    assert suite.guideline("Ambiguity", "Lexical ambiguity") == "A word has two meanings."


def test_a_pattern_may_be_named_and_used_again(tmp_path: Path) -> None:
    """Anchors and aliases are for what many items share."""
    text = "pair: en-de\nphenomena:\n- {category: c, phenomenon: p, items: "
    text += "[{id: 1, source: a, positive: &p [x, y]}, "
    suite = read_suite(suite_file(tmp_path, text + "{id: 2, source: b, positive: *p}]}\n"))
    assert suite.items[0].rules == suite.items[1].rules


HEAD = "pair: en-de\nphenomena:\n- category: c\n  phenomenon: p\n"


@pytest.mark.parametrize(
    "text, said",
    [
        ("phenomena: 3\n", " has no list “phenomena” at its top. Is this a suite?"),
        ("phenomena: []\n", " has no items."),
        (HEAD, " has no items."),
        ("pairs: en-de\nphenomena: []\n", ": unknown key “pairs”. Known are error_types, pair, phenomena."),
        ("phenomena:\n- x\n", ", phenomenon 1: not a phenomenon with keys such as “category” and “items”."),
        ("phenomena:\n- category: c\n", ", line 2, phenomenon 1: “phenomenon” must be a text."),
        ("phenomena:\n- {category: ' ', phenomenon: p}\n", ", line 2, phenomenon 1: “category” is blank."),
        (HEAD + "  item: []\n", ", line 3, phenomenon 1: unknown key “item”. Known are …"),
        (HEAD + "  items: 3\n", ", line 3, phenomenon 1: “items” must be a list."),
        (HEAD + "  items:\n  - 3\n", ": not an item with keys such as “id” and “source”."),
        (HEAD + "  items:\n  - source: s\n", ", line 6: lacks “id”."),
        (
            HEAD + "  items:\n  - {id: 1, source: s, positiv: x}\n",
            ", line 6, item 1: unknown key “positiv”. Known are …",
        ),
        (
            HEAD + "  items:\n  - {id: 1, source: s, positive: [[x]]}\n",
            ", line 6, item 1: “positive” must be a text or …",
        ),
        (
            HEAD + "  items:\n  - {id: 1, source: s, reserved: perhaps}\n",
            ", line 6, item 1: “reserved” must be true or false.",
        ),
        (
            HEAD + "  items:\n  - {id: 1, source: s t s, stretch: s}\n",
            ", line 6, item 1: the stretch “s” occurs 2 times in the source. Say which by “occurrence”, …",
        ),
        (
            HEAD + "  items:\n  - {id: 1, source: s, stretch: s, occurrence: last}\n",
            ", line 6, item 1: “occurrence” must be a number.",
        ),
        (
            HEAD + "  items:\n  - {id: 1, source: s, scope: word}\n",
            ", line 6, item 1: “scope” must be text or paragraph.",
        ),
        (
            HEAD + "  items:\n  - {id: 1, source: s, scope: paragraph}\n",
            ", line 6, item 1: the scope “paragraph” needs a stretch, the words of the source in question.",
        ),
        (HEAD + "  items:\n  - {id: 1, source: s, id: 2}\n", ", line 6: “id” stands there twice. Keep one."),
        (
            HEAD + "  items:\n  - {id: 1, source: s}\n  - {id: 1, source: t}\n",
            ": item en-de:1 stands there twice. …",
        ),
        (
            "phenomena:\n- {category: c, phenomenon: p, items: [{id: 1, source: s}]}\n",
            ", line 2, item 1: lacks “pair”.",
        ),
        (HEAD + "  items: [\n", ", line 6, column 1: not YAML (…)."),
        (HEAD + "  items: *nobody\n", ", line 5: no anchor &nobody."),
        (HEAD + "  items: &a [*a]\n", ", line 5: *a stands within &a. Write it out."),
        (
            HEAD + "  items:\n  - !!python/object:os.system {id: 1, source: s}\n",
            ", line 6: a tag (“tag:yaml.org,2002:python/object:os.system”). Delete it.",
        ),
        (HEAD + "  items:\n  - {id: 1, source: !!binary aGE=}\n", ", line 6: a tag (“…”). Delete it."),
        (HEAD + "  items:\n  - {id: 1, source: s, positive: {}}\n", ", line 6, item 1: “positive” must be …"),
        (HEAD + "  ? [a]\n  : b\n", ", line 5: a key must be a word."),
        (HEAD + "---\nphenomena: []\n", ", line 5: a second document begins. Keep one."),
        ("phenomena:\n  " + "[" * 200_000, ", line 2: nested too deeply to be a suite."),
        ("phenomena: \x07\n", ": U+0007 is not allowed in YAML. Remove it."),
    ],
)
def test_a_slip_in_yaml_is_one_line(text: str, said: str, tmp_path: Path) -> None:
    """Where it stands, what is wrong, what is right."""
    path = suite_file(tmp_path, text)
    with pytest.raises(LackmusError) as raised:
        read_suite(path, "yaml")
    start, dots, end = said.partition("…")
    message = worded(raised.value).removeprefix(str(path))
    assert "\n" not in message
    assert (message.startswith(start) and message.endswith(end.strip("…"))) if dots else message == said


def test_a_file_of_references_does_not_explode(tmp_path: Path) -> None:
    """“Billion laughs” in YAML: references to references are shared, not copied, and refused as rules."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 15)]
    path = suite_file(tmp_path, "phenomena: []\n" + "\n".join(lines))
    with refuses(LackmusError, match="line 8: aliases stand for more than 1,000,000 values"):
        read_suite(path)


def test_a_suite_of_references_does_not_explode(tmp_path: Path) -> None:
    """Nor does one in the right shape: a thousand patterns in a thousand items in a thousand phenomena."""
    patterns = f"&p [{', '.join(['x'] * 1000)}]"
    items = f"[&i {{id: 1, source: s, positive: {patterns}}}{', *i' * 1000}]"
    blocks = f"[&b {{category: c, phenomenon: p, items: {items}}}{', *b' * 1000}]"
    with refuses(LackmusError, match="line 2: aliases stand for more than 1,000,000 values"):
        read_suite(suite_file(tmp_path, f"pair: en-de\nphenomena: {blocks}\n"), "yaml")


ITEM = {"id": "1", "pair": "en-de", "category": "c", "phenomenon": "p", "source": "s", "positive": "x"}


def test_what_programs_write_in_json_lines(tmp_path: Path) -> None:
    """An item on each line; guidelines on lines of their own; blank lines do not matter."""
    about = {"category": "c", "phenomenon": "p", "guideline": "Look closely."}
    lines = [json.dumps(about), "", json.dumps(ITEM), json.dumps({**ITEM, "id": "2", "source": "a\u2028b"})]
    suite = read_suite(suite_file(tmp_path, "\n".join(lines), "suite.jsonl"))
    assert [item.id for item in suite.items] == ["1", "2"]
    assert suite.items[1].source == "a\u2028b"
    assert suite.guideline("c", "p") == "Look closely."


@pytest.mark.parametrize(
    "line, said",
    [
        ("{", ", line 2, column 2: not JSON (…"),
        ("[]", ", line 2: not an item with keys such as “id” and “source”."),
        ('{"id": "2", "id": "3"}', ", line 2: “id” stands there twice. Keep one."),
        (json.dumps({**ITEM, "id": "2", "langpair": "x"}), ", line 2, item 2: unknown key “langpair”. …"),
        (json.dumps({**ITEM, "id": "2", "source": 3}), ", line 2, item 2: “source” must be a text."),
        (json.dumps({**ITEM, "stretch": "x"}), ", line 2, item 1: the stretch “x” is not in the source."),
        (
            json.dumps({**ITEM, "stretch": "s", "occurrence": True}),
            ", line 2, item 1: “occurrence” must be a number.",
        ),
        (json.dumps({**ITEM, "pair": "english"}), ", line 2, item 1: …"),
        (json.dumps({**ITEM, "id": "2", "source": "\ud83d"}), ", line 2: half a character …"),
        ("[" * 100_000, ", line 2: nested too deeply. …"),
        ("9" * 5000, ", line 2: a number that is too long. …"),
        ('{"category": "c", "guideline": "g"}', ", line 2: an entry of “phenomena” needs …"),
    ],
)
def test_a_bad_line_is_named(line: str, said: str, tmp_path: Path) -> None:
    """The number of the line, or the item where it has a name."""
    path = suite_file(tmp_path, f"{json.dumps(ITEM)}\n{line}\n", "suite.jsonl")
    with pytest.raises(LackmusError) as raised:
        read_suite(path)
    message = worded(raised.value).removeprefix(str(path))
    start, _, end = said.partition("…")
    assert message.startswith(start)
    assert message.endswith(end)


@pytest.mark.parametrize(
    "line, said",
    [
        ('{"id": "1", "pair": ', ", line 1, column 21: not JSON (…"),
        ('{"category": "c\x07"}', ", line 1, column 16: not JSON (…"),
        (
            json.dumps({**ITEM, "comment": "x" * 100_000, "colour": ""}),
            ", line 1, item 1: unknown key “colour”. …",
        ),
    ],
)
def test_a_bad_first_line_is_still_one_of_json_lines(line: str, said: str, tmp_path: Path) -> None:
    """It is not taken for the beginning of an items.json."""
    path = suite_file(tmp_path, f"{line}\n{json.dumps(ITEM)}\n", "suite.jsonl")
    with pytest.raises(LackmusError) as raised:
        read_suite(path)
    start, _, end = said.partition("…")
    message = worded(raised.value).removeprefix(str(path))
    assert message.startswith(start) and message.endswith(end)


def test_a_guideline_that_nobody_wrote_yet(tmp_path: Path) -> None:
    """The schema allows null there, and so does the reader."""
    about = {"category": "c", "phenomenon": "p", "guideline": None}
    path = suite_file(tmp_path, f"{json.dumps(about)}\n{json.dumps(ITEM)}\n", "suite.jsonl")
    assert read_suite(path).guideline("c", "p") == ""


@pytest.mark.parametrize("blank", ["\n", " \r\n\t\n"])
def test_a_file_of_white_space_is_empty(blank: str, tmp_path: Path) -> None:
    """There is nothing to recognise."""
    with refuses(LackmusError, match=r"suite is empty\.$"):
        read_suite(suite_file(tmp_path, blank, "suite"))


@pytest.mark.parametrize("text, name", [(YAML, "suite.yaml"), (f"{json.dumps(ITEM)}\n" * 2, "suite.jsonl")])
def test_an_old_macintosh(text: str, name: str, tmp_path: Path) -> None:
    """Carriage returns end lines where nothing else does."""
    path = suite_file(tmp_path, text, name)
    lines = read_draft(path)
    path.write_bytes(text.replace("\n", "\r").encode())
    assert read_draft(path).items == lines.items


def test_a_name_that_no_file_can_have() -> None:
    """One line, as for any other file that is not there."""
    with refuses(LackmusError, match=r"x cannot be read \(File name too long\)\.$"):
        read_suite(Path("x" * 5000))


def test_only_guidelines_are_no_suite(tmp_path: Path) -> None:
    """A file that says something about phenomena and has no item."""
    path = suite_file(tmp_path, '{"category": "c", "phenomenon": "p", "guideline": "g"}\n', "suite.jsonl")
    with refuses(LackmusError, match="has no items"):
        read_suite(path)


@pytest.mark.parametrize("text", ["", "id\ttext\n1\tx\n", "<dataset/>", "[1, 2]", "hello\n", "\x00\x01"])
def test_an_unrecognised_file_lists_what_would_fit(text: str, tmp_path: Path) -> None:
    """All formats are named, with what they begin with."""
    path = suite_file(tmp_path, text, "suite")
    with pytest.raises(LackmusError) as raised:
        read_suite(path)
    if text:
        for name in ("dfki-json", "yaml", "jsonl", "tq-tsv", "tq-csv"):
            assert f"{name} (" in worded(raised.value)


def test_an_unknown_format_lists_those_there_are(tmp_path: Path) -> None:
    """`--from` with a slip."""
    with refuses(
        LackmusError,
        match=r"--from: there is no format yml. There are dfki-json, jsonl, ltb, tq-csv, tq-tsv, yaml.",
    ):
        read_suite(suite_file(tmp_path, YAML), "yml")
