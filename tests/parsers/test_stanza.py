"""Stanza: words, tags and trees with their places, from a folder of models and from nowhere else."""

import json
import logging
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.trees.treebank import Sentence
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.parsers import Parser, open_parser
from lackmus.parsers.protocol import plain
from tests.parsers.texts import ANYTHING, NOTHING, flaws
from tests.parsers.tiny_models import make_stanza, need, only_once
from tests.refusals import refuses

pytestmark = pytest.mark.slow  # torch alone takes seconds to load


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tiny ones, for English."""
    need("stanza")
    return only_once(tmp_path_factory, "tiny-stanza", make_stanza)


@pytest.fixture(scope="module")
def parser(models: Path) -> Iterator[Parser]:
    """With its usual options."""
    with opened(models) as one:
        yield one


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like one of models, and a machine that seems to have Stanza."""
    for name in ("tokenize", "pos", "depparse"):
        (tmp_path / "en" / name).mkdir(parents=True)
    (tmp_path / "resources.json").write_text(json.dumps({"url": "", "en": {}, "cs": {}}))
    monkeypatch.setattr("lackmus.machine.packages.version", lambda package: "1.11")
    return tmp_path


def opened(models: Path, **options: str) -> Parser:
    """The parser of a folder."""
    return open_parser("stanza", {"model": str(models), "lang": "en", **options})


def parsed(parser: Parser, text: str) -> Sentence:
    """One text."""
    (sentence,) = parser.parse([text])
    assert sentence.text == text
    return sentence


def test_a_sentence(parser: Parser) -> None:
    """Everything that CoNLL-U has a column for, and the places of words."""
    assert [tuple(word) for word in parsed(parser, "Ben likes reading books.").words] == [
        ("Ben", "Ben", "PROPN", "NNP", "Number=Sing", 2, "nsubj", 0, 3),
        ("likes", "like", "VERB", "VBZ", "Mood=Ind|VerbForm=Fin", 0, "root", 4, 9),
        ("reading", "read", "VERB", "VBG", "VerbForm=Ger", 2, "xcomp", 10, 17),
        ("books", "book", "NOUN", "NNS", "Number=Plur", 3, "obj", 18, 23),
        (".", ".", "PUNCT", ".", "_", 2, "punct", 23, 24),
    ]


def test_the_words_of_a_contraction_share_its_place(parser: Parser) -> None:
    """Which stands in the text only once."""
    words = parsed(parser, "Ada doesn't sleep.").words
    assert [(word.form, word.lemma, word.head, word.start, word.end) for word in words] == [
        ("Ada", "Ada", 4, 0, 3),
        ("does", "do", 4, 4, 11),
        ("n't", "not", 4, 4, 11),
        ("sleep", "sleep", 0, 12, 17),
        (".", ".", 4, 17, 18),
    ]


def test_several_sentences_are_one(parser: Parser) -> None:
    """The parser sees them together, though the tokenizer would tell where one ends."""
    (sentence,) = parser.parse(["Ada reads the book. Ben sleeps."])
    assert [word.form for word in sentence.words] == [
        "Ada",
        "reads",
        "the",
        "book",
        ".",
        "Ben",
        "sleeps",
        ".",
    ]
    assert "parataxis" not in [word.deprel for word in sentence.words]  # which the parser does not know


@pytest.mark.parametrize("text", ["  Ada \n doesn't\u00a0\u00a0sleep.", "Ada\tdoesn't\n\nsleep."])
def test_white_space_changes_places_and_nothing_else(text: str, parser: Parser) -> None:
    """An empty line ends no sentence: every text is one."""
    words, usual = parsed(parser, text).words, parsed(parser, plain(text).line).words
    assert [word[:-2] for word in words] == [word[:-2] for word in usual]
    assert [text[word.start : word.end] for word in words] == ["Ada", "doesn't", "doesn't", "sleep", "."]


