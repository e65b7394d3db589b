"""The one small protocol of all aligners, and the door by which they come in."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from lackmus.core.trees.links import Alignment
from lackmus.machine.options import checked
from lackmus.machine.plugged import Plugged
from lackmus.plugins import Door, class_named, names

Words = Sequence[str]  # of one sentence
Progress = Callable[[str, int, int], None]  # a stage, how much of it is done, and how much there is


def silent(stage: str, done: int, total: int) -> None:
    """Nobody watches."""


class Aligner(Plugged):
    """Finds out which words of a sentence and of its translation belong together.

    It learns from the pairs it is given and from nothing else, so all pairs of a run come at once.
    """

    FORMS: ClassVar[bool] = False  # it knows words as people write them, and lemmas less well
    LEARNS: ClassVar[bool] = True  # from the pairs themselves: of few of them it learns little

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


def aligner_names() -> list[str]:
    """All aligners there are, ours and those of others."""
    return names(Door.ALIGNER)


def aligner_class(name: str) -> type[Aligner]:
    """An aligner by the name of its entry point."""
    return class_named(Door.ALIGNER, name, Aligner, "--aligner")  # type: ignore[type-abstract]


def open_aligner(name: str, given: Mapping[str, str] | None = None) -> Aligner:
    """An aligner, ready to align, with what a user said about it."""
    kind = aligner_class(name)
    return kind(checked(name, kind.OPTIONS, given or {}, "--aligner"))
