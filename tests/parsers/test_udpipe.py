"""UDPipe: words, tags and trees with their places, whatever stands in a text."""

import importlib.metadata
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.trees.treebank import Sentence, tree_flaw
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.parsers import Parser, open_parser
from lackmus.read.conllu import read_conllu
from tests.parsers.tiny_udpipe import tiny_udpipe, trained
from tests.refusals import refuses


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny one."""
    return tiny_udpipe(tmp_path_factory)


@pytest.fixture(scope="module")
def parser(model: Path) -> Iterator[Parser]:
    """With its usual options."""
    with open_parser("udpipe", {"model": str(model)}) as opened:
        yield opened


def parsed(parser: Parser, text: str) -> Sentence:
    """One text."""
    (sentence,) = parser.parse([text])
    assert sentence.text == text
    return sentence


def test_a_sentence(parser: Parser) -> None:
    """Everything that CoNLL-U has a column for, and the places of words."""
    sentence = parsed(parser, "The dog sleeps.")
    assert [tuple(word) for word in sentence.words] == [
        ("The", "the", "DET", "_", "Definite=Def", 2, "det", 0, 3),
        ("dog", "dog", "NOUN", "_", "Number=Sing", 3, "nsubj", 4, 7),
        ("sleeps", "sleep", "VERB", "_", "VerbForm=Fin", 0, "root", 8, 14),
        (".", ".", "PUNCT", "_", "_", 3, "punct", 14, 15),
    ]


def test_the_words_of_a_contraction_share_its_place(parser: Parser) -> None:
    """Which stands in the text only once."""
    sentence = parsed(parser, "The cat cannot sing.")
    assert [(word.form, word.start, word.end) for word in sentence.words] == [
        ("The", 0, 3),
        ("cat", 4, 7),
        ("can", 8, 14),
        ("not", 8, 14),
        ("sing", 15, 19),
        (".", 19, 20),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The dog sleeps. The cat sings.",
        "The dog\nsleeps.",
        "The dog\n\nsleeps.\r\n",
        "The dog\r\nsleeps.",
        "\n\n  The dog sleeps.  \n",
        "The dog\u00a0sleeps.",
        "The\u2003dog\u3000sleeps.",
        "The dog\u2028sleeps.\u2029The cat sings.",
        "The dog\x85sleeps.",
        "The\tdog\tsleeps.",
        "The dog\x00sleeps.\x00",
        "The\x1fdog\x07\x1b[31msleeps.",
        "The 😀 sleeps. 𝔘nd",
        "The de\u0301jà sleeps.",
        "\ufeffThe dog sleeps.",
        "The \u200b\u200d dog sleeps.",
        "The \ud800 dog sleeps.",
        "# text = The dog sleeps.",
        "1\tThe\tthe\tDET",
        "TokenRange=0:1 SpaceAfter=No|_",
        "<doc> &amp; \\s \\n \\p",
        "سلام. 你好。",
    ],
)
def test_whatever_stands_in_a_text(text: str, parser: Parser) -> None:
    """It is one tree, and every word is found where it says: before and after it in order, all of it."""
    sentence = parsed(parser, text)
    assert sentence.words
    assert tree_flaw([word.head for word in sentence.words]) is None
    places = list(dict.fromkeys((word.start, word.end) for word in sentence.words))
    assert places == sorted(places)
    seen = "".join(text[start:end] for start, end in places)
    assert "".join(seen.split()) == "".join(_spoken(text).split())
    for word in sentence.words:
        if [other.start for other in sentence.words].count(word.start) == 1:
            assert word.form == text[word.start : word.end].replace("\ud800", "\ufffd")


def _spoken(text: str) -> str:
    """Without what is no part of any word."""
    return "".join(" " if ord(sign) < 32 or sign == "\x85" else sign for sign in text)


@pytest.mark.parametrize("text", ["", " ", "\n", "\u00a0\u2028", "\x00", "\x00\n\x1b"])
def test_nothing_to_parse(text: str, parser: Parser) -> None:
    """A sentence without words."""
    assert parser.parse([text, "The dog sleeps.", text])[::2] == [Sentence("", text, ())] * 2


def test_texts_do_not_know_each_other(parser: Parser) -> None:
    """A text is parsed alike wherever it stands."""
    texts = ["The dogs want to run.", "The cat\nsings.", "", "The teacher waits.", "The dogs want to run."]
    together = parser.parse(texts)
    assert together == [parsed(parser, text) for text in texts]
    assert together == parser.parse(texts[::-1])[::-1]


@pytest.mark.parametrize(
    "longest, text, words",
    [
        ("4", "The dog sleeps.", 4),
        ("3", "The dog sleeps.", 0),  # a full stop is a word
        ("2", "The dog sleeps.", 0),
        ("5", "The cat cannot sing.", 0),
        ("6", "The cat cannot sing.", 6),
        ("1000", "The dog sleeps . " * 1250, 0),
        ("1000", "x" * 10_000_000, 0),
    ],
)
def test_what_is_too_long_has_no_words(longest: str, text: str, words: int, model: Path) -> None:
    """Half a tree would be a guess."""
    with open_parser("udpipe", {"model": str(model), "longest": longest}) as parser:
        assert len(parsed(parser, text).words) == words


def test_what_trees_depend_on(model: Path, tmp_path: Path) -> None:
    """The package, the content of the model, the longest text; not where the model lies."""
    moved = tmp_path / "moved.udpipe"
    moved.write_bytes(model.read_bytes())
    changed = tmp_path / "changed.udpipe"
    changed.write_bytes(model.read_bytes()[:-1] + b"?")
    here, there, other, shorter = (
        open_parser("udpipe", {"model": str(file), **options}).identity()
        for file, options in [(model, {}), (moved, {}), (changed, {}), (model, {"longest": "9"})]
    )
    assert here == there
    assert here["package"] == f"ufal.udpipe {version('ufal.udpipe')}"
    assert len({tuple(one.values()) for one in (here, other, shorter)}) == 3
    signature = open_parser("udpipe", {"model": str(moved)}).signature()
    assert f"|model:moved.udpipe|fingerprint:{here['model']}|longest:1000|" in signature


@pytest.mark.parametrize(
    "content, said",
    [
        (None, "{file} does not exist. Name the file of a UDPipe model (.udpipe)."),
        (b"", "{file} is no model of UDPipe 1. Name the file of a UDPipe model (.udpipe)."),
        (b"PK\x03\x04 a zip", "{file} is no model of UDPipe 1. Name the file of a UDPipe model (.udpipe)."),
    ],
)
def test_no_model(content: bytes | None, said: str, tmp_path: Path) -> None:
    """Is told before anything is parsed."""
    file = tmp_path / "no.udpipe"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(MissingPartError) as caught:
        open_parser("udpipe", {"model": str(file)})
    assert worded(caught.value) == said.format(file=file)


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    """Nor is a name that no file can have."""
    with refuses(MissingPartError, match=r"cannot be read \(Is a directory\)\. Name the file of a"):
        open_parser("udpipe", {"model": str(tmp_path)})
    with refuses(MissingPartError, match=r"cannot be read \(embedded null byte\)\. Name the file of a"):
        open_parser("udpipe", {"model": "a\x00b"})


@pytest.mark.parametrize("length", [19, 20, 100, 5_000, -1])
def test_a_model_that_is_cut_off(length: int, model: Path, tmp_path: Path) -> None:
    """One line, and no crash."""
    file = tmp_path / "cut.udpipe"
    file.write_bytes(model.read_bytes()[:length])
    with pytest.raises(LackmusError) as caught:
        open_parser("udpipe", {"model": str(file)}).parse(["The dog sleeps."])
    assert worded(caught.value) == f"{file}: the model is cut off or damaged. Fetch it again."


@pytest.mark.parametrize(
    "parts, lacks",
    [(("tagger", "parser"), "tokenizer"), (("tokenizer",), "tagger"), (("tokenizer", "tagger"), "parser")],
)
def test_a_model_that_cannot_do_it_all(parts: tuple[str, ...], lacks: str, tmp_path: Path) -> None:
    """UDPipe has models for parts of the work."""
    file = tmp_path / "part.udpipe"
    file.write_bytes(trained(*parts))
    with pytest.raises(LackmusError) as caught:
        open_parser("udpipe", {"model": str(file)}).parse(["The dog sleeps."])
    told = f"{file}: the model has no {lacks}. Take one that tokenizes, tags and parses."
    assert worded(caught.value) == told


@pytest.mark.parametrize(
    "options, said",
    [
        ({}, r"^udpipe needs model: file of the model \(\.udpipe\)\. Say it: --parser 'udpipe:model=…'\.$"),
        ({"modle": "x"}, r"^--parser: udpipe has no option modle\. It has model, longest\.$"),
        ({"model": "x", "longest": "0"}, r"^--parser: longest cannot be 0\. Write a whole number from 1 to "),
        ({"model": "x", "longest": "many"}, r"^--parser: longest cannot be many\. Write a whole number from"),
    ],
)
def test_options_are_checked(options: dict[str, str], said: str) -> None:
    """Before any file is looked for."""
    with refuses(LackmusError, match=said):
        open_parser("udpipe", options)


def test_without_the_package(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says what to install, when it is opened and when it is loaded."""
    install = r"^This needs the package ufal\.udpipe\. Install it: pip install 'lackmus\[udpipe\]'\.$"
    parser = open_parser("udpipe", {"model": str(model)})
    monkeypatch.setitem(sys.modules, "ufal.udpipe", None)
    with refuses(MissingPartError, match=install):
        parser.parse(["The dog sleeps."])

    def absent(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("lackmus.machine.packages.version", absent)
    with refuses(MissingPartError, match=install):
        open_parser("udpipe", {"model": str(model)})
    assert importlib.metadata.version("ufal.udpipe")


@pytest.mark.real_data
@pytest.mark.parametrize("language, least", [("English", 0.88), ("Czech", 0.90)])
def test_real_models(language: str, least: float, real_data: Path) -> None:
    """On published treebanks: words with the right part of speech, found by their places in the text.

    The README of the models tells 91.5 and 92.0 % on gold tokens; here the tokens are their own.
    """
    (file,) = (real_data / "ud" / f"UD_{language}-PUD").glob("*.conllu")
    gold = read_conllu(file).take(range(300))
    with open_parser("udpipe", {"model": str(real_data / "models" / f"{language.lower()}.udpipe")}) as parser:
        found = parser.parse(gold.texts)
    right = 0
    for number, sentence in enumerate(found):
        assert tree_flaw([word.head for word in sentence.words]) is None
        theirs = {(word.start, word.end, word.form): word.upos for word in gold.sentence(number).words}
        right += sum(theirs.get((word.start, word.end, word.form)) == word.upos for word in sentence.words)
    assert right / gold.words > least
