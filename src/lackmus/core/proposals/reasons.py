"""What speaks for a proposed verdict, in words that a linguist reads beside the text."""

from collections.abc import Mapping

from lackmus.core.proposals.corpus import PASS, Known
from lackmus.core.proposals.evidence import LinkEvidence
from lackmus.core.proposals.links import Links
from lackmus.core.proposals.wordings import OneSpan

PROPOSED_BY = {
    "model": "the model",
    "evidence": "the majority of its phenomenon",
    "majority": "the majority of its phenomenon",
}


def reasons(
    links: Links, evidence: LinkEvidence, known: Known, chances: Mapping[int, float], scorer: str
) -> dict[int, str]:
    """Return the reason for each text: its strongest link if that agrees, else the scorer."""
    strongest = evidence.strongest()
    found = {}
    for text, chance in chances.items():
        row = strongest.get(text)
        if row is not None and (evidence.chance[row] >= 0.5) == (chance >= 0.5):
            found[text] = link_reason(links, evidence, known, row)
        else:
            found[text] = PROPOSED_BY[scorer]
    return found


def link_reason(links: Links, evidence: LinkEvidence, known: Known, row: int) -> str:
    """Return in words what one link says, and in how many other items the same change led there."""
    change = links.substitutions[int(links.kind[evidence.place[row]])]
    there = evidence.there[row]
    passed = bool(known.verdict[there] == PASS)
    verdict = "passed" if passed else "failed"
    kept = (evidence.chance[row] >= 0.5) == passed
    agreeing, items = int(evidence.kept[row]), int(evidence.seen[row])
    cases = f"{'kept' if kept else 'flipped'} the verdict in {agreeing:,} of {items:,} cases" if items else ""
    rules = "" if known.by_people[there] else " by rules"
    if change.of_siblings:
        sibling = OneSpan(change.source_here, change.source_there)
        same = change.here == change.there
        wording = "the same wording" if same else f"{change} in the text"
        said = f"a sibling item ({sibling}) with {wording} {verdict}{rules}"
        return f"{said}; this {cases}" if cases else said
    said = f"differs from this {verdict} text only by {change}"
    if rules:
        said = f"differs from this text, {verdict} by rules, only by {change}"
    return f"{said}, which {cases}" if cases else said


__all__ = ["PROPOSED_BY", "link_reason", "reasons"]
