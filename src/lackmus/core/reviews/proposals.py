"""Two simple proposers: the most similar decided text of an item, and the majority of a phenomenon."""

from collections import Counter
from collections.abc import Mapping, Sequence

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.proposals import Proposal, Settled, Undecided

NEAR = 0.7  # how similar two texts must be for a proposal; measured
_SHOWN = 80  # characters of a text that are shown


def nearest(texts: Sequence[Undecided], settled: Sequence[Settled]) -> Mapping[int, Proposal]:
    """For every text the verdict of the most similar settled text of its item, otherwise the majority.

    Only texts that people decided are compared, unless the phenomenon has none: texts that rules settle
    differ in kind from those they leave open, so they often mislead.
    """
    people = [one for one in settled if one.by_people] or settled
    by_item: dict[str, list[Settled]] = {}
    for one in people:
        by_item.setdefault(one.item, []).append(one)
    near = {text.number: _by_likeness(text, by_item.get(text.item, [])) for text in texts}
    return {**majority(texts, settled), **{number: found for number, found in near.items() if found}}


def _by_likeness(text: Undecided, known: Sequence[Settled]) -> Proposal | None:
    """The verdict of the most similar text; of equally similar ones the first."""
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
    """The likeness in percent; only identical texts have 100."""
    return min(99, round(100 * likeness)) if likeness < 1 else 100


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _differs(text: Undecided, near: Settled) -> str:
    """The words that differ, if they are few."""
    here, there = Counter(text.text.split()), Counter(near.text.split())
    mine, theirs = (" ".join(found.elements()) for found in (here - there, there - here))
    if not (mine or theirs) or max(len(mine), len(theirs)) > _SHOWN // 2:
        return ""
    if mine and theirs:
        return f"; here “{mine}”, there “{theirs}”"
    return f"; only {'here' if mine else 'there'} “{mine or theirs}”"


def majority(texts: Sequence[Undecided], settled: Sequence[Settled]) -> Mapping[int, Proposal]:
    """For every text the most frequent verdict of the phenomenon.

    People's decisions count; if there are none, those of rules. A tie proposes nothing.
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
