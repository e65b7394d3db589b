"""How often drafted patterns are right on texts not used for drafting: WMT21 German–English."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.measure import real_data
from lackmus.core.base.texts import folded, text_key
from lackmus.core.proposals.corpus import FAIL, OPEN, PASS, Known
from lackmus.core.proposals.drafts import LEAST_DECIDED, LEAST_PASSES, drafted
from lackmus.core.proposals.simulation import HiddenAnswers, KnownCampaign
from lackmus.flows.challenges.material import judged_texts
from lackmus.flows.proposals.simulating import campaign_of
from lackmus.flows.verdicts.material import Request

SEEDS = range(5)  # which half of an item's texts is decided
LENT = 0.05  # siblings lend a fail where the chance to pass is at most so
SHOWN = 5


@dataclass(frozen=True)
class DraftedItem:
    """An item with enough decided texts: what was drafted, and the texts that were not used for it."""

    pattern: str | None
    passes: int  # of the texts not used
    matched: int
    right: int


def main() -> None:
    """Print how many items get a draft, how many new passes it matches, and how often it is right."""
    data = real_data()
    items = data / "dfki" / "de-en" / "items.json"
    judged = judged_texts(Request(items), [f"WMT21={data / 'wmt21' / 'de-en'}"])
    campaign = campaign_of(judged.suite, judged.texts, "WMT21", HiddenAnswers.RULES)
    found = [one for seed in SEEDS for one in draft(campaign, seed)]
    drafts = [one for one in found if one.pattern]
    matched, right = (sum(getattr(one, name) for one in drafts) for name in ("matched", "right"))
    print(
        f"{len(found):,} items, {len(drafts):,} drafts ({len(drafts) / len(found):.1%}); "
        f"new texts matched: {matched:,}, of which {right / matched:.1%} pass; "
        f"matched of the new passes: {right / sum(one.passes for one in found):.1%}"
    )
    for one in drafts[:SHOWN]:
        print(" ", one.pattern)


def draft(campaign: KnownCampaign, seed: int) -> Iterator[DraftedItem]:
    """Draft from one half of the texts of each item, and try the other half."""
    corpus, answers = campaign.corpus, campaign.answers
    by_item: dict[int, list[int]] = defaultdict(list)
    for text in campaign.open.tolist():
        by_item[int(corpus.item[text])].append(text)
    chance = random.Random(seed)
    halves = {item: sorted(chance.sample(texts, len(texts) // 2)) for item, texts in by_item.items()}
    decided = np.array(sorted(text for texts in halves.values() for text in texts))
    known = campaign.known.decided(decided, answers[decided])
    lent = _lent(campaign, known)
    for item, texts in by_item.items():
        own = halves[item]
        passes = [text for text in own if answers[text] == PASS]
        if len(own) < LEAST_DECIDED or len(passes) < LEAST_PASSES:
            continue
        fails = [text for text in own if answers[text] == FAIL] + lent[item]
        often = [text for text in passes for _ in corpus.texts[text].systems]
        pattern = drafted(_said(campaign, often), _said(campaign, fails))
        new = sorted(set(texts).difference(own))
        hits = [text for text in new if pattern and re.search(pattern, _key(campaign, text))]
        yield DraftedItem(
            pattern, int(sum(answers[new] == PASS)), len(hits), int(sum(answers[hits] == PASS)) if hits else 0
        )


def _lent(campaign: KnownCampaign, known: Known) -> dict[int, list[int]]:
    """Open texts of each item that a sibling's decided text says fail."""
    evidence = campaign.counter.evidence(known)
    found: dict[int, list[int]] = defaultdict(list)
    for text, row in evidence.strongest().items():
        if known.verdict[text] == OPEN and evidence.sibling[row] and evidence.chance[row] <= LENT:
            found[int(campaign.corpus.item[text])].append(text)
    return found


def _said(campaign: KnownCampaign, texts: Sequence[int]) -> list[str]:
    return [campaign.corpus.texts[text].text for text in texts]


def _key(campaign: KnownCampaign, text: int) -> str:
    return folded(text_key(campaign.corpus.texts[text].text))


if __name__ == "__main__":
    main()
