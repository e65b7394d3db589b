"""The protocol of all parsers, and how they are opened by name."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from lackmus.core.trees.treebank import Sentence, Word
from lackmus.machine.options import Plugin, checked
from lackmus.plugins import PluginGroup, class_named, names


class Parser(Plugin):
    """Parses texts to Universal Dependencies trees, batch by batch."""

    BATCH: ClassVar[int] = 40  # texts per call; results are stored after each

    @abstractmethod
    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """One tree for every text, in order, even if the parser splits it into sentences.

        A text is a sentence, or a whole line that may hold several (see `one_tree`). Words have their
        positions in the given text. Blank and too long texts have no words.
        """


def one_tree(text: str, parts: Iterable[Sequence[Word]]) -> Sentence:
    """Join the sentences that a parser found into one tree: later roots become parataxis of the first.

    The words of each part count from 1, with positions in the whole text.
    """
    words: list[Word] = []
    top = 0  # the number of the first root
    for part in parts:
        before = len(words)
        for word in part:
            if word.head:
                words.append(word._replace(head=word.head + before) if before else word)
            elif not top:
                words.append(word)
                top = len(words)
            else:
                words.append(word._replace(head=top, deprel="parataxis"))
    return Sentence("", text, tuple(words))


def parser_names() -> list[str]:
    """Names of all parsers, also those of plug-ins."""
    return names(PluginGroup.PARSER)


def parser_class(name: str, said_in: str = "parser") -> type[Parser]:
    """A parser class by the name of its entry point."""
    return class_named(PluginGroup.PARSER, name, Parser, said_in)  # type: ignore[type-abstract]


def open_parser(name: str, given: Mapping[str, str] | None = None, said_in: str = "parser") -> Parser:
    """Open a parser with the given options; errors name `said_in`."""
    kind = parser_class(name, said_in)
    return kind(checked(name, kind.OPTIONS, given or {}, said_in))


# Control characters; some end a paragraph, and none is part of a word.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_HALF = re.compile("[\ud800-\udfff]")  # half of a surrogate pair, which UTF-8 cannot encode
_LETTERS = 100  # average word length at most


@dataclass(frozen=True)
class PlainText:
    """A line and the original position of each character; empty if none has moved."""

    line: str
    places: Sequence[int] = ()

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The position in the original text of a non-empty part of the line."""
        return (self.places[start], self.places[end - 1] + 1) if self.places else (start, end)


def plain(text: str) -> PlainText:
    """The text without white space that some parsers take for a word and others for a line end."""
    clean = text if text.isprintable() else _HALF.sub("\ufffd", _STEERING.sub(" ", text))
    line = " ".join(clean.split())
    if line == text:
        return PlainText(line)
    places: list[int] = []
    for word in re.finditer(r"\S+", clean):
        if places:
            places.append(word.start() - 1)  # the space before the word
        places.extend(range(*word.span()))
    return PlainText(line, places)


def too_long(line: str, longest: int) -> bool:
    """Whether it has more words than the limit, estimated without a tokenizer."""
    return len(line) > longest * _LETTERS or line.count(" ") >= longest
