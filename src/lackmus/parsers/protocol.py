"""The protocol of all parsers, and how they are opened by name."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from lackmus.core.trees.treebank import Sentence, Word
from lackmus.machine.options import checked
from lackmus.machine.plugin import Plugin
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
