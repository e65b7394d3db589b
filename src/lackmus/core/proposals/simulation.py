"""Reviews with known answers, replayed: how many decisions proposals would have saved."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from lackmus.core.proposals.choosing import MeasuredScorer, measured
from lackmus.core.proposals.corpus import OPEN, PASS, Floats, Ints, Known, TextCorpus
from lackmus.core.proposals.evidence import LinkCounter, LinkEvidence
from lackmus.core.proposals.links import links_of
from lackmus.core.proposals.model import (
    EvidenceScorer,
    MajorityScorer,
    ModelScorer,
    Scorer,
    majorities,
    model_at_hand,
)
from lackmus.core.proposals.pairs import PairTable, confirmable
from lackmus.core.proposals.trust import uncalibrated

SCREEN = 20
THRESHOLDS = (0.95, 0.98, 0.99)
_AGAIN = 1.15  # trust is measured again when there are so many times as many decisions
_FIRST = 100


class Assistance(StrEnum):
    """Who proposes."""

    MAJORITY = "majority"
    EVIDENCE = "evidence"  # wording pairs, siblings and the majority
    MODEL = "model"  # with all of these as evidence


class HiddenAnswers(StrEnum):
    """What is hidden, so that its verdicts answer as the annotator."""

    FIXED = "fixed"
    RULES = "rules"
    DECISIONS = "decisions"

    @property
    def told(self) -> str:
        """What it is, in words."""
        return {"fixed": "fixed sentences", "rules": "all rules", "decisions": "people's decisions"}[self]


@dataclass(frozen=True, eq=False)
class KnownCampaign:
    """A campaign with known answers, and what is known before anybody decides."""

    corpus: TextCorpus
    answers: Ints  # OPEN where nobody knows
    known: Known

    @cached_property
    def open(self) -> Ints:
        """The texts to settle: those with an answer that is not known yet."""
        return np.flatnonzero((self.known.verdict == OPEN) & (self.answers != OPEN))

    @cached_property
    def counter(self) -> LinkCounter:
        """What counts wordings; of texts that rules leave open."""
        return LinkCounter(links_of(self.corpus, np.flatnonzero(self.corpus.by_rules == OPEN)))

    @cached_property
    def model(self) -> ModelScorer:
        """The model, whose rows are made once for all seeds."""
        return ModelScorer(self.corpus)

    def shuffled(self, seed: int) -> "KnownCampaign":
        """The same campaign with the answers of open texts dealt out anew within each phenomenon."""
        answers, chance = self.answers.copy(), np.random.default_rng(seed)
        for phenomenon in np.unique(self.corpus.phenomenon[self.open]).tolist():
            texts = self.open[self.corpus.phenomenon[self.open] == phenomenon]
            answers[texts] = chance.permutation(answers[texts])
        return KnownCampaign(self.corpus, answers, self.known)


@dataclass(frozen=True)
class Line:
    """What was proposed for a text when it came into view, and whether it was right."""

    proposer: str
    trust: float
    right: bool


@dataclass(frozen=True)
class Replay:
    """One review, from the first screen to the last."""

    assistance: Assistance
    seed: int
    screens: int
    corrections: int
    pairs: int  # confirmed wording pairs
    decisions: int
    read: int
    settled: int
    agreeing: int  # settled texts whose verdict is the known answer
    lines: Sequence[Line]


class Replayer:
    """Replays a campaign: every key of the annotator is a decision, and only answers seen so far are used."""

    def __init__(
        self,
        campaign: KnownCampaign,
        assistance: Assistance,
        seed: int,
        pairs: bool = False,
        measured: bool = True,
    ) -> None:
        self.campaign, self.assistance, self.seed = campaign, assistance, seed
        self.known = campaign.known
        self._with_pairs, self._measured = pairs, measured
        self._chance = random.Random(seed)  # noqa: S311  (a draw that can be repeated)
        self._scorers = self._of(assistance)
        self._now = MeasuredScorer(self._scorers[0], uncalibrated(campaign.corpus))
        self._measured_at = 0
        self._lines: list[Line] = []
        self._barred: set[int] = set()

    def run(self, advance: Callable[[int, int], None] = lambda done, total: None) -> Replay:
        """Screen by screen until nothing is open."""
        screens = corrections = confirmed = read = 0
        waiting = self._screens()
        while waiting:
            screen = waiting.pop()
            screens, read = screens + 1, read + len(screen)
            corrections += self._one_screen(screen)
            if self._with_pairs and (more := self._confirm_pairs()):
                confirmed += more
                waiting = self._screens()
            advance(len(self.campaign.open) - len(self._left()), len(self.campaign.open))
        verdicts, answers = self.known.verdict[self.campaign.open], self.campaign.answers[self.campaign.open]
        agreeing = int((verdicts == answers).sum())
        return Replay(
            self.assistance,
            self.seed,
            screens,
            corrections,
            confirmed,
            self._keys + confirmed,
            read,
            len(verdicts),
            agreeing,
            self._lines,
        )

    _keys = 0

    def _of(self, assistance: Assistance) -> Sequence[Scorer]:
        """Who may propose, the preferred one first."""
        corpus = self.campaign.corpus
        majority, evidence = MajorityScorer(corpus), EvidenceScorer(corpus)
        if assistance is Assistance.MAJORITY:
            return (majority,)
        if assistance is Assistance.MODEL and model_at_hand():
            return (self.campaign.model, evidence, majority)
        return (evidence,)

    def _left(self) -> Ints:
        left: Ints = self.campaign.open[self.known.verdict[self.campaign.open] == OPEN]
        return left

    def _screens(self) -> list[list[int]]:
        """Alike texts of a category, at most twenty; their order is drawn."""
        corpus, left = self.campaign.corpus, self._left().tolist()
        found = list(screens_of(corpus, left))
        self._chance.shuffle(found)
        return found

    def _one_screen(self, screen: Sequence[int]) -> int:
        """Correct from top to bottom, confirm the rest; return how many corrections."""
        left, corrections = np.array(screen), 0
        self._measure()
        chances, evidence = self._chances()
        self._note(left, chances, evidence)
        while len(left):
            answers = self.campaign.answers[left]
            wrong = np.flatnonzero((chances[left] >= 0.5) != (answers == PASS))
            upto = int(wrong[0]) + 1 if len(wrong) else len(left)
            self.known = self.known.decided(left[:upto], answers[:upto])
            left = left[upto:]
            self._keys += 1
            corrections += bool(len(wrong))
            if len(left):
                chances, _ = self._chances()
        return corrections

    def _chances(self) -> tuple[Floats, LinkEvidence | None]:
        if self.assistance is Assistance.MAJORITY:
            return majorities(self.campaign.corpus, self.known), None
        evidence = self.campaign.counter.evidence(self.known)
        return self._now.scorer.chances(self.known, evidence), evidence

    def _note(self, texts: Ints, chances: Floats, evidence: LinkEvidence | None) -> None:
        """Keep what is proposed, by the whole and by each part of the evidence, and whether it is right."""
        if not self._measured:
            return
        answers = self.campaign.answers[texts] == PASS
        majority = majorities(self.campaign.corpus, self.known)[texts]
        said = [("majority", majority, np.maximum(majority, 1 - majority), np.ones(len(texts), np.bool_))]
        if evidence is not None:
            trust = self._now.calibration.trust(chances, self.known)[texts]
            said.append((self._scorers[0].name, chances[texts], trust, np.ones(len(texts), np.bool_)))
            for sibling, name in enumerate(("wording pairs", "siblings")):
                best = _best(evidence, sibling)[texts]
                said.append((name, best, np.maximum(best, 1 - best), best != 0.5))
        for name, chance, sure, speaks in said:
            correct = (chance >= 0.5) == answers
            self._lines += [
                Line(name, float(sure[place]) if speaks[place] else 0.0, bool(correct[place]))
                for place in range(len(texts))
            ]

    def _measure(self) -> None:
        """When there are enough new decisions, measure trust again, and who proposes best."""
        many = len(self.known.decisions)
        needed = self._measured or len(self._scorers) > 1
        if (
            needed
            and self.assistance is not Assistance.MAJORITY
            and many >= max(_FIRST, _AGAIN * self._measured_at)
        ):
            self._now = measured(self.campaign.corpus, self.known, self._scorers, self.campaign.counter)
            self._measured_at = many

    def _confirm_pairs(self) -> int:
        """Confirm every wording pair that is clear and worth it; each settles its texts unread."""
        table = PairTable.of(self.campaign.counter.links, self.known)
        confirmed = 0
        for pair in confirmable(table, self._left(), self._barred):
            texts = np.array(pair.settles)
            texts = texts[self.known.verdict[texts] == OPEN]
            self._barred.add(pair.number)
            if len(texts):
                verdict, by_people = self.known.verdict.copy(), self.known.by_people
                verdict[texts] = pair.verdict
                self.known = Known(verdict, by_people)
                confirmed += 1
        return confirmed


def screens_of(corpus: TextCorpus, texts: Sequence[int], size: int = SCREEN) -> Iterator[list[int]]:
    """Texts of one category on one screen, sorted by skeleton."""

    def place(text: int) -> tuple[object, ...]:
        return (
            corpus.category[text],
            corpus.skeletons[text],
            corpus.phenomenon[text],
            corpus.words[text],
            text,
        )

    order = sorted(texts, key=place)
    start = 0
    while start < len(order):
        end = start + 1
        while (
            end < min(start + size, len(order))
            and corpus.category[order[end]] == corpus.category[order[start]]
        ):
            end += 1
        yield order[start:end]
        start = end


def _best(evidence: LinkEvidence, sibling: int) -> Floats:
    """The chance that the strongest link of a kind gives each text; one half without any."""
    chosen = evidence.sibling == sibling
    best, worst = np.full(evidence.texts, 0.5), np.full(evidence.texts, 0.5)
    np.maximum.at(best, evidence.here[chosen], evidence.chance[chosen])
    np.minimum.at(worst, evidence.here[chosen], evidence.chance[chosen])
    found: Floats = np.where(best - 0.5 >= 0.5 - worst, best, worst)
    return found


__all__ = [
    "SCREEN",
    "THRESHOLDS",
    "Assistance",
    "HiddenAnswers",
    "KnownCampaign",
    "Line",
    "Replay",
    "Replayer",
    "screens_of",
]
