"""What proposals save on real campaigns, and whether their trust holds: WMT21 and WMT22 German–English."""

import random
from collections.abc import Sequence
from time import process_time

import numpy as np

from benchmarks.measure import real_data, report
from lackmus.core.proposals.corpus import Flags, Floats, Ints, Known
from lackmus.core.proposals.model import right
from lackmus.core.proposals.simulation import HiddenAnswers, KnownCampaign
from lackmus.core.proposals.trust import calibrated
from lackmus.flows.challenges.material import Sources, judged_texts
from lackmus.flows.proposals.simulating import SimulationChoices, campaign_of, simulate
from lackmus.flows.verdicts.material import Request

SEEDS = range(5)  # of what is held out
HELD_OUT = 6  # systems


def main() -> None:
    """Print decisions of both years, and trust on texts of unseen systems and of hidden items."""
    data = real_data()
    request = Request(data / "dfki" / "de-en" / "items.json")
    wmt21 = f"WMT21={data / 'wmt21' / 'de-en'}"
    judged = judged_texts(request, [wmt21])
    campaign = campaign_of(judged.suite, judged.texts, "WMT21", HiddenAnswers.FIXED)
    trust(campaign)
    (source,) = (data / "wmt22" / "de-en" / "sources").iterdir()
    wmt22 = f"WMT22={data / 'wmt22' / 'de-en' / 'system-outputs'}"
    for name, outputs, most in (("WMT21", [wmt21], 530), ("WMT22 after WMT21", [wmt21, wmt22], 90)):
        found = simulate(
            request, SimulationChoices(), outputs, Sources(of={"WMT22": source} if most == 90 else {})
        )
        alone, helped = (one.decisions for one in found.simulation.replays)
        report(
            f"decisions, {name}: {found.simulation.texts:,} texts; majority alone {alone.mean:.0f}",
            f"{helped.mean:.0f} ({helped.low:.0f}–{helped.high:.0f})",
            f"≤ {most}",
            helped.mean <= most,
        )


def trust(campaign: KnownCampaign) -> None:
    """What trust covers, and how often it is right, where the texts in question were never seen."""
    corpus = campaign.corpus
    asked = np.zeros(len(corpus), np.bool_)
    asked[campaign.open] = True
    systems = sorted({system for text in corpus.texts for system in text.systems})
    held_systems, held_items = [], []
    for seed in SEEDS:
        chance = random.Random(seed)
        held = set(chance.sample(systems, HELD_OUT))
        seen = np.array([bool(text.systems - held) for text in corpus.texts])
        held_systems.append(asked & ~seen)
        items = sorted(set(corpus.item[asked].tolist()))
        held_items.append(asked & np.isin(corpus.item, chance.sample(items, len(items) // 2)))
    for what, hidden, least, cover in (
        (f"texts of {HELD_OUT} systems not seen", held_systems, 0.99, 0.30),
        ("half of the items hidden", held_items, 0.95, 0.42),
    ):
        covered, correct = _measured(campaign, asked, hidden, least)
        report(
            f"{what}, trust ≥ {least}: covered; right",
            f"{covered:.1%}; {correct:.2%}",
            f"≥ {cover:.0%}; ≥ 99%",
            covered >= cover and correct >= 0.99,
        )


def _measured(
    campaign: KnownCampaign, asked: Flags, hidden: Sequence[Flags], least: float
) -> tuple[float, float]:
    """Of all hidden texts of all seeds: the share that is trusted, and how often that is right."""
    trusted, correct = [], []
    for one in hidden:
        shown: Ints = np.flatnonzero(asked & ~one)
        known = campaign.known.decided(shown, campaign.answers[shown])
        start = process_time()
        scale = calibrated(campaign.corpus, known, lambda now: _chances(campaign, now))
        chances = _chances(campaign, known)
        took = process_time() - start
        texts = np.flatnonzero(one)
        sure = scale.trust(chances, known)[texts] >= least
        good = right(chances, campaign.answers)[texts]
        print(
            f"  {len(texts):,} texts hidden: {sure.mean():.1%} covered, {good[sure].mean():.2%} right; "
            f"fitted on {len(shown):,} decisions and measured in {took:.1f} s of processor time"
        )
        trusted.append(sure)
        correct.append(good[sure])
    return float(np.concatenate(trusted).mean()), float(np.concatenate(correct).mean())


def _chances(campaign: KnownCampaign, known: Known) -> Floats:
    return campaign.model.chances(known, campaign.counter.evidence(known))


if __name__ == "__main__":
    main()
