"""What metrics, parsers and aligners have in common: options, a signature, an identity, and an end."""

from abc import ABC
from collections.abc import Mapping
from typing import ClassVar, Self

from lackmus.machine.options import Option


class Plugged(ABC):  # noqa: B024  (what it does is abstract in each kind)
    """Something that is plugged in and works for a while."""

    LABEL: ClassVar[str] = ""  # as people call it, and as a report does; else the name of its entry point
    ABOUT: ClassVar[str] = ""  # one line for lists
    OPTIONS: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, options: Mapping[str, str]) -> None:
        """Options are checked already, and each has its value or its default.

        Whatever is missing (a package, a program, a model) must show here, before anything is done. A model
        that takes its time may be loaded later: maybe everything is known already.
        """
        self.options = dict(options)

    def signature(self) -> str:
        """How its results are made, in one line: a package with its version, a model, options."""
        return ""

    def identity(self) -> Mapping[str, str]:
        """What the results depend on: two of a kind with the same identity share what was done."""
        counting = {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}
        return {"signature": self.signature(), **counting}

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Let go of models and programs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
