"""A parse that somebody made before: it must be that of these very lines."""

from pathlib import Path

import pytest

from lackmus.errors import LackmusError
from lackmus.read.conllu import read_conllu
from lackmus.read.ready_parses import read_parses
from tests.read.test_conllu import sentences, tabbed, written

LINES = ["It rains.", "The dog sleeps.", "Who knows?", "Nobody does.", "That is all."]


def parse_of(texts: list[str]) -> str:
    """Flat trees: the first word is the root."""
    blocks = []
    for text in texts:
        rows = [f"{n} {form} _ _ _ _ {min(1, n - 1)} dep _ _" for n, form in enumerate(text.split(), 1)]
        blocks.append(tabbed("\n".join([f"# text = {text}", *rows])))
    return "".join(blocks)


@pytest.mark.parametrize(
    "lines, parsed",
    [
        (LINES, LINES),
        (["  It \t rains. ", *LINES[1:]], LINES),
        (["Cafe\u0301."], ["Café."]),
        ([*LINES[:2], "", *LINES[2:], " \u00a0"], LINES),
        ([*LINES[:2], "", *LINES[2:]], [*LINES[:2], "", *LINES[2:]]),
        (["", "", *LINES], ["", *LINES]),
        (LINES, [*LINES, ""]),
    ],
)
def test_a_ready_parse(lines: list[str], parsed: list[str], tmp_path: Path) -> None:
    """A sentence a line; those of blank lines have no words, whether the file has them or not."""
    bank = read_parses(written(tmp_path, parse_of(parsed)), lines)
    assert len(bank) == len(lines)
    for line, sentence in zip(lines, sentences(bank), strict=True):
        assert [word.form for word in sentence.words] == [
            form
            for text in parsed
            if text.split() == line.replace("e\u0301", "é").split()
            for form in text.split()
        ]
        assert all(sentence.text[word.start : word.end] == word.form for word in sentence.words)
        assert sum(word.head == 0 for word in sentence.words) == bool(line.strip())


ASK = "Parse each line as one sentence, all of them and no others."


@pytest.mark.parametrize(
    "parsed, said",
    [
        ([*LINES[:1], "The cat sleeps.", *LINES[2:]],
         "line 2 is “The dog sleeps.”, and sentence 2 is “The cat sleeps.”"),
        (LINES[:1] + LINES[2:],
         "line 2 is “The dog sleeps.”, and sentence 2 is “Who knows?”; "
         "from line 2 on it is 1 sentence behind"),
        (LINES[2:],
         "line 1 is “It rains.”, and sentence 1 is “Who knows?”; from line 1 on it is 2 sentences behind"),
        ([*LINES[:2], "Really?", *LINES[2:]],
         "line 3 is “Who knows?”, and sentence 3 is “Really?”; from line 3 on it is 1 sentence ahead"),
        (["It", "rains.", *LINES[1:]],
         "line 1 is “It rains.”, and sentence 1 is “It”; from line 1 on it is ahead: "
         "that line is 2 sentences there"),
        (LINES[:-2], "2 lines have no sentence there, from line 4 on (“Nobody does.”)"),
        (LINES[:-1], "1 line has no sentence there, from line 5 on (“That is all.”)"),
        ([*LINES, "No."], "it has 1 sentence more, from sentence 6 on (“No.”)"),
        (LINES[::-1], "line 1 is “It rains.”, and sentence 1 is “That is all.”"),
    ],
)  # fmt: skip
def test_a_parse_of_something_else(parsed: list[str], said: str, tmp_path: Path) -> None:
    """Is found, not shifted."""
    file = written(tmp_path, parse_of(parsed))
    with pytest.raises(LackmusError) as caught:
        read_parses(file, LINES)
    assert str(caught.value) == f"{file} is not the parse of these lines: {said}. {ASK}"


def test_long_lines_are_shown_where_they_part(tmp_path: Path) -> None:
    """Not from their beginning, which is the same."""
    line = "and so on " * 20
    file = written(tmp_path, parse_of([f"{line}for ever"]))
    with pytest.raises(
        LackmusError, match=r"line 1 is “….{1,20}and on for ever”, and sentence 1 is “….{1,20}for ever”"
    ):
        read_parses(file, [f"{line}and on for ever"])


@pytest.mark.real_data
def test_a_published_treebank(real_data: Path) -> None:
    """Is the parse of its own texts, and of no others: two lines in the wrong order are found."""
    (file,) = (real_data / "ud" / "UD_Czech-PUD").glob("*.conllu")
    bank = read_conllu(file)
    assert sentences(read_parses(file, bank.texts)) == sentences(bank)
    texts = list(bank.texts)
    texts[500], texts[501] = texts[501], texts[500]
    with pytest.raises(
        LackmusError, match=r"is not the parse of these lines: line 501 is “.*, and sentence 501 is"
    ):
        read_parses(file, texts)
    del texts[500]
    with pytest.raises(LackmusError, match=r"; from line 502 on it is 1 sentence ahead\."):
        read_parses(file, texts)
