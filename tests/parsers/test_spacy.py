"""spaCy: words, tags and trees with their places, from a model in a package or in a folder."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.trees.treebank import Sentence
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.parsers import Parser, one_tree, open_parser
from lackmus.parsers.protocol import plain
from lackmus.parsers.spacy import tree_words
from tests.parsers.texts import ANYTHING, NOTHING, flaws
from tests.parsers.tiny_models import make_spacy, need, only_once
from tests.refusals import refuses


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny one."""
    need("spacy")
    return only_once(tmp_path_factory, "tiny-spacy", make_spacy)


@pytest.fixture(scope="module")
def parser(model: Path) -> Iterator[Parser]:
    """With its usual options."""
    with open_parser("spacy", {"model": str(model)}) as opened:
        yield opened


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the names of a model, and a machine that seems to have spaCy."""
    for name in ("config.cfg", "meta.json"):
        (tmp_path / name).write_text("{}")
    monkeypatch.setattr("lackmus.machine.packages.version", lambda package: "3.8")
    return tmp_path


def parsed(parser: Parser, text: str) -> Sentence:
    """One text."""
    (sentence,) = parser.parse([text])
    assert sentence.text == text
    return sentence


def test_a_sentence(parser: Parser) -> None:
    """Everything that CoNLL-U has a column for, and the places of words; the root as UD writes it."""
    assert [tuple(word) for word in parsed(parser, "Ben likes reading books.").words] == [
        ("Ben", "Ben", "PROPN", "NNP", "Number=Sing", 2, "nsubj", 0, 3),
        ("likes", "like", "VERB", "VBZ", "Mood=Ind|VerbForm=Fin", 0, "root", 4, 9),
        ("reading", "read", "VERB", "VBG", "VerbForm=Ger", 2, "xcomp", 10, 17),
        ("books", "book", "NOUN", "NNS", "Number=Plur", 3, "obj", 18, 23),
        (".", ".", "PUNCT", ".", "_", 2, "punct", 23, 24),
    ]


def test_several_sentences_are_one_tree(parser: Parser) -> None:
    """The second hangs on the first."""
    words = parsed(parser, "Ada reads the book. Ben sleeps.").words
    assert [(word.form, word.head, word.deprel) for word in words] == [
        ("Ada", 2, "nsubj"),
        ("reads", 0, "root"),
        ("the", 4, "det"),
        ("book", 2, "obj"),
        (".", 2, "punct"),
        ("Ben", 7, "nsubj"),
        ("sleeps", 2, "parataxis"),
        (".", 7, "punct"),
    ]


def test_the_words_of_a_contraction_have_places_of_their_own(parser: Parser) -> None:
    """spaCy cuts texts and expands nothing."""
    words = parsed(parser, "Ada doesn't sleep.").words
    assert [(word.form, word.lemma, word.start, word.end) for word in words] == [
        ("Ada", "Ada", 0, 3),
        ("does", "do", 4, 8),
        ("n't", "not", 8, 11),
        ("sleep", "sleep", 12, 17),
        (".", ".", 17, 18),
    ]


@pytest.mark.parametrize("text", ["  Ada \n doesn't\u00a0\u00a0sleep .", "Ada\tdoesn't sleep\x07."])
def test_white_space_changes_places_and_nothing_else(text: str, parser: Parser) -> None:
    """A tree does not depend on what nobody sees."""
    words, usual = parsed(parser, text).words, parsed(parser, plain(text).line).words
    assert [word[:-2] for word in words] == [word[:-2] for word in usual]
    assert [text[word.start : word.end] for word in words] == ["Ada", "does", "n't", "sleep", "."]


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
    """A text is parsed alike wherever it stands."""
    texts = ["Ada reads the book.", "Ben\nsleeps.", "", "She wants to sleep.", "Ada reads the book."]
    together = parser.parse(texts)
    assert together == [parsed(parser, text) for text in texts]
    assert together == parser.parse(texts[::-1])[::-1]
    assert parser.parse([]) == []


@pytest.mark.parametrize(
    "heads, deps, tree",
    [
        # The root is white space: the first word that hung on it is the root now.
        ([0, 0, 0, 0], ["ROOT", "nsubj", "obj", "dep"], [("Ada", 0, "root"), ("reads", 1, "parataxis")]),
        # Words hang on each other by way of white space, or on the space behind them.
        ([1, 3, 3, 3], ["dep", "nsubj", "dep", "ROOT"], [("Ada", 2, "nsubj"), ("reads", 0, "root")]),
        ([1, 2, 3, 3], ["dep", "nsubj", "dep", "ROOT"], [("Ada", 2, "nsubj"), ("reads", 0, "root")]),
        ([1, 1, 1, 2], ["dep", "ROOT", "dep", "obj"], [("Ada", 0, "root"), ("reads", 1, "obj")]),
    ],
)
def test_white_space_is_no_word(
    heads: list[int], deps: list[str], tree: list[tuple[str, int, str]], model: Path
) -> None:
    """Should a tokenizer take it for one, then what hangs on it hangs on the word above it."""
    spacy: Any = import_module("spacy")
    tokens: Any = import_module("spacy.tokens")
    words = ["  ", "Ada", "\n", "reads"]
    doc = tokens.Doc(spacy.blank("en").vocab, words=words, spaces=[False] * 4, heads=heads, deps=deps)
    sentence = one_tree(doc.text, [tree_words(doc, plain("Ada reads"))])
    assert [(word.form, word.head, word.deprel) for word in sentence.words] == tree


@pytest.mark.parametrize(
    "longest, text, words",
    [
        ("3", "Ben sleeps.", 3),
        ("2", "Ben sleeps.", 0),  # a full stop is a word
        ("1", "Ben sleeps.", 0),
        ("4", "Ada doesn't sleep.", 0),
        ("5", "Ada doesn't sleep.", 5),
        ("1000", "Ben sleeps . " * 1667, 0),
        ("1000", "x" * 2_000_000, 0),
    ],
)
def test_what_is_too_long_has_no_words(longest: str, text: str, words: int, model: Path) -> None:
    """As with other parsers."""
    with open_parser("spacy", {"model": str(model), "longest": longest}) as parser:
        assert len(parsed(parser, text).words) == words


def test_what_trees_depend_on(model: Path, tmp_path: Path) -> None:
    """The package, the content of the model, the longest text; not where the model lies."""
    moved, changed = tmp_path / "moved", tmp_path / "changed"
    for copy in (moved, changed):
        shutil.copytree(model, copy)
    weights = changed / "parser" / "model"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    here, there, other, shorter = (
        open_parser("spacy", {"model": str(folder), **options}).identity()
        for folder, options in [(model, {}), (moved, {}), (changed, {}), (model, {"longest": "9"})]
    )
    assert here == there
    assert here["package"].startswith("spacy 3.")
    assert len({tuple(one.values()) for one in (here, other, shorter)}) == 3
    signature = open_parser("spacy", {"model": str(moved)}).signature()
    assert f"|model:moved|fingerprint:{here['model']}|relations:UD|longest:1000|" in signature


@pytest.mark.parametrize(
    "labels, told",
    [
        ({"parser": ["ROOT", "nsubj", "obj", "obl"]}, "|relations:UD|"),
        ({"parser": ["ROOT", "dobj", "nsubjpass", "pobj", "prep"]}, "|relations:not UD|"),  # ClearNLP
        ({"parser": ["ROOT", "sb", "oa", "mo", "nk"]}, "|relations:not UD|"),  # TIGER
        ({"parser": []}, ""),
        ({}, ""),
        (None, ""),
    ],
)
def test_relations_that_are_not_those_of_ud(labels: Any, told: str, empty: Path) -> None:
    """They are told: a query that was written for UD does not find them."""
    (empty / "meta.json").write_text(json.dumps({"labels": labels}))
    signature = open_parser("spacy", {"model": str(empty)}).signature()
    assert told in signature
    assert ("relations:" in signature) is bool(told)


def test_a_model_in_a_package(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name, as `python -m spacy download` installs it; found without being imported."""
    inside = tmp_path / "en_tiny"
    shutil.copytree(model, inside / "en_tiny-1.2")
    about = json.loads((model / "meta.json").read_text()) | {"name": "tiny", "version": "1.2"}
    for folder in (inside, inside / "en_tiny-1.2"):
        (folder / "meta.json").write_text(json.dumps(about))
    (inside / "__init__.py").write_text(
        "from spacy.util import load_model_from_init_py\n"
        "def load(**how):\n    return load_model_from_init_py(__file__, **how)\n"
    )
    (tmp_path / "en_tiny-1.2.dist-info").mkdir()
    (tmp_path / "en_tiny-1.2.dist-info" / "METADATA").write_text("Name: en_tiny\nVersion: 1.2\n")
    monkeypatch.syspath_prepend(tmp_path)
    with open_parser("spacy", {"model": "en_tiny"}) as parser:
        assert "|model:en_tiny 1.2|" in parser.signature()
        assert "en_tiny" not in sys.modules
        assert [word.deprel for word in parsed(parser, "Ben sleeps.").words] == ["nsubj", "root", "punct"]
    sys.modules.pop("en_tiny")


