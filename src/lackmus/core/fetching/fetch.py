"""What fetching translations from an engine did, or would do: how much, for how much, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.engines.engine import About, money
from lackmus.core.outputs.imports import Imported


@dataclass(frozen=True)
class Estimate:
    """What is to be fetched, and what it would cost by the engine's price list."""

    engine: str
    label: str
    system: str
    campaign: str
    suite: str
    pair: str
    template: str | None
    sentences: int
    cached: int  # answered before: they are not asked again
    characters: int  # of those that are to be asked
    too_long: tuple[str, ...]  # places of sentences that the engine cannot take
    reserved: int  # items that are kept secret and not sent
    cost: float | None  # of those that are to be asked
    paid: bool  # somebody gets a bill
    about: About
    signature: str
    oldest: str | None = None  # when the oldest cached answer came
    doubt: str = ""  # why the engine itself was not asked

    @property
    def left(self) -> int:
        """How many sentences are to be asked."""
        return self.sentences - self.cached - len(self.too_long)

    @property
    def said_cost(self) -> str:
        """“about 1.20 USD”, as far as it is known."""
        price = self.about.price
        if self.left == 0 or (not self.paid and price is None):
            return "nothing"
        if self.cost is None or price is None:
            return "unknown, for want of a price list"
        return f"about {money(self.cost)} {price.currency}".rstrip()


@dataclass(frozen=True)
class Fetched:
    """What a fetch did."""

    estimate: Estimate
    asked: int  # sentences that the engine answered now
    retried: int  # requests that had to be sent again
    marked: Mapping[str, int] = field(default_factory=dict)  # what looks verbose or refused
    cleaned: Mapping[str, int] = field(default_factory=dict)  # rules -> replies that they cleaned
    models: tuple[str, ...] = ()  # that answered, where the engine tells
    stopped: bool = False  # by whoever asked for it
    missing: tuple[str, ...] = ()  # sentences without a translation
    imported: Imported | None = None  # none when it was stopped before all was there
    blank: int = 0  # translations without a word
    copied: int = 0  # translations that are their source
    problem: str = ""  # why the engine gave no more, where a part was enough

    @property
    def in_short(self) -> str:
        """One line for the terminal."""
        one = self.estimate
        said = [f"{one.system}: {counted(self.asked, 'sentence')} fetched, {one.cached:,} known before"]
        if self.retried:
            said.append(f"{counted(self.retried, 'request')} sent again")
        if self.missing:
            said.append(f"{counted(len(self.missing), 'sentence')} missing")
        return ", ".join(said)


def fetch_signature(
    engine: str, pair: str, identity: Mapping[str, str], about: About, template: str | None, at: str
) -> str:
    """How outputs were fetched: every option that a translation depends on is part of it."""
    options = ",".join(f"{name}={value}" for name, value in sorted(identity.items()) if value)
    return signature(
        {
            "engine": engine,
            "model": about.model,
            "engine-version": about.version,
            "pair": pair,
            "options": options,
            "template": template,
            "fetched": at[:10],
        }
    )
