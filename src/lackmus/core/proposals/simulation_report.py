"""What replays of a campaign add up to: decisions, texts read, and how far trust kept its word."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from lackmus.core.base.signatures import signature
from lackmus.core.base.significance import wilson
from lackmus.core.proposals.simulation import (
    THRESHOLDS,
    Assistance,
    HiddenAnswers,
    KnownCampaign,
    Line,
    Replay,
)

BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)  # of trust, each up to the next


@dataclass(frozen=True)
class Spread:
    """The mean over seeds, and how far they differ."""

    mean: float
    low: float
    high: float
    deviation: float

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Of at least one value."""
        found = list(values)
        return cls(fmean(found), min(found), max(found), stdev(found) if len(found) > 1 else 0.0)


@dataclass(frozen=True)
class ReplaySummary:
    """All replays with the same assistance."""

    assistance: Assistance
    decisions: Spread
    screens: Spread
    corrections: Spread
    pairs: Spread
    read: Spread
    agreement: Spread  # percent of settled texts
    agreement_interval: tuple[float, float]  # percent; over all seeds


@dataclass(frozen=True)
class TrustRow:
    """The lines of a proposer at or above a trust, or within a step of it."""

    proposer: str
    trust: float
    upto: float | None  # None: at least `trust`
    lines: int
    covered: float  # percent of all lines
    right: float | None  # percent; None without a line
    interval: tuple[float, float] | None  # percent
    shown: float | None = None  # the mean trust, in percent


@dataclass(frozen=True)
class Simulation:
    """A simulated review: what was replayed, and what came of it."""

    suite: str
    campaigns: Sequence[str]  # the last is replayed, the others are known before
    hidden: HiddenAnswers
    texts: int  # to settle
    rows: int  # outputs of these texts
    seeds: Sequence[int]
    replays: Sequence[ReplaySummary]
    thresholds: Sequence[TrustRow]
    reliability: Sequence[TrustRow]
    shuffled: bool = False

    @property
    def signature(self) -> str:
        """What was replayed, and how."""
        return signature(
            {
                "simulation": self.hidden.value,
                "campaigns": "+".join(self.campaigns),
                "texts": self.texts,
                "seeds": ",".join(map(str, self.seeds)),
                "answers": "shuffled" if self.shuffled else "known",
            }
        )


def simulation_of(
    suite: str,
    campaigns: Sequence[str],
    hidden: HiddenAnswers,
    campaign: KnownCampaign,
    replays: Sequence[Replay],
    rows: int,
) -> Simulation:
    """Add up replays; lines are those of the best assistance."""
    kinds = list(dict.fromkeys(one.assistance for one in replays))
    lines = [line for one in replays if one.assistance is kinds[-1] for line in one.lines]
    proposers = list(dict.fromkeys(line.proposer for line in lines))
    by_proposer = {name: [line for line in lines if line.proposer == name] for name in proposers}
    return Simulation(
        suite,
        [one for one in campaigns if one],
        hidden,
        len(campaign.open),
        rows,
        list(dict.fromkeys(one.seed for one in replays)),
        [_summary([one for one in replays if one.assistance is kind]) for kind in kinds],
        [_row(name, own, least, None) for name, own in by_proposer.items() for least in THRESHOLDS],
        [
            _row(name, own, low, high)
            for name, own in by_proposer.items()
            if name == kinds[-1]
            for low, high in zip(BINS, (*BINS[1:], 1.01), strict=True)
        ],
    )


def _summary(replays: Sequence[Replay]) -> ReplaySummary:
    settled, agreeing = (sum(getattr(one, name) for one in replays) for name in ("settled", "agreeing"))
    low, high = wilson(agreeing, settled)
    return ReplaySummary(
        replays[0].assistance,
        Spread.of(one.decisions for one in replays),
        Spread.of(one.screens for one in replays),
        Spread.of(one.corrections for one in replays),
        Spread.of(one.pairs for one in replays),
        Spread.of(one.read for one in replays),
        Spread.of(100 * one.agreeing / one.settled for one in replays),
        (100 * low, 100 * high),
    )


def _row(proposer: str, lines: Sequence[Line], low: float, high: float | None) -> TrustRow:
    chosen = [one for one in lines if one.trust >= low and (high is None or one.trust < high)]
    right = sum(one.right for one in chosen)
    many = len(chosen)
    bounds = wilson(right, many) if many else None
    return TrustRow(
        proposer,
        low,
        None if high is None else min(high, 1.0),
        many,
        100 * many / len(lines),
        100 * right / many if many else None,
        (100 * bounds[0], 100 * bounds[1]) if bounds else None,
        100 * fmean(one.trust for one in chosen) if many else None,
    )
