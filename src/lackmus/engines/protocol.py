"""The one small protocol of all engines, and the door by which they come in."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Ask, Reply, Unit
from lackmus.engines.errors import BadRequestError
from lackmus.engines.keys import Key, Keys
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, checked
from lackmus.plugins import Door, named, names


class Engine(ABC):
    """Translates. One object serves one fetch; several threads may ask it at the same time."""

    LABEL: ClassVar[str] = ""  # as people call it; else the name of its entry point
    ABOUT: ClassVar[str] = ""  # one line for lists
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    KEYS: ClassVar[tuple[Key, ...]] = ()
    TAKES_CONTEXT: ClassVar[bool] = False  # `in_context` is there
    KEEPS_LINES: ClassVar[bool] = False  # a text of several lines usually comes back with as many
    PAID: ClassVar[bool] = False  # somebody gets a bill

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        """Options are checked already, and each has its value or its default."""
        self.options = dict(options)
        self.keys = keys

    @abstractmethod
    def about(self, pair: Pair) -> About:
        """What the engine says about itself. It may ask a server, but translates nothing."""

    def unasked(self) -> About:
        """What is known without asking anybody, for an estimate while the engine cannot be asked."""
        return About()

    @abstractmethod
    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[str | Reply]:
        """The translations in the order of the sources; what goes wrong is an EngineError."""

    def in_context(self, source: str, before: Sequence[str], pair: Pair) -> str | Reply:
        """The translation of one sentence, seen after those before it, by engines that can do that."""
        raise BadRequestError(f"{self.LABEL or type(self).__name__} cannot be shown the sentences before.")

    def identity(self) -> Mapping[str, str]:
        """What the translations depend on: two engines with the same identity share what was fetched."""
        return {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}

    def called(self, about: About) -> str:
        """How the system is called in a campaign, unless the user says otherwise."""
        return self.LABEL or about.model

    def cost(self, asks: Sequence[Ask], pair: Pair, about: About) -> float | None:
        """What asking would cost by the price list, if there is one: most are paid by the character."""
        price = about.price
        if price is None or price.unit is not Unit.CHARACTERS:
            return None
        return sum(len(ask.text) for ask in asks) * price.amount / 1_000_000

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Let go of connections and models."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def engine_names() -> list[str]:
    """All engines there are, ours and those of others."""
    return names(Door.ENGINE)


def engine_class(name: str) -> type[Engine]:
    """An engine by the name of its entry point."""
    if name not in engine_names():
        known = ", ".join(engine_names())
        raise LackmusError(f"there is no engine {name}. There are {known}.", option="--engine")
    found = named(Door.ENGINE, name)
    if not (isinstance(found, type) and issubclass(found, Engine)):
        raise LackmusError(f"The plug-in {name} is no engine: it must name a class that is an Engine.")
    return found


def open_engine(name: str, given: Mapping[str, str] | None = None, keys: Keys | None = None) -> Engine:
    """An engine, ready to translate, with what a user said about it."""
    kind = engine_class(name)
    return kind(checked(name, kind.OPTIONS, given or {}, "--option"), keys or Keys())
