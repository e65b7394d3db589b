"""Replay campaigns with known answers, from files or from a workspace."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import polars as pl

from lackmus.core.base.texts import folded, text_key
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import keys_of
from lackmus.core.proposals.corpus import OPEN, SIGNS, CorpusText, Known, TextCorpus
from lackmus.core.proposals.model import model_at_hand
from lackmus.core.proposals.simulation import Assistance, HiddenAnswers, KnownCampaign, Replayer
from lackmus.core.proposals.simulation_report import Simulation, simulation_of
from lackmus.core.suites.suite import Kind, Suite
from lackmus.core.verdicts.judging import judge_texts
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.challenges.material import JudgedTexts, Outputs, Sources, judged_texts
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.flows.verdicts.workspace_material import FromWorkspace


@dataclass(frozen=True)
class SimulationChoices:
    """What is hidden, who proposes, and how often it is replayed."""

    hidden: HiddenAnswers = HiddenAnswers.FIXED
    seeds: Sequence[int] = (0, 1, 2)
    pairs: bool = False  # clear wording pairs are confirmed, and settle texts unread
    shuffled: bool = False  # the answers are dealt out anew: nothing can be learnt
    assistance: Assistance | None = None  # besides the majority; the model if it is at hand


@dataclass(frozen=True)
class SimulatedReview:
    """What came of it, and what is to be said about the files."""

    simulation: Simulation
    texts: JudgedTexts


def simulate(
    source: Request | FromWorkspace,
    choices: SimulationChoices,
    campaigns: Outputs = (),
    sources: Sources | None = None,
    progress: Progress = silent,
) -> SimulatedReview:
    """Replay the last of these campaigns; what the others settle is known before."""
    given = campaigns or (source.outputs if isinstance(source, Request) else ())
    texts = judged_texts(source, given, sources, progress)
    assistance = choices.assistance or (Assistance.MODEL if model_at_hand() else Assistance.EVIDENCE)
    if assistance is Assistance.MODEL and not model_at_hand():
        raise LackmusError("The model needs scikit-learn.", "pip install 'lackmus[proposals]' installs it.")
    names = texts.texts["campaign"].unique(maintain_order=True).to_list()
    campaign = campaign_of(texts.suite, texts.texts, names[-1], choices.hidden)
    if not len(campaign.open):
        raise NoAnswerError(
            f"Nothing is left to settle when {choices.hidden.told} are hidden.",
            "Hide something else, or name a campaign with known answers.",
        )
    replays = []
    kinds = [Assistance.MAJORITY] if assistance is Assistance.MAJORITY else [Assistance.MAJORITY, assistance]
    for seed in choices.seeds:
        dealt = campaign.shuffled(seed) if choices.shuffled else campaign
        for kind in kinds:
            replayer = Replayer(dealt, kind, seed, choices.pairs and kind is not Assistance.MAJORITY)
            replays.append(replayer.run(partial(progress, f"Seed {seed}, {kind}")))
    simulation = simulation_of(
        texts.suite.name, names, choices.hidden, campaign, replays, _rows(texts.texts, campaign, names[-1])
    )
    return SimulatedReview(replace(simulation, shuffled=choices.shuffled), texts)


def campaign_of(suite: Suite, judged: pl.DataFrame, last: str, hidden: HiddenAnswers) -> KnownCampaign:
    """The distinct texts of all campaigns; what the earlier ones settle is decided."""
    grouped = (
        _keyed(judged)
        .group_by("item", "text", maintain_order=True)
        .agg(
            pl.col("verdict").first(),
            (pl.col("campaign") != last).any().alias("before"),
            pl.col("system").unique(maintain_order=True),
        )
    )
    seen = judge_texts(without(suite, hidden), grouped.select("item", "text"))["verdict"]
    by_rules = [Verdict.WARNING if hidden is HiddenAnswers.RULES else Verdict(one) for one in seen]
    texts = [
        CorpusText(item, text, frozenset(systems), rules)
        for item, text, systems, rules in zip(
            grouped["item"], grouped["text"], grouped["system"].to_list(), by_rules, strict=True
        )
    ]
    corpus = TextCorpus(suite.items, texts)
    columns = zip(grouped["item"], grouped["text"], grouped["verdict"], grouped["before"], strict=True)
    told = {
        (item, text): (SIGNS.get(Verdict(verdict), OPEN), before) for item, text, verdict, before in columns
    }
    facts = [told[one.item, one.text] for one in corpus.texts]
    answers = np.array([answer for answer, _ in facts], np.int64)
    earlier = np.array([before for _, before in facts], np.bool_)
    known = Known.from_rules(corpus)
    decided = np.flatnonzero(earlier & (known.verdict == OPEN) & (answers != OPEN))
    return KnownCampaign(corpus, answers, known.decided(decided, answers[decided]))


def without(suite: Suite, hidden: HiddenAnswers) -> Suite:
    """The suite without what is hidden."""
    if hidden is not HiddenAnswers.FIXED:
        return suite
    return replace(
        suite,
        items=tuple(
            replace(item, rules=tuple(rule for rule in item.rules if rule.kind is Kind.PATTERN))
            for item in suite.items
        ),
    )


def _keyed(judged: pl.DataFrame) -> pl.DataFrame:
    """Texts as rules see them, apostrophes folded: years differ in these."""
    judged = judged.drop_nulls("text")
    return judged.with_columns(keys_of(judged["text"], lambda text: folded(text_key(text))))


def _rows(judged: pl.DataFrame, campaign: KnownCampaign, last: str) -> int:
    """How many outputs of the campaign are among the texts to settle."""
    opened = [campaign.corpus.texts[number] for number in campaign.open.tolist()]
    wanted = pl.DataFrame({"item": [one.item for one in opened], "text": [one.text for one in opened]})
    own = judged.filter(pl.col("campaign") == last)
    return _keyed(own).join(wanted, on=["item", "text"], how="semi").height