@pytest.mark.parametrize("text", ANYTHING)
def test_whatever_stands_in_a_text(text: str, parser: Parser) -> None:
    """It is one tree, and every word is found where it says."""
    sentence = parsed(parser, text)
    assert sentence.words
    assert flaws(sentence) == []


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_to_parse(text: str, parser: Parser) -> None:
    """A sentence without words."""
    assert parser.parse([text, "Ben sleeps.", text])[::2] == [Sentence("", text, ())] * 2


def test_texts_do_not_know_each_other(parser: Parser) -> None:
    """Many are computed at a time, and each gets what is its own."""
    texts = ["Ada reads the book.", "Ben\nsleeps.", "", "She wants to sleep.", "Ada reads the book."]
    together = parser.parse(texts)
    assert together == [parsed(parser, text) for text in texts]
    assert together == parser.parse(texts[::-1])[::-1]
    assert parser.parse([]) == []


def test_all_strange_texts_at_once(parser: Parser) -> None:
    """No text gets the words of its neighbour."""
    assert [flaws(one) for one in parser.parse(ANYTHING)] == [[]] * len(ANYTHING)


@pytest.mark.parametrize(
    "longest, text, words",
    [
        ("3", "Ben sleeps.", 3),
        ("2", "Ben sleeps.", 0),  # a full stop is a word
        ("1", "Ben sleeps.", 0),
        ("4", "Ada doesn't sleep.", 0),  # a contraction is two
        ("5", "Ada doesn't sleep.", 5),
        ("1000", "Ben sleeps . " * 1667, 0),
        ("1000", "x" * 2_000_000, 0),
    ],
)
def test_what_is_too_long_has_no_words(longest: str, text: str, words: int, models: Path) -> None:
    """And keeps nobody beside it from being parsed."""
    with opened(models, longest=longest) as parser:
        found = parser.parse([text, ".", text])
        assert [len(one.words) for one in found] == [words, 1, words]


def test_what_trees_depend_on(models: Path, tmp_path: Path) -> None:
    """The package, the content of the models, options; not where the models lie, nor other languages."""
    moved, changed = tmp_path / "moved", tmp_path / "changed"
    for copy in (moved, changed):
        shutil.copytree(models, copy)
    (moved / "de").mkdir()
    (moved / "de" / "default.zip").write_text("another")
    weights = changed / "en" / "depparse" / "tiny.pt"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    here, there, alias, other, half, shorter = (
        opened(folder, **options).identity()
        for folder, options in [
            (models, {}),
            (moved, {}),
            (models, {"lang": "english"}),
            (changed, {}),
            (models, {"package": "half"}),
            (models, {"longest": "9"}),
        ]
    )
    assert here == there == alias
    assert here["package"].startswith("stanza 1.")
    assert len({tuple(one.values()) for one in (here, other, half, shorter)}) == 4
    told = f"|lang:en|models:default|fingerprint:{here['fingerprint']}|longest:1000|"
    assert told in opened(models).signature()


