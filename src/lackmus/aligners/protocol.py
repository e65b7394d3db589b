"""The protocol of all aligners, and how they are opened by name."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from lackmus.core.trees.links import Alignment
from lackmus.machine.options import Plugin, checked
from lackmus.plugins import PluginGroup, class_named, names

Words = Sequence[str]  # of one sentence
Progress = Callable[[str, int, int], None]  # stage, amount done, total


def silent(stage: str, done: int, total: int) -> None:
    """A progress function that does nothing."""


class Aligner(Plugin):
    """Links the words of sentences with those of their translations.

    It learns only from the given pairs, so all pairs of a run are passed at once.
    """

    FORMS: ClassVar[bool] = False  # it works better with word forms than with lemmas
    LEARNS: ClassVar[bool] = True  # from the given pairs: with few pairs it learns little

    @abstractmethod
    def align(
        self, source: Sequence[Words], target: Sequence[Words], progress: Progress = silent
    ) -> Alignment:
        """Links for all pairs. Words are lemmas as parsers write them, or forms; a side may be empty.

        Normalising words, such as to lower case, is up to the aligner.
        """

    def skips(self, source: int, target: int) -> bool:
        """Whether a pair with so many words is left without links because it is too long."""
        return False


def aligner_names() -> list[str]:
    """Names of all aligners, also those of plug-ins."""
    return names(PluginGroup.ALIGNER)


def aligner_class(name: str) -> type[Aligner]:
    """An aligner class by the name of its entry point."""
    return class_named(PluginGroup.ALIGNER, name, Aligner, "aligner")  # type: ignore[type-abstract]


def open_aligner(name: str, given: Mapping[str, str] | None = None) -> Aligner:
    """Open an aligner with the given options."""
    kind = aligner_class(name)
    return kind(checked(name, kind.OPTIONS, given or {}, "aligner"))
