"""What holds of all parsers, and what becomes of those that misbehave."""

from collections.abc import Sequence

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.trees.packing import unpacked
from lackmus.core.trees.treebank import Sentence, Word
from lackmus.errors import LackmusError
from lackmus.parsers import Option, Parser, one_tree, open_parser, parser_class, parser_names
from lackmus.parsers.protocol import plain, too_long
from lackmus.parsers.worker_process import packed_parses
from tests.refusals import refuses


@pytest.mark.parametrize("name", parser_names())
def test_a_parser_says_what_it_is(name: str) -> None:
    """For whoever chooses among them; a model is for trusted people, and counts by its content."""
    kind = parser_class(name)
    assert kind.LABEL and kind.ABOUT
    assert not kind.ABOUT.endswith(".")
    names = [one.name for one in kind.OPTIONS]
    assert len(names) == len(set(names))
    for option in kind.OPTIONS:
        assert option.help and not option.help.endswith(".")
        assert (option.trusted and not option.counts) or option.name != "model"
        assert not option.choices or option.default in option.choices
    assert kind.BATCH > 0


def test_a_name_that_nobody_knows() -> None:
    """Is told with those that are known, and where it was said."""
    with refuses(LackmusError, match=r"^--parser: there is no parser udpip\. There are .*udpipe\.$"):
        open_parser("udpip")
    with refuses(LackmusError, match=r"^--source-parser: there is no parser udpip\. There are"):
        open_parser("udpip", said_in="source-parser")
    with refuses(LackmusError, match=r"^udpipe needs model: .* Say it: --x-parser 'udpipe:model=…'\.$"):
        open_parser("udpipe", said_in="x-parser")


def words(*heads: int, start: int = 0, rel: str = "dep") -> list[Word]:
    """Words of one letter with these heads."""
    places = enumerate(heads, start)
    return [Word("x", "x", "X", "_", "_", head, rel if head else "root", at, at + 1) for at, head in places]


@pytest.mark.parametrize(
    "parts, heads, rels",
    [
        ([], [], []),
        ([[]], [], []),
        ([words(2, 0)], [2, 0], ["dep", "root"]),
        ([words(2, 0), words(0, 1)], [2, 0, 2, 3], ["dep", "root", "parataxis", "dep"]),
        ([words(2, 0), [], words(2, 0), words(0)], [2, 0, 4, 2, 2],
         ["dep", "root", "dep", "parataxis", "parataxis"]),
        ([words(0, 1, 0)], [0, 1, 1], ["root", "dep", "parataxis"]),  # some parsers give several roots
    ],
)  # fmt: skip
def test_several_sentences_are_one_tree(parts: list[list[Word]], heads: list[int], rels: list[str]) -> None:
    """Later roots hang on the first."""
    one = one_tree("text", parts)
    assert (one.text, [word.head for word in one.words]) == ("text", heads)
    assert [word.deprel for word in one.words] == rels


class Odd(Parser):
    """Answers whatever it was told to."""

    LABEL = "Odd"
    OPTIONS = (Option("kind", "which"), Option("speed", "how quick", counts=False))

    def __init__(self, answer: object) -> None:
        super().__init__({"kind": "a", "speed": "1"})
        self._answer = answer

    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """Or fails."""
        if isinstance(self._answer, BaseException):
            raise self._answer
        assert isinstance(self._answer, list)
        return self._answer


def tree(*heads: int, start: int = 0) -> list[Sentence]:
    """One."""
    return [Sentence("", "xx", tuple(words(*heads, start=start)))]


def test_a_sound_answer() -> None:
    """Comes through as it is, but for tabs and line ends, which no word has."""
    odd = Word("a\tb", "a\nb", "X", "_", "_", 0, "root", 0, 2)
    (packed,) = packed_parses(Odd([Sentence("", "xx", (odd,))]), "odd", ["xx"])
    (sentence,) = [unpacked([("1", "xx", packed)]).sentence(0)]
    assert sentence == Sentence("1", "xx", (Word("a b", "a b", "X", "_", "_", 0, "root", 0, 2),))
    assert Odd([]).identity() == {"signature": "", "kind": "a"}


@pytest.mark.parametrize(
    "answer, said",
    [
        ([], "Odd was given 1 text and answered with 0 trees."),
        (tree(0) * 2, "Odd was given 1 text and answered with 2 trees."),
        (tree(2, 1), "{no_tree}: no word is the root, with the head 0."),
        (tree(0, 0), "{no_tree}: words 1 and 2 are both roots."),
        (tree(0, 3), "{no_tree}: word 2 has the head 3, and the sentence has 2 words."),
        (tree(0, 2), "{no_tree}: word 2 hangs on itself."),
        (tree(0, 1, start=1), "{no_tree}: word 2 {outside}"),
        (tree(0, start=-1), "{no_tree}: word 1 {outside}"),
        (ValueError("no\nidea"), "Odd, from the text “xx” on: it failed (ValueError: no idea)."),
        (LackmusError("No space left. Make room."), "No space left. Make room."),
    ],
)  # fmt: skip
def test_whatever_a_parser_does_wrong(answer: object, said: str) -> None:
    """Is one line that names it."""
    with pytest.raises(LackmusError) as caught:
        packed_parses(Odd(answer), "odd", ["xx"])
    places = {
        "no_tree": "Odd made no tree of the text “xx”",
        "outside": "has no form, or its place is outside the text.",
    }
    assert worded(caught.value) == said.format(**places)


@pytest.mark.parametrize(
    "text, line, places",
    [
        ("Ben sleeps.", "Ben sleeps.", []),
        ("", "", []),
        (" \n", "", []),
        (" a  b ", "a b", [1, 3, 4]),
        ("a\x00\x1bb", "a b", [0, 2, 3]),
        ("a\u2028b", "a b", [0, 1, 2]),
        ("a\u00a0b", "a b", [0, 1, 2]),
        ("\ud800", "\ufffd", [0]),
        ("𝔘  nd", "𝔘 nd", [0, 2, 3, 4]),
    ],
)
def test_a_line(text: str, line: str, places: list[int]) -> None:
    """Signs keep their order, and know their place."""
    found = plain(text)
    assert (found.line, list(found.places)) == (line, places)


@pytest.mark.parametrize(
    "text, piece", [("Ben sleeps.", "sleeps"), (" Ben \t sleeps .", "sleeps"), ("\n\nBen\nsleeps", "Ben")]
)
def test_the_place_of_a_word(text: str, piece: str) -> None:
    """It is found in the line and stands in the text."""
    found = plain(text)
    begin = found.line.index(piece)
    start, end = found.place(begin, begin + len(piece))
    assert text[start:end] == piece


@pytest.mark.parametrize(
    "line, longest, long",
    [("a b", 2, False), ("a b", 1, True), ("a" * 100, 1, False), ("a" * 101, 1, True)],
)
def test_what_is_too_long(line: str, longest: int, long: bool) -> None:
    """By its words, and by its letters where nothing stands between words."""
    assert too_long(line, longest) is long
