"""Line-aligned files: suite sentences hide among others and are found by their source."""

from pathlib import Path

import pytest

from lackmus.core.outputs import outputs_of
from lackmus.core.pairs import Pair
from lackmus.core.suites import Item, Suite
from lackmus.errors import LackmusError
from lackmus.read import read_aligned
from lackmus.read.lines import find_items


def suite_of_sources(*sources: str) -> Suite:
    """Items 0, 1, … with these sources."""
    pair = Pair("de", "en")
    return Suite("s.json", tuple(Item(pair, str(n), "A", "a", source) for n, source in enumerate(sources)))


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
    hand_ins = read_aligned(source, [(one, "A"), (two, "B")], suite_of_sources("Eins.", "Zwei."))
    assert [hand_in.texts[0] for hand_in in hand_ins] == ["News.", "new"]
    assert outputs_of(hand_ins).rows() == [
        ("de-en:0", "A", "One."),
        ("de-en:1", "A", "Two."),
        ("de-en:1", "A", "Two!"),
        ("de-en:0", "B", "one"),
        ("de-en:1", "B", "two"),
        ("de-en:1", "B", "two"),
    ]


def test_unicode_line_ends_are_no_line_ends(tmp_path: Path) -> None:
    """U+2028, U+0085 and form feeds occur inside sentences; counting them would shift every line below."""
    source, hypothesis = tmp_path / "src", tmp_path / "hyp"
    source.write_text("Eins\u2028und\x85.\r\nZwei.\r\n", newline="")
    hypothesis.write_text("One\x0c.\nTwo\u2029.\n")
    (hand_in,) = read_aligned(source, [(hypothesis, "A")], suite_of_sources("Zwei."))
    assert hand_in.texts == ["One\x0c.", "Two\u2029."]
    assert hand_in.places == [("de-en:0", 1)]


@pytest.mark.parametrize("lines, count", [("One.\nTwo.\n", "2"), ("a\n" * 4, "4"), ("\n" * 1234, "1,234")])
def test_another_number_of_lines(lines: str, count: str, tmp_path: Path) -> None:
    """The classic disaster of shared tasks: both counts are named."""
    source, hypothesis = tmp_path / "src", tmp_path / "hyp"
    source.write_text("Eins.\nZwei.\nDrei.\n")
    hypothesis.write_text(lines)
    with pytest.raises(LackmusError) as raised:
        read_aligned(source, [(hypothesis, "A")], suite_of_sources("Zwei."))
    assert str(raised.value) == (
        f"{hypothesis} has {count} lines, but src has 3. "
        "Each line must be the translation of the same line of the source."
    )


def test_none_of_the_sentences(tmp_path: Path) -> None:
    """The wrong source file, or the right one in the wrong language."""
    source = tmp_path / "src"
    source.write_text("One.\nTwo.\n")
    with pytest.raises(LackmusError) as raised:
        read_aligned(source, [(source, "A")], suite_of_sources("Eins.", "Zwei."))
    assert str(raised.value) == (
        f"{source}: none of the 2 sentences of s.json is in it. "
        "Is it the source file, and in the suite's source language?"
    )
