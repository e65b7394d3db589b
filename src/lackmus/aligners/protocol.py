"""The one small protocol of all aligners, and the door by which they come in."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Self

from lackmus.core.links import Alignment
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, checked
from lackmus.plugins import Door, named, names

Words = Sequence[str]  # of one sentence
Progress = Callable[[str, int, int], None]  # a stage, how much of it is done, and how much there is


def silent(stage: str, done: int, total: int) -> None:
    """Nobody watches."""


class Aligner(ABC):
    """Finds out which words of a sentence and of its translation belong together.

    It learns from the pairs it is given and from nothing else, so all pairs of a run come at once.
    """

    LABEL: ClassVar[str] = ""  # as people call it, and as a report does; else the name of its entry point
    ABOUT: ClassVar[str] = ""  # one line for lists
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    LEARNS: ClassVar[bool] = True  # from the pairs themselves: of few of them it learns little

    def __init__(self, options: Mapping[str, str]) -> None:
        """Options are checked already, and each has its value or its default.

        Whatever is missing (a package, a program, a model) must show here, before anything is aligned.
        """
        self.options = dict(options)

    @abstractmethod
    def align(
        self, source: Sequence[Words], target: Sequence[Words], progress: Progress = silent
    ) -> Alignment:
        """Links for all pairs. Words are lemmas as parsers write them, or forms; a side may be empty.

        What helps to see two words as one, such as small letters, is the aligner's own business.
        """

    def skips(self, source: int, target: int) -> bool:
        """Whether a pair of sentences with so many words is left without links because it is too long."""
        return False

    def signature(self) -> str:
        """How its links are made, in one line: a package with its version, a model, options."""
        return ""

    def identity(self) -> Mapping[str, str]:
        """What the links depend on: two aligners with the same identity share what was aligned."""
        counting = {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}
        return {"signature": self.signature(), **counting}

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Let go of models and programs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def aligner_names() -> list[str]:
    """All aligners there are, ours and those of others."""
    return names(Door.ALIGNER)


def aligner_class(name: str) -> type[Aligner]:
    """An aligner by the name of its entry point."""
    if name not in aligner_names():
        known = ", ".join(aligner_names())
        raise LackmusError(f"there is no aligner {name}. There are {known}.", option="--aligner")
    found = named(Door.ALIGNER, name)
    if not (isinstance(found, type) and issubclass(found, Aligner)):
        raise LackmusError(f"The plug-in {name} is no aligner: it must name a class that is an Aligner.")
    return found


def open_aligner(name: str, given: Mapping[str, str] | None = None) -> Aligner:
    """An aligner, ready to align, with what a user said about it."""
    kind = aligner_class(name)
    return kind(checked(name, kind.OPTIONS, given or {}, "--aligner"))
