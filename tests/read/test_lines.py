"""Line-aligned files: suite sentences hide among others and are found by their source."""

from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.outputs import HandIn, outputs_of
from lackmus.core.suites.suite import Item, Suite
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of
from lackmus.read.sentences import find_items
from tests.refusals import refuses


def suite_of_sources(*sources: str) -> Suite:
    """Items 0, 1, … with these sources."""
    pair = Pair("de", "en")
    return Suite("s.json", tuple(Item(pair, str(n), "A", "a", source) for n, source in enumerate(sources)))


def read(source: Path, *outputs: Path, suite: Suite) -> list[HandIn]:
    """Files of translations beside their source."""
    return hand_ins_of(suite, [*map(str, outputs)], ReadOptions(source=source))


@pytest.mark.parametrize(
    "sources, lines, found",
    [
        (["Eins.", "Zwei."], ["Zwei.", "Eins."], {"0": [1], "1": [0]}),
        (["Eins.", "Zwei."], ["Nachricht.", "Zwei.", "Noch eine."], {"1": [1]}),
        (["Eins."], ["Eins.", "x", "Eins.", "Eins."], {"0": [0, 2, 3]}),  # every repeat
        (["Eins.", "Eins."], ["Eins.", "x", "Eins."], {"0": [0, 2], "1": [0, 2]}),  # two items, one sentence
        ([" Eins.\n"], ["\tEins. "], {"0": [0]}),
        (["M\u00fcller."], ["Mu\u0308ller."], {"0": [0]}),  # composed and decomposed
        (["Eins  zwei."], ["Eins zwei."], {}),  # inner space is part of the sentence
        (["Eins."], ["eins.", "Eins", "Eins. Zwei."], {}),
    ],
)
def test_sentences_are_found(sources: list[str], lines: list[str], found: dict[str, list[int]]) -> None:
    """After trimming and NFC, wherever and however often they stand."""
    places = find_items(lines, suite_of_sources(*sources))
    assert places == [(f"de-en:{item}", line) for item, at in found.items() for line in at]


def test_translations_of_hidden_sentences(tmp_path: Path) -> None:
    """Each system's lines beside the source; other lines are kept for the guard against shifts."""
    source, one, two = tmp_path / "src", tmp_path / "one", tmp_path / "two"
    source.write_text("Neues.\nZwei.\nEins.\nZwei.\n")
    one.write_text("News.\nTwo.\nOne.\nTwo!\n")
    two.write_text("new\ntwo\none\ntwo")  # without the last line feed
    hand_ins = read(source, one, two, suite=suite_of_sources("Eins.", "Zwei."))
    assert [hand_in.texts[0] for hand_in in hand_ins] == ["News.", "new"]
    assert outputs_of(hand_ins).rows() == [
        ("de-en:0", "one", "One."),
        ("de-en:1", "one", "Two."),
        ("de-en:1", "one", "Two!"),
        ("de-en:0", "two", "one"),
        ("de-en:1", "two", "two"),
        ("de-en:1", "two", "two"),
    ]


def test_everybody_shares_the_source(tmp_path: Path) -> None:
    """It is read and searched once, however many systems there are."""
    source = tmp_path / "src"
    source.write_text("Eins.\nZwei.\n")
    outputs = [tmp_path / name for name in "abc"]
    for path in outputs:
        path.write_text(f"{path.name}\n{path.name}\n")
    one, *others = read(source, *outputs, suite=suite_of_sources("Zwei."))
    for other in others:
        assert other.sources is one.sources
        assert other.places is one.places


def test_the_document_tells_items_of_one_sentence_apart() -> None:
    """A line whose document bears the key of an item with this sentence belongs to that item alone."""
    suite = suite_of_sources("Eins.", "Eins.", "Zwei.")
    documents = ["de-en:0", "de-en:1", "news", "de-en:0", "de-en:9"]
    sources = ["Eins.", "Eins.", "Eins.", "Zwei.", "Zwei."]
    assert find_items(sources, suite, documents) == [
        ("de-en:0", 0), ("de-en:0", 2), ("de-en:1", 1), ("de-en:1", 2), ("de-en:2", 3), ("de-en:2", 4),
    ]  # fmt: skip


def test_lines_need_a_source(tmp_path: Path) -> None:
    """Forced or not, lines alone say nothing."""
    path = tmp_path / "hyp"
    path.write_text("One.\nTwo.\n")
    with refuses(LackmusError, match=r"hyp: lines are translations .* Name it: --source\.$"):
        hand_ins_of(suite_of_sources("Eins."), [str(path)], ReadOptions(form="lines"))
    with pytest.raises(LackmusError) as raised:
        hand_ins_of(suite_of_sources("Eins."), [str(path)])
    assert worded(raised.value).startswith(f"{path}: no format for outputs recognises it. These would fit: ")
    for form in ("jsonl (", "lines (", "mtme (", "parquet (", "tsv (", "wmt-xml (", "--source"):
        assert form in worded(raised.value)
    assert "\n" not in worded(raised.value)


def test_unicode_line_ends_are_no_line_ends(tmp_path: Path) -> None:
    """U+2028, U+0085 and form feeds occur inside sentences; counting them would shift every line below."""
    source, hypothesis = tmp_path / "src", tmp_path / "hyp"
    source.write_text("Eins\u2028und\x85.\r\nZwei.\r\n", newline="")
    hypothesis.write_text("One\x0c.\nTwo\u2029.\n")
    (hand_in,) = read(source, hypothesis, suite=suite_of_sources("Zwei."))
    assert hand_in.texts == ["One\x0c.", "Two\u2029."]
    assert hand_in.places == [("de-en:0", 1)]


@pytest.mark.parametrize("lines, count", [("One.\nTwo.\n", "2"), ("a\n" * 4, "4"), ("\n" * 1234, "1,234")])
def test_another_number_of_lines(lines: str, count: str, tmp_path: Path) -> None:
    """The classic disaster of shared tasks: both counts are named."""
    source, hypothesis = tmp_path / "src", tmp_path / "hyp"
    source.write_text("Eins.\nZwei.\nDrei.\n")
    hypothesis.write_text(lines)
    with pytest.raises(LackmusError) as raised:
        read(source, hypothesis, suite=suite_of_sources("Zwei."))
    assert worded(raised.value) == (
        f"{hypothesis} has {count} lines, but src has 3. "
        "Each line must be the translation of the same line of the source."
    )


def test_none_of_the_sentences(tmp_path: Path) -> None:
    """The wrong source file, or the right one in the wrong language."""
    source = tmp_path / "src"
    source.write_text("One.\nTwo.\n")
    with pytest.raises(LackmusError) as raised:
        read(source, source, suite=suite_of_sources("Eins.", "Zwei."))
    assert worded(raised.value) == (
        f"{source}: none of the 2 sentences of s.json is in it. "
        "Is it the source file, and in the suite's source language?"
    )
