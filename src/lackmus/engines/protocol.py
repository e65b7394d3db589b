"""The protocol of all engines, and how they are opened by name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Ask, PriceUnit, Reply
from lackmus.engines.errors import BadRequestError
from lackmus.engines.keys import Key, Keys
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, checked
from lackmus.plugins import PluginGroup, named, names


class Engine(ABC):
    """Translates. One object serves one fetch; several threads may use it at the same time."""

    LABEL: ClassVar[str] = ""  # its name for people; default: the name of its entry point
    ABOUT: ClassVar[str] = ""  # one line for lists
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    KEYS: ClassVar[tuple[Key, ...]] = ()
    TAKES_CONTEXT: ClassVar[bool] = False  # `in_context` is implemented
    TAKES_PROMPTS: ClassVar[bool] = False  # `prompted` is implemented
    KEEPS_LINES: ClassVar[bool] = False  # a text of several lines usually comes back with as many
    PAID: ClassVar[bool] = False  # it charges money

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        """Options are checked and complete, with their values or defaults."""
        self.options = dict(options)
        self.keys = keys

    @abstractmethod
    def about(self, pair: Pair) -> About:
        """Facts about the engine. It may ask a server, but translates nothing."""

    def unasked(self) -> About:
        """Facts known without a request, for an estimate while the engine cannot be asked."""
        return About()

    @abstractmethod
    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[str | Reply]:
        """The translations in the order of the sources; raises an EngineError."""

    def in_context(self, source: str, before: Sequence[str], pair: Pair) -> str | Reply:
        """The translation of one sentence with those before it, if the engine supports it."""
        raise BadRequestError(f"{self.LABEL or type(self).__name__} cannot be shown the sentences before.")

    def prompted(self, ask: Ask, pair: Pair) -> str | Reply:
        """The translation of one text by a prompt of its own, if the engine supports it."""
        raise BadRequestError(f"{self.LABEL or type(self).__name__} takes no prompts.")

    def identity(self) -> Mapping[str, str]:
        """What translations depend on: engines with the same identity share cached replies."""
        return {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}

    def called(self, about: About) -> str:
        """The default name of the system in a campaign."""
        return self.LABEL or about.model

    def cost(self, asks: Sequence[Ask], pair: Pair, about: About) -> float | None:
        """The cost by the price list, if there is one; most are billed by character."""
        price = about.price
        if price is None or price.unit is not PriceUnit.CHARACTERS:
            return None
        return sum(len(ask.text) for ask in asks) * price.amount / 1_000_000

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Release connections and models."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def engine_names() -> list[str]:
    """Names of all engines, also those of plug-ins."""
    return names(PluginGroup.ENGINE)


def engine_class(name: str) -> type[Engine]:
    """An engine class by the name of its entry point."""
    if name not in engine_names():
        known = ", ".join(engine_names())
        raise LackmusError(f"there is no engine {name}. There are {known}.", argument="engine")
    found = named(PluginGroup.ENGINE, name)
    if not (isinstance(found, type) and issubclass(found, Engine)):
        raise LackmusError(f"The plug-in {name} is no engine: it must name a class that is an Engine.")
    return found


def open_engine(name: str, given: Mapping[str, str] | None = None, keys: Keys | None = None) -> Engine:
    """Open an engine with the given options."""
    kind = engine_class(name)
    return kind(checked(name, kind.OPTIONS, given or {}, "option"), keys or Keys())
