"""UDPipe 1: a model in one file gives words, tags and trees (package ufal.udpipe)."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.trees.treebank import NONE, Sentence, Word
from lackmus.errors import LackmusError
from lackmus.machine.files import fingerprint
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import MissingPartError, needed, version_of
from lackmus.parsers.protocol import Parser, PlainText, one_tree, plain, too_long

_PACKAGE, _EXTRA = "ufal.udpipe", "udpipe"
_MAGIC = b"\x12morphodita_parsito"  # the first bytes of every model of UDPipe 1
_NAME_IT = "Name the file of a UDPipe model (.udpipe)."
_PLACE = re.compile(r"TokenRange=([0-9]+):([0-9]+)")


class UDPipe(Parser):
    """Every text is parsed as one sentence.

    The time grows with the square of the length: a text with more than `longest` words gets no words and no
    tree, because half a tree would be a guess.
    """

    LABEL = "UDPipe"
    ABOUT = "UDPipe 1: quick, a model a language in one file; models for many languages are published"
    OPTIONS = (
        Option("model", "file of the model (.udpipe)", required=True, trusted=True, counts=False),
        Option("longest", "words of the longest text that is parsed; a longer one has no tree", "1000"),
    )

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        self._longest = whole(options, "longest", 1, 100_000, said_in="parser")
        self._package = version_of(_PACKAGE, _EXTRA)
        self._file = _model_file(options["model"])
        self._fingerprint = fingerprint({"model": self._file})

    def signature(self) -> str:
        """Package, model name and fingerprint, and longest text."""
        return signature(
            {
                "package": self._package,
                "model": self._file.name,
                "fingerprint": self._fingerprint,
                "longest": self._longest,
            }
        )

    def identity(self) -> Mapping[str, str]:
        """Independent of the model's path and of the version of Lackmus."""
        return {"package": self._package, "model": self._fingerprint, "longest": str(self._longest)}

    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """Tokens, tags and a tree for each text."""
        return [self._parsed(text) for text in texts]

    def close(self) -> None:
        """Release the model."""
        self.__dict__.pop("_loaded", None)

    @cached_property
    def _loaded(self) -> "_Loaded":
        return _Loaded(self._file)

    def _parsed(self, text: str) -> Sentence:
        given = plain(text)
        if too_long(given.line, self._longest):  # estimated before tokenizing
            return Sentence("", text, ())
        sentences = self._loaded.tokenized(given.line)
        if sum(one.words.size() - 1 for one in sentences) > self._longest:
            return Sentence("", text, ())
        for sentence in sentences:
            self._loaded.parse(sentence)
        return one_tree(text, (_words(sentence, given) for sentence in sentences))


class _Loaded:
    """A loaded model; it must have tokenizer, tagger and parser."""

    def __init__(self, file: Path) -> None:
        self._udpipe = needed(_PACKAGE, _PACKAGE, _EXTRA)
        self._file, self._problem = file, self._udpipe.ProcessingError()
        self._model = self._udpipe.Model.load(str(file))
        if self._model is None:
            raise LackmusError(f"{file}: the model is cut off or damaged. Fetch it again.")
        self._tokenizer = self._model.newTokenizer("presegmented;ranges")
        if self._tokenizer is None:
            raise _lacks(file, "tokenizer")
        for sentence in self.tokenized("x"):  # a missing tagger or parser shows only when used
            self.parse(sentence)

    def tokenized(self, text: str) -> list[Any]:
        """Tokenized sentences; one if the text is one line."""
        self._tokenizer.resetDocument()  # otherwise positions would continue from the text before
        self._tokenizer.setText(text)
        found = []
        sentence = self._udpipe.Sentence()
        while self._tokenizer.nextSentence(sentence, self._problem):
            found.append(sentence)
            sentence = self._udpipe.Sentence()
        if self._problem.occurred():
            why = " ".join(self._problem.message.split())
            raise LackmusError(f"{self._file}: its tokenizer failed ({why}).")
        return found

    def parse(self, sentence: Any) -> None:
        """Add tags and a tree to a sentence."""
        if not self._model.tag(sentence, self._model.DEFAULT, self._problem):
            raise _lacks(self._file, "tagger")
        if not self._model.parse(sentence, self._model.DEFAULT, self._problem):
            raise _lacks(self._file, "parser")


def _words(sentence: Any, given: PlainText) -> list[Word]:
    """Words with positions; those of a contraction share its position."""
    shared = {}
    for token in sentence.multiwordTokens:
        shared.update(dict.fromkeys(range(token.idFirst, token.idLast + 1), token.misc))
    return [
        Word(
            word.form,
            word.lemma or NONE,
            word.upostag or NONE,
            word.xpostag or NONE,
            word.feats or NONE,
            word.head,
            word.deprel or NONE,
            *_place(shared.get(word.id, word.misc), given),
        )
        for word in list(sentence.words)[1:]  # the first is the root
    ]


def _place(misc: str, given: PlainText) -> tuple[int, int]:
    found = _PLACE.search(misc)
    assert found, "asked for ranges, every token has one"
    return given.place(int(found[1]), int(found[2]))


def _model_file(written: str) -> Path:
    file = Path(written).expanduser()
    try:
        with file.open("rb") as opened:
            begins = opened.read(len(_MAGIC))
    except FileNotFoundError:
        raise MissingPartError(f"{written} does not exist.", _NAME_IT) from None
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise MissingPartError(f"{written} cannot be read ({why}).", _NAME_IT) from None
    if begins != _MAGIC:
        raise MissingPartError(f"{written} is no model of UDPipe 1.", _NAME_IT)
    return file


def _lacks(file: Path, part: str) -> LackmusError:
    return LackmusError(f"{file}: the model has no {part}. Take one that tokenizes, tags and parses.")
