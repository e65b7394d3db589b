"""The one small protocol of all parsers, and the door by which they come in."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Self

from lackmus.core.trees import Sentence, Word
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, checked
from lackmus.plugins import Door, named, names


class Parser(ABC):
    """Makes trees of texts by Universal Dependencies. One object parses one batch after another."""

    LABEL: ClassVar[str] = ""  # as people call it; else the name of its entry point
    ABOUT: ClassVar[str] = ""  # one line for lists
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    BATCH: ClassVar[int] = 40  # texts that are handed over at a time, and kept then

    def __init__(self, options: Mapping[str, str]) -> None:
        """Options are checked already, and each has its value or its default.

        Whatever is missing (a package, a model) must show here. A model that takes its time is loaded when
        the first text is parsed: maybe all texts are known already.
        """
        self.options = dict(options)

    @abstractmethod
    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """One tree for every text, in their order, whatever the parser itself takes for a sentence.

        A line of a test set may hold two sentences (see `one_tree`). Words say where they stand in the text
        as it was given. A blank text is a sentence without words, and so is one that is too long to parse.
        """

    def signature(self) -> str:
        """How its trees are made, in one line: a package with its version, a model, options."""
        return ""

    def identity(self) -> Mapping[str, str]:
        """What the trees depend on: two parsers with the same identity share what was parsed."""
        counting = {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}
        return {"signature": self.signature(), **counting}

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Let go of models and programs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def one_tree(text: str, parts: Iterable[Sequence[Word]]) -> Sentence:
    """What a parser took for several sentences as one: later roots hang on the first, as parataxis.

    The words of each part count from 1, and say where they stand in the whole text.
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
    """All parsers there are, ours and those of others."""
    return names(Door.PARSER)


def parser_class(name: str, said_in: str = "--parser") -> type[Parser]:
    """A parser by the name of its entry point."""
    if name not in parser_names():
        known = ", ".join(parser_names())
        raise LackmusError(f"there is no parser {name}. There are {known}.", option=said_in)
    found = named(Door.PARSER, name)
    if not (isinstance(found, type) and issubclass(found, Parser)):
        raise LackmusError(f"The plug-in {name} is no parser: it must name a class that is a Parser.")
    return found


def open_parser(name: str, given: Mapping[str, str] | None = None, said_in: str = "--parser") -> Parser:
    """A parser with what a user said about it, and where."""
    kind = parser_class(name, said_in)
    return kind(checked(name, kind.OPTIONS, given or {}, said_in))
