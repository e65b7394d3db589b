"""Base of metrics, parsers and aligners: options, signature, identity, closing."""

from abc import ABC
from collections.abc import Mapping
from typing import ClassVar, Self

from lackmus.machine.options import Option


class Plugin(ABC):  # noqa: B024  (what it does is abstract in each kind)
    """A plug-in that is opened with options and closed after use."""

    LABEL: ClassVar[str] = ""  # its name for people and reports; default: the name of its entry point
    ABOUT: ClassVar[str] = ""  # one line for lists
    OPTIONS: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, options: Mapping[str, str]) -> None:
        """Options are checked and complete, with their values or defaults.

        Missing packages, programs and models must be found here, before any work. A slow model may be loaded
        later, because all results may be cached.
        """
        self.options = dict(options)

    def signature(self) -> str:
        """How its results are made, in one line: package and version, model, options."""
        return ""

    def identity(self) -> Mapping[str, str]:
        """What the results depend on: plug-ins with the same identity share cached results."""
        counting = {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}
        return {"signature": self.signature(), **counting}

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Release models and programs."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