@pytest.mark.parametrize(
    "written, said",
    [
        (
            "en_no_such",
            "There is no model en_no_such: it is neither an installed package nor a folder. Install it: "
            "python -m spacy download en_no_such.",
        ),
        (
            "json",  # a package, but no model
            "There is no model json: it is neither an installed package nor a folder. Install it: "
            "python -m spacy download json.",
        ),
        ("no/such", "no/such is no folder. Name the folder of a model with the option model."),
        ("half", "half holds no model of this kind: there is no meta.json in it."),
    ],
)
def test_no_model(written: str, said: str, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is told before anything is parsed."""
    (empty / "half").mkdir()
    (empty / "half" / "config.cfg").write_text("")
    monkeypatch.chdir(empty)
    with pytest.raises(MissingPartError) as caught:
        open_parser("spacy", {"model": written})
    assert worded(caught.value) == said


@pytest.mark.parametrize(
    "file, content",
    [("config.cfg", "no settings"), ("parser/model", "no weights"), ("vocab/strings.json", "{")],
)
def test_a_damaged_model(file: str, content: str, model: Path, tmp_path: Path) -> None:
    """One line, whatever spaCy says."""
    shutil.copytree(model, tmp_path / "broken")
    (tmp_path / "broken" / file).write_text(content)
    with (
        open_parser("spacy", {"model": str(tmp_path / "broken")}) as parser,
        refuses(LackmusError, match="broken: the model cannot be loaded") as told,
    ):
        parser.parse(["Ben sleeps."])
    assert "\n" not in worded(told.value)


@pytest.mark.parametrize(
    "without, lacks",
    [(["parser"], "trees"), (["morphologizer", "trainable_lemmatizer"], "parts of speech")],
)
def test_a_model_that_cannot_do_it_all(without: list[str], lacks: str, model: Path, tmp_path: Path) -> None:
    """spaCy has models for parts of the work."""
    spacy: Any = import_module("spacy")
    spacy.load(model, exclude=without).to_disk(tmp_path / "part")
    with (
        open_parser("spacy", {"model": str(tmp_path / "part")}) as parser,
        refuses(LackmusError, match=f"part: the model gives no {lacks}. Take one that tags and parses."),
    ):
        parser.parse(["Ben sleeps."])


@pytest.mark.parametrize(
    "options, said",
    [
        ({}, r"^spacy needs model: package of the model \(such as en_core_web_sm\), or its folder\."),
        ({"modle": "x"}, r"^--parser: spacy has no option modle\. It has model, longest\.$"),
        ({"model": "x", "longest": "0"}, r"^--parser: longest cannot be 0\. Write a whole number from 1 to "),
    ],
)
def test_options_are_checked(options: dict[str, str], said: str) -> None:
    """Before any model is looked for."""
    with refuses(LackmusError, match=said):
        open_parser("spacy", options)


def test_without_the_package(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says what to install, when it is opened and when it is loaded."""
    install = r"^This needs the package spacy\. Install it: pip install 'lackmus\[spacy\]'\.$"
    parser = open_parser("spacy", {"model": str(empty)})
    monkeypatch.setitem(sys.modules, "spacy", None)
    with refuses(MissingPartError, match=install):
        parser.parse(["Ben sleeps."])

    def absent(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("lackmus.machine.packages.version", absent)
    with refuses(MissingPartError, match=install):
        open_parser("spacy", {"model": str(empty)})


def test_opening_is_light(model: Path) -> None:
    """A model is loaded for the first text; where all parses are known, it never is."""
    code = (
        "import sys; from lackmus.parsers import open_parser;"
        f"open_parser('spacy', {{'model': {str(model)!r}}}).identity();"
        "print(*sorted({'spacy', 'thinc', 'torch'} & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert loaded.stdout.split() == []


def test_nothing_is_printed(model: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A report goes to where a library would chat."""
    with open_parser("spacy", {"model": str(model)}) as parser:
        parser.parse(["Ben sleeps."])
    assert capfd.readouterr() == ("", "")
