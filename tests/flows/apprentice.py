"""An engine that lives in the test: it shouts, and does on the way what the test wants."""

from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest

from lackmus import plugins
from lackmus.core.base.pairs import Pair
from lackmus.engines import About, Engine, Key, Limits, Mark, Option, Price, Reply
from lackmus.plugins import PluginGroup

SECRET = "sk-apprentice-4711-0815"
KEY = "APPRENTICE_KEY"


def _nothing(sources: Sequence[str]) -> None:
    """The test wants nothing."""


class Apprentice(Engine):
    """Writes in capitals; what begins with “Please” it refuses."""

    LABEL = "Apprentice"
    ABOUT = "shouts"
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("style", "how <loud>", "plain", ("plain", "fancy")),
        Option("book", "a file", trusted=True, counts=False),
    )
    KEYS = (Key(KEY, "a key", required=False),)
    PAID = True

    # What a test sets; one process runs one test at a time.
    asked: list[str] = []  # noqa: RUF012
    meanwhile: Callable[[Sequence[str]], None] = staticmethod(_nothing)

    def about(self, pair: Pair) -> About:
        self.keys.get(KEY)
        return About("apprentice-1", "3", Price(1000, "EUR", as_of="2026-01"), Limits(texts=2, in_flight=1))

    def translate(self, sources: Sequence[str], pair: Pair) -> list[str | Reply]:
        Apprentice.meanwhile(sources)
        Apprentice.asked += sources
        return [
            Reply(one.upper(), mark=Mark.REFUSED if one.startswith("Please") else None) for one in sources
        ]


class Locked(Apprentice):
    """Cannot be used without a place that only whoever runs the server can name."""

    LABEL = "Locked"
    OPTIONS: ClassVar[tuple[Option, ...]] = (Option("place", "where it is", required=True, trusted=True),)
    PAID = False


def let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """They come in by the door, and know nothing of the test before."""
    points = tuple(
        EntryPoint(kind.__name__.lower(), f"{__name__}:{kind.__name__}", PluginGroup.ENGINE)
        for kind in (Apprentice, Locked)
    )
    others = plugins._others
    monkeypatch.setattr(
        plugins,
        "_others",
        lambda door: (*points, *others(door)) if door is PluginGroup.ENGINE else others(door),
    )
    monkeypatch.setattr(Apprentice, "asked", [])
    monkeypatch.setattr(Apprentice, "meanwhile", staticmethod(_nothing))
