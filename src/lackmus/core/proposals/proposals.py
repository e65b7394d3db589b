"""Proposals: the probable verdict on a text, so that a person corrects a few and confirms the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lackmus.core.base.verdict import Verdict


@dataclass(frozen=True)
class Undecided:
    """A text that a person is about to judge."""

    number: int
    item: str
    text: str


@dataclass(frozen=True)
class Settled:
    """A text of the same phenomenon with a verdict by people or by rules."""

    number: int
    item: str
    text: str
    verdict: Verdict
    by_people: bool


@dataclass(frozen=True)
class Proposal:
    """A proposed verdict."""

    verdict: Verdict
    because: str  # the reason in words
    share: float  # its confidence: from one half to one
    by: str = ""  # the method, if the proposer has several; otherwise the proposer's name is shown


@dataclass(frozen=True)
class InView:
    """The proposal that was shown when a text was decided; without a verdict, none was shown."""

    verdict: Verdict | None = None
    by: str | None = None  # who proposed it, with the version


class Proposer(Protocol):
    """A plug-in of the group `lackmus.propose`: a function from texts to proposals.

    It gets texts of one phenomenon and the settled texts there. The settled ones never include the texts in
    question, so that a second opinion is not influenced by the first. It leaves out texts for which it has no
    proposal.
    """

    def __call__(self, texts: Sequence[Undecided], settled: Sequence[Settled]) -> Mapping[int, Proposal]:
        """Proposals by the numbers of the texts."""
        ...
