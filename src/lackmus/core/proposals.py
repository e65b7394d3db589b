"""What the verdict on a text probably is: whoever looks at twenty corrects a few and confirms the rest."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lackmus.core.judges import Verdict
from lackmus.core.tables import counted


@dataclass(frozen=True)
class Undecided:
    """A text that somebody is going to judge."""

    number: int
    item: str
    text: str


@dataclass(frozen=True)
class Settled:
    """A text of the same phenomenon on which people, or else the rules, have settled."""

    number: int
    item: str
    text: str
    verdict: Verdict
    by_people: bool


@dataclass(frozen=True)
class Proposal:
    """A verdict that nobody has given yet."""

    verdict: Verdict
    because: str  # in words, for whoever is to confirm it
    share: float  # how sure it is: from one half to one


class Proposer(Protocol):
    """Whatever stands behind the door `lackmus.propose`: a function from texts to proposals.

    It is asked for texts of one phenomenon, and told what is settled there. None of the texts asked for is
    among the settled ones, so that whoever gives a second opinion does not learn the first. Where it has
    nothing to say it leaves a text out.
    """

    def __call__(self, texts: Sequence[Undecided], settled: Sequence[Settled]) -> Mapping[int, Proposal]:
        """Proposals by the numbers of the texts."""
        ...


def majority(texts: Sequence[Undecided], settled: Sequence[Settled]) -> Mapping[int, Proposal]:
    """For every text what most texts of the phenomenon got.

    People's decisions count; only where there is none, what rules settled. Two equal halves propose nothing.
    """
    people = [one for one in settled if one.by_people]
    counts = Counter(one.verdict for one in people or settled)
    (verdict, most), *others = [*counts.most_common(), (Verdict.WARNING, 0)]
    if not most or (others and others[0][1] == most):
        return {}
    many = sum(counts.values())
    said = {Verdict.PASS: "passed", Verdict.FAIL: "failed"}[verdict]
    whose = "that people decided" if people else "that rules settled"
    because = f"{most:,} of {counted(many, 'text')} of the phenomenon {whose} {said}"
    proposal = Proposal(verdict, because, most / many)
    return {one.number: proposal for one in texts}
