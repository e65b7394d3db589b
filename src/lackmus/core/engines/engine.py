"""What is known of a translation engine: its limits, its price, and what it answered."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Mark(StrEnum):
    """A reply that is no plain translation; review and reports show it as the reason."""

    VERBOSE = "verbose"  # more than the translation: remarks, alternatives, explanations
    REFUSED = "refused"  # the engine says that it will not translate
    PARAGRAPHS = "paragraphs"  # the translation of a document has other paragraphs than its source


class PriceUnit(StrEnum):
    """What a price is for."""

    CHARACTERS = "characters"
    TOKENS = "tokens"


@dataclass(frozen=True)
class Price:
    """A price per million by a price list, with its date and source."""

    amount: float
    currency: str
    unit: PriceUnit = PriceUnit.CHARACTERS
    as_of: str = ""  # the date of the price list
    source: str = ""  # its address


def price_list(price: Price | None) -> str:
    """“20 EUR for a million characters (price list of 2026-05)”."""
    if price is None:
        return "unknown"
    listed = f" (price list of {price.as_of})" if price.as_of else ""
    amount = f"{money(price.amount)} {price.currency}".rstrip()
    return f"{amount} for a million {price.unit}{listed}"


def money(amount: float) -> str:
    """Return an amount with two decimals, or four where it is less than a cent."""
    return f"{amount:,.2f}" if amount >= 0.01 or amount == 0 else f"{amount:.4f}"


@dataclass(frozen=True)
class Limits:
    """How much an engine takes at a time."""

    texts: int = 1  # in one request
    size: int | None = None  # of all texts of a request together
    text: int | None = None  # of one text
    in_bytes: bool = False  # sizes are bytes of UTF-8, not characters
    in_flight: int = 4  # requests at the same time

    def measure(self, text: str) -> int:
        """How large a text is, as the engine counts."""
        return len(text.encode()) if self.in_bytes else len(text)


@dataclass(frozen=True)
class About:
    """What an engine says about itself, kept with what it translated."""

    model: str = ""
    version: str = ""
    price: Price | None = None
    limits: Limits = field(default_factory=Limits)
    notes: Mapping[str, str] = field(default_factory=dict)  # anything else worth keeping, such as a licence


@dataclass(frozen=True)
class Ask:
    """One thing to translate: a sentence, or lines of a document with line breaks between them."""

    text: str
    before: tuple[str, ...] = ()  # sentences that stand before it, not to be translated
    prompt: str = ""  # what the engine is told for this text, instead of its common instruction


@dataclass(frozen=True)
class Reply:
    """What an engine answered to one ask."""

    text: str
    raw: str | None = None  # the reply before cleaning, if it was cleaned
    mark: Mark | None = None
    cleaned: tuple[str, ...] = ()  # names of the rules that did
    model: str = ""  # that answered, if the engine says
    billed: int | None = None  # in the unit of the price, if the engine says


def batches(asks: Iterable[Ask], limits: Limits) -> Iterator[list[Ask]]:
    """Asks in order, in batches within the engine's limits; an ask with context or a prompt goes alone."""
    batch: list[Ask] = []
    size = 0
    for ask in asks:
        measured = limits.measure(ask.text)
        full = len(batch) >= limits.texts or (limits.size is not None and size + measured > limits.size)
        if batch and (full or _alone(ask) or _alone(batch[-1])):
            yield batch
            batch, size = [], 0
        batch.append(ask)
        size += measured
    if batch:
        yield batch


def _alone(ask: Ask) -> bool:
    return bool(ask.before or ask.prompt)


def too_long(ask: Ask, limits: Limits) -> bool:
    """Whether an ask exceeds the limits of a request."""
    most = [one for one in (limits.text, limits.size) if one is not None]
    return bool(most) and limits.measure(ask.text) > min(most)


@dataclass(frozen=True)
class Origin:
    """Which engine wrote the outputs of a system."""

    request: int  # its number in the workspace
    about: str  # JSON: what the engine said about itself
    signature: str


@dataclass(frozen=True)
class OptionShown:
    """An option of an engine or a metric."""

    name: str
    help: str
    default: str
    choices: tuple[str, ...]
    required: bool
    counts: bool  # translations depend on it
    trusted: bool  # only for the owner of this machine

    @property
    def said(self) -> str:
        """The description, with the allowed values."""
        said = f"{self.help} ({', '.join(self.choices)})" if self.choices else self.help
        return f"{said}; must be given" if self.required else said


@dataclass(frozen=True)
class KeyShown:
    """The name of a key and whether it is set; never the key itself."""

    name: str
    help: str
    required: bool
    there: bool


@dataclass(frozen=True)
class EngineShown:
    """An engine, or a named one with options of its own."""

    name: str
    label: str
    about: str
    engine: str  # the engine itself; differs from the name if a user named it
    paid: bool
    context: bool
    documents: bool
    options: tuple[OptionShown, ...]
    keys: tuple[KeyShown, ...]
    set: tuple[tuple[str, str], ...] = ()  # options that its name stands for
    problem: str = ""  # why it cannot be used here

    @property
    def ready(self) -> bool:
        """Whether all required keys are set."""
        return not self.problem and all(key.there for key in self.keys if key.required)

    @property
    def said_keys(self) -> str:
        """The state of all keys, in words."""
        if not self.keys:
            return "none"
        if any(key.required and not key.there for key in self.keys):
            return "missing"
        return "there" if any(key.there for key in self.keys) else "not set"


@dataclass(frozen=True)
class OriginShown:
    """An engine and all that can be said of it, as people read it."""

    engine: str
    model: str
    version: str
    models: tuple[str, ...]  # that answered, if the engine says
    price: str
    notes: tuple[tuple[str, str], ...]
    signature: str

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The known facts, one row each."""
        told = (
            ("Engine", self.engine),
            ("Model", self.model),
            ("Version", self.version),
            ("Answered by", ", ".join(self.models)),
            ("Price", self.price),
            *self.notes,
        )
        return [(name, value) for name, value in told if value]


def origin_shown(engine: str, origin: Origin) -> OriginShown:
    """The origin as people read it, from the stored one."""
    about = json.loads(origin.about)
    price = about.get("price")
    return OriginShown(
        engine,
        about.get("model", ""),
        about.get("version", ""),
        tuple(about.get("models", ())),
        price_list(Price(**price)) if price else "",
        tuple((str(name), str(value)) for name, value in about.get("notes", {}).items()),
        origin.signature,
    )
