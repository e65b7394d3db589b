"""What the verdict on a text probably is: whoever looks at twenty corrects a few and confirms the rest."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict


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
    by: str = (
        ""  # which way it was found, where a proposer has several; else the proposer's own name is shown
    )


@dataclass(frozen=True)
class InView:
    """The proposal that was in view when a text was decided; without a verdict, there was none."""

    verdict: Verdict | None = None
    by: str = ""  # who proposed it, with the version


def in_view_values(in_view: InView | None) -> dict[str, str | None] | None:
    """The same as plain values: None where it is not recorded, a verdict of None where none was in view."""
    if in_view is None:
        return None
    return {"verdict": in_view.verdict.value if in_view.verdict else None, "by": in_view.by or None}


class Proposer(Protocol):
    """Whatever stands behind the door `lackmus.propose`: a function from texts to proposals.

    It is asked for texts of one phenomenon, and told what is settled there. None of the texts asked for is
    among the settled ones, so that whoever gives a second opinion does not learn the first. Where it has
    nothing to say it leaves a text out.
    """

    def __call__(self, texts: Sequence[Undecided], settled: Sequence[Settled]) -> Mapping[int, Proposal]:
        """Proposals by the numbers of the texts."""
        ...


NEAR = 0.7  # how much alike two texts must be for the one to tell something about the other; measured
_SHOWN = 80  # characters of a text that are shown


def nearest(texts: Sequence[Undecided], settled: Sequence[Settled]) -> Mapping[int, Proposal]:
    """For every text what the settled text of its item got that is most like it, else the majority.

    Only texts that people decided are compared, unless there are none in the phenomenon: what rules settle
    is of another kind than what they leave open, so that a near text which a rule knows often misleads.
    """
    people = [one for one in settled if one.by_people] or settled
    by_item: dict[str, list[Settled]] = {}
    for one in people:
        by_item.setdefault(one.item, []).append(one)
    near = {text.number: _by_likeness(text, by_item.get(text.item, [])) for text in texts}
    return {**majority(texts, settled), **{number: found for number, found in near.items() if found}}


def _by_likeness(text: Undecided, known: Sequence[Settled]) -> Proposal | None:
    """What the most similar text got; of equally similar ones the first counts."""
    from rapidfuzz import fuzz, process

    words = [one.text for one in known]
    found = process.extractOne(text.text, words, scorer=fuzz.ratio, score_cutoff=100 * NEAR)
    if found is None:
        return None
    likeness, near = found[1] / 100, known[found[2]]
    said = {Verdict.PASS: "passes", Verdict.FAIL: "fails"}[near.verdict]
    alike = f"{_percent(likeness)} % alike{_differs(text, near)}"
    return Proposal(
        near.verdict, f"like a text that {said}: “{_short(near.text)}”, {alike}", likeness, "nearest"
    )


def _percent(likeness: float) -> int:
    """Only what is the same is a hundred percent alike."""
    return min(99, round(100 * likeness)) if likeness < 1 else 100


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _differs(text: Undecided, near: Settled) -> str:
    """Which words differ, if they are few."""
    here, there = Counter(text.text.split()), Counter(near.text.split())
    mine, theirs = (" ".join(found.elements()) for found in (here - there, there - here))
    if not (mine or theirs) or max(len(mine), len(theirs)) > _SHOWN // 2:
        return ""
    if mine and theirs:
        return f"; here “{mine}”, there “{theirs}”"
    return f"; only {'here' if mine else 'there'} “{mine or theirs}”"


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
    proposal = Proposal(verdict, because, most / many, "majority")
    return {one.number: proposal for one in texts}