def test_without_a_net(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked for newer models."""

    def refuse(*_: object) -> None:
        raise AssertionError("somebody wants to talk to the net")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    with opened(models) as parser:
        assert parsed(parser, "Ben sleeps.").words


@pytest.mark.parametrize(
    "lang, said",
    [
        ("cs", "has no models for cs. There is en. Fetch them: python -c"),
        ("../en", "has no models for ../en. There is en."),
        ("url", "has no models for url. There is en."),
    ],
)
def test_a_language_without_models(lang: str, said: str, empty: Path) -> None:
    """It is told which there are, and how to get others."""
    with pytest.raises(MissingPartError) as caught:
        opened(empty, lang=lang)
    assert said in worded(caught.value)
    assert f"stanza.download('{lang}', model_dir='{empty}')" in worded(caught.value)


@pytest.mark.parametrize(
    "content, said",
    [
        (None, "holds no model of this kind: there is no resources.json in it."),
        ("[]", "has no models for en. There is none. Fetch them"),
        ("{", "resources.json: it cannot be read"),
    ],
)
def test_a_folder_without_models(content: str | None, said: str, empty: Path) -> None:
    """Is told before anything is parsed."""
    (empty / "resources.json").unlink()
    if content is not None:
        (empty / "resources.json").write_text(content)
    with pytest.raises(MissingPartError) as caught:
        opened(empty)
    assert said in worded(caught.value)


@pytest.mark.parametrize(
    "package, said",
    [
        ("half", "the models half of en have no lemma and no depparse. Choose others with the option pack"),
        ("none", "the model cannot be loaded"),
    ],
)
def test_models_that_cannot_do_it_all(package: str, said: str, models: Path) -> None:
    """Stanza itself would go on without."""
    with opened(models, package=package) as parser, pytest.raises(LackmusError) as caught:
        parser.parse(["Ben sleeps."])
    assert said in worded(caught.value)
    assert "\n" not in worded(caught.value)


@pytest.mark.parametrize("file", ["tokenize/tiny.pt", "mwt/tiny.pt", "depparse/tiny.pt"])
@pytest.mark.parametrize("content", [None, b"", b"no weights"])
def test_a_damaged_model(
    file: str, content: bytes | None, models: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """One line, and Stanza says nothing beside it."""
    shutil.copytree(models, tmp_path / "broken")
    weights = tmp_path / "broken" / "en" / file
    weights.unlink() if content is None else weights.write_bytes(content)
    with (
        opened(tmp_path / "broken") as parser,
        refuses(LackmusError, match="broken: the model cannot be loaded") as told,
    ):
        parser.parse(["Ben sleeps."])
    assert "\n" not in worded(told.value)
    assert capfd.readouterr() == ("", "")
    assert logging.getLogger("stanza").level == logging.CRITICAL  # it writes past those who capture


@pytest.mark.parametrize(
    "options, said",
    [
        ({"lang": "en"}, r"^stanza needs model: folder of the models \(stanza_resources\)\."),
        ({"model": "x"}, r"^stanza needs lang: language of the texts as Stanza writes it, cs or en\."),
        (
            {"model": "x", "lang": "en", "longest": "0"},
            r"^--parser: longest cannot be 0\. Write a",
        ),
    ],
)
def test_options_are_checked(options: dict[str, str], said: str) -> None:
    """Before any model is looked for."""
    with refuses(LackmusError, match=said):
        open_parser("stanza", options)


def test_without_the_package(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says what to install, when it is opened and when it is loaded."""
    install = r"^This needs the package stanza\. Install it: pip install 'lackmus\[stanza\]'\.$"
    parser = opened(empty)
    monkeypatch.setitem(sys.modules, "stanza", None)
    with refuses(MissingPartError, match=install):
        parser.parse(["Ben sleeps."])

    def absent(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("lackmus.machine.packages.version", absent)
    with refuses(MissingPartError, match=install):
        opened(empty)


def test_opening_is_light(models: Path) -> None:
    """Models are loaded for the first text; where all parses are known, they never are."""
    code = (
        "import sys; from lackmus.parsers import open_parser;"
        f"open_parser('stanza', {{'model': {str(models)!r}, 'lang': 'en'}}).identity();"
        "print(*sorted({'stanza', 'torch', 'transformers'} & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert loaded.stdout.split() == []


def test_nothing_is_printed(models: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A report goes to where a library would chat."""
    with opened(models) as parser:
        parser.parse(["Ben sleeps."])
    assert capfd.readouterr() == ("", "")


def test_threads_are_left_alone(models: Path) -> None:
    """Others compute in the same process."""
    import torch

    torch.set_num_threads(2)
    try:
        with opened(models) as parser:
            parser.parse(["Ben sleeps."])
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(1)


def test_nothing_under_the_gpl_is_loaded(parser: Parser) -> None:
    """Stanza 1.11.1 and later bring udtools and udapi: the extra of Lackmus asks for an earlier one."""
    assert parsed(parser, "Ben sleeps.").words
    assert {"udtools", "udapi"}.isdisjoint(sys.modules)
