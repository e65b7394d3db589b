"""Trust in proposals, measured on decisions that the proposer had not seen, never believed."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lackmus.core.base.significance import wilson
from lackmus.core.proposals.corpus import Flags, Floats, Ints, Known, TextCorpus
from lackmus.core.proposals.model import certainty, right

FOLDS = 5
HALVES = 2  # of items: a new item has few siblings that are decided
_ENOUGH = 300  # decisions of a category for a scale of its own
_SINGLE = 2.0  # the weight of texts that one system alone wrote: new texts are like these
_CONFIDENCE = 0.8  # of the interval whose lower end is shown: one measurement in ten is worse than it
_LOWEST = 0.5

Chances = Callable[[Known], Floats]


@dataclass(frozen=True)
class Scale:
    """From certainty to trust: steps that rise, each with the lower bound of its share of right proposals."""

    steps: Floats  # the certainty at which each step begins
    trust: Floats

    @classmethod
    def fitted(cls, sure: Floats, correct: Flags, weight: Floats) -> "Scale":
        """Join neighbours until the shares rise with certainty; few decisions never claim much."""
        order = np.argsort(sure, kind="stable")
        joined: list[tuple[float, float, float, int]] = []  # from, weight, that of right ones, decisions
        columns = (sure, correct.astype(float), weight)
        for start, good, many in zip(*(column[order].tolist() for column in columns), strict=True):
            step = (start, many, many * good, 1)
            while joined and joined[-1][2] * step[1] >= step[2] * joined[-1][1]:
                start, total, hits, count = joined.pop()
                step = (start, total + step[1], hits + step[2], count + step[3])
            joined.append(step)
        bounds = [_lower(hits / total, count) for _, total, hits, count in joined]
        rising = np.maximum.accumulate(np.maximum(bounds, _LOWEST)) if bounds else np.zeros(0)
        return cls(np.array([step[0] for step in joined]), rising)

    def of(self, sure: Floats) -> Floats:
        """The trust that a certainty deserves."""
        if not len(self.steps):
            return np.full(len(sure), _LOWEST)
        place = np.searchsorted(self.steps, sure, side="right") - 1
        return np.where(place >= 0, self.trust[np.maximum(place, 0)], _LOWEST)


@dataclass(frozen=True)
class Calibration:
    """Scales for texts of items with decided texts, and of others; large categories have their own."""

    corpus: TextCorpus
    beside: Scale  # other texts of the item are decided
    alone: Scale
    of_category: dict[tuple[int, bool], Scale]

    def trust(self, chances: Floats, known: Known) -> Floats:
        """How far each proposal can be trusted: from one half to one."""
        sure, has = certainty(chances), _beside_decided(self.corpus, known)
        found = np.where(has, self.beside.of(sure), self.alone.of(sure))
        for (category, decided), scale in self.of_category.items():
            chosen = (self.corpus.category == category) & (has == decided)
            found[chosen] = scale.of(sure[chosen])
        return np.where(has, found, np.minimum(found, self._supported(known)))

    def _supported(self, known: Known) -> Floats:
        """The most that decisions on each text's phenomenon can support, were all of them as proposed."""
        phenomenon = self.corpus.phenomenon
        many = np.bincount(phenomenon[known.decisions], minlength=int(phenomenon.max(initial=0)) + 1)
        most = np.array([max(_LOWEST, _lower(1.0, count)) if count else _LOWEST for count in many.tolist()])
        return most[phenomenon]


def uncalibrated(corpus: TextCorpus) -> Calibration:
    """Before there are decisions, no trust."""
    nothing = Scale(np.zeros(0), np.zeros(0))
    return Calibration(corpus, nothing, nothing, {})


@dataclass(frozen=True)
class HeldOut:
    """Certainty and success on decisions that were hidden, of texts in the same state."""

    sure: Floats
    correct: Flags
    texts: Ints

    @property
    def wrong(self) -> int:
        """How many proposals were wrong."""
        return int((~self.correct).sum())


@dataclass(frozen=True)
class HiddenDecisions:
    """What was proposed for hidden decisions: beside decided texts of the item, and without any."""

    beside: HeldOut
    alone: HeldOut

    @classmethod
    def of(
        cls, corpus: TextCorpus, known: Known, chances: Chances, folds: int = FOLDS, seed: int = 0
    ) -> "HiddenDecisions":
        """Hide each fold of the decisions in turn, and see how often what is proposed for it is right.

        Once texts are hidden one by one, which leaves others of their items; once half of all items are.
        """
        decided = known.decisions
        chance = np.random.default_rng(seed)
        by_text = chance.permutation(len(decided)) % folds
        by_item = (chance.permutation(len(corpus.items)) % HALVES)[corpus.item[decided]]
        return cls(
            _held_out(corpus, known, decided, by_text, chances, True),
            _held_out(corpus, known, decided, by_item, chances, False),
        )

    @property
    def wrong(self) -> int:
        """How many proposals were wrong."""
        return self.beside.wrong + self.alone.wrong

    def calibration(self, corpus: TextCorpus) -> Calibration:
        """The trust that these proposals deserve."""
        scales, own = [], {}
        for beside, held in ((True, self.beside), (False, self.alone)):
            weight = np.where(corpus.single[held.texts], _SINGLE, 1.0)
            scales.append(Scale.fitted(held.sure, held.correct, weight))
            for category in np.unique(corpus.category[held.texts]).tolist():
                inside = corpus.category[held.texts] == category
                if inside.sum() >= _ENOUGH:
                    own[category, beside] = Scale.fitted(
                        held.sure[inside], held.correct[inside], weight[inside]
                    )
        return Calibration(corpus, scales[0], scales[1], own)


def calibrated(
    corpus: TextCorpus, known: Known, chances: Chances, folds: int = FOLDS, seed: int = 0
) -> Calibration:
    """Measure trust on the decisions so far; too few give none."""
    if len(known.decisions) < folds:
        return uncalibrated(corpus)
    return HiddenDecisions.of(corpus, known, chances, folds, seed).calibration(corpus)


def _held_out(
    corpus: TextCorpus, known: Known, decided: Ints, fold: Ints, chances: Chances, beside: bool
) -> HeldOut:
    """Hide one fold after the other, and keep texts that are then in the state asked for."""
    sure, correct, shown = [], [], []
    for number in np.unique(fold).tolist():
        hidden = decided[fold == number]
        seen = known.without(hidden)
        hidden = hidden[_beside_decided(corpus, seen)[hidden] == beside]
        found = chances(seen)[hidden]
        sure.append(certainty(found))
        correct.append(right(found, known.verdict[hidden]))
        shown.append(hidden)
    return HeldOut(np.concatenate(sure), np.concatenate(correct), np.concatenate(shown))


def _lower(share: float, count: int) -> float:
    """The lower end of the interval of a share among so many."""
    return wilson(min(share, 1.0) * count, count, _CONFIDENCE)[0]


def _beside_decided(corpus: TextCorpus, known: Known) -> Flags:
    """Whether people decided another text of the same item."""
    many = np.bincount(corpus.item[known.decisions], minlength=len(corpus.items))
    others: Flags = many[corpus.item] - known.by_people > 0
    return others
