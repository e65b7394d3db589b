"""What a fetch did, or would do: how many sentences, at which cost, with which results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.engines.engine import About, money
from lackmus.core.outputs.imports import ImportedOutputs, imported_values


@dataclass(frozen=True)
class Estimate:
    """What is to be fetched, and its cost by the engine's price list."""

    engine: str
    label: str
    system: str
    campaign: str
    suite: str
    pair: str
    template: str | None
    sentences: int
    cached: int  # answered before, not asked again
    characters: int  # of those that are to be asked
    too_long: tuple[str, ...]  # places of sentences that the engine cannot take
    reserved: int  # secret items, not sent
    cost: float | None  # of those that are to be asked
    paid: bool  # the engine charges for it
    about: About
    signature: str
    oldest: str | None = None  # when the oldest cached answer came
    doubt: str = ""  # why the engine itself was not asked
    unsent_prompts: int = 0  # items whose own prompt the engine cannot be told

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know before fetching, a line each."""
        return (
            *([f"The engine itself was not asked: {self.doubt}"] if self.doubt else []),
            *([self.on_prompts] if self.on_prompts else []),
        )

    @property
    def on_prompts(self) -> str:
        """That prompts of items are not sent, if there are some."""
        if not self.unsent_prompts:
            return ""
        many = counted(self.unsent_prompts, "item has", "items have")
        return f"{many} a prompt of their own, which {self.label} does not take: it is not sent."

    @property
    def left(self) -> int:
        """How many sentences still have to be asked."""
        return self.sentences - self.cached - len(self.too_long)

    @property
    def said_cost(self) -> str:
        """“about 1.20 USD”, or that the cost is unknown."""
        price = self.about.price
        if self.left == 0 or (not self.paid and price is None):
            return "nothing"
        if self.cost is None or price is None:
            return "unknown, for want of a price list"
        return f"about {money(self.cost)} {price.currency}".rstrip()


@dataclass(frozen=True)
class FetchResult:
    """What a fetch did."""

    estimate: Estimate
    asked: int  # sentences that the engine answered now
    retried: int  # requests that had to be sent again
    marked: Mapping[str, int] = field(default_factory=dict)  # replies that look verbose or refused
    cleaned: Mapping[str, int] = field(default_factory=dict)  # rules -> replies that they cleaned
    models: tuple[str, ...] = ()  # that answered, if the engine says
    stopped: bool = False  # by the user
    missing: tuple[str, ...] = ()  # sentences without a translation
    imported: ImportedOutputs | None = None  # None if it stopped before the end
    blank: int = 0  # translations without a word
    copied: int = 0  # translations equal to their source
    problem: str = ""  # why the engine stopped, where a partial result was enough

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


_MOST_MISSING = 20  # sentences without a translation that are named


class JobState(StrEnum):
    """The state of a fetch."""

    WAITING = "waiting"  # for a worker, or for another fetch of the same
    RUNNING = "running"
    CANCELLING = "cancelling"  # requests under way are finished first
    CANCELLED = "cancelled"
    STOPPED = "stopped"  # by a problem that may pass
    DONE = "done"


UNFINISHED = (JobState.WAITING, JobState.RUNNING, JobState.CANCELLING)  # a worker has to continue it
RESUMABLE = (JobState.CANCELLED, JobState.STOPPED)


@dataclass(frozen=True)
class FetchJob:
    """One fetch, as it stands in the workspace while it waits, runs, and afterwards."""

    token: str
    person: str
    asked: Mapping[str, Any]  # what is to be fetched, as plain values
    state: JobState
    at: str  # when it was asked for
    changed: str  # time of its last report
    stage: str = ""
    done: int = 0
    total: int = 0
    since: str | None = None  # when it last started
    problem: str = ""  # what stopped it, and the remedy
    result: Mapping[str, Any] | None = None  # what it did

    @property
    def unfinished(self) -> bool:
        """Whether it continues by itself."""
        return self.state in UNFINISHED


def job_result(fetched: FetchResult) -> dict[str, Any]:
    """The result of a fetch as the few values a page needs; the outputs are in the campaign."""
    one = fetched.estimate
    done = fetched.imported
    return {
        "in_short": fetched.in_short,
        "engine": one.label,
        "campaign": one.campaign,
        "system": one.system,
        "suite": one.suite,
        "pair": one.pair,
        "sentences": one.sentences,
        "asked": fetched.asked,
        "cached": one.cached,
        "retried": fetched.retried,
        "marked": {str(mark): many for mark, many in fetched.marked.items()},
        "cleaned": dict(fetched.cleaned),
        "models": list(fetched.models),
        "reserved": one.reserved,
        "missing": len(fetched.missing),
        "missing_first": list(fetched.missing[:_MOST_MISSING]),
        "signature": one.signature,
        "imported": None if done is None else imported_values(done),
    }
