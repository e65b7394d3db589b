"""The one small protocol of all parsers, and the door by which they come in."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from lackmus.core.trees.treebank import Sentence, Word
from lackmus.machine.options import checked
from lackmus.machine.plugged import Plugged
from lackmus.plugins import Door, class_named, names


class Parser(Plugged):
    """Makes trees of texts by Universal Dependencies. One object parses one batch after another."""

    BATCH: ClassVar[int] = 40  # texts that are handed over at a time, and kept then

    @abstractmethod
    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """One tree for every text, in their order, whatever the parser itself takes for a sentence.

        A text is a sentence, or a whole line that may hold several (see `one_tree`). Words say where they
        stand in the text as it was given. A blank text has no words, nor has one that is too long.
        """


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
    return class_named(Door.PARSER, name, Parser, said_in)  # type: ignore[type-abstract]


def open_parser(name: str, given: Mapping[str, str] | None = None, said_in: str = "--parser") -> Parser:
    """A parser with what a user said about it, and where."""
    kind = parser_class(name, said_in)
    return kind(checked(name, kind.OPTIONS, given or {}, said_in))
