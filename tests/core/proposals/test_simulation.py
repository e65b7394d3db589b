"""Replayed reviews: what counts as a decision, and that nothing is known too early."""

from dataclasses import replace

import numpy as np
import pytest

from lackmus.core.proposals import simulation
from lackmus.core.proposals.corpus import PASS
from lackmus.core.proposals.simulation import (
    Assistance,
    HiddenAnswers,
    KnownCampaign,
    Replay,
    Replayer,
    screens_of,
)
from lackmus.core.proposals.simulation_report import simulation_of
from tests.core.proposals.grids import campaign


@pytest.fixture(scope="module")
def made() -> KnownCampaign:
    """Twenty-four items with six texts each."""
    return campaign()


def replay(made: KnownCampaign, assistance: Assistance, pairs: bool = False) -> Replay:
    """With the first seed."""
    return Replayer(made, assistance, 1, pairs, measured=False).run()


def test_screens_are_of_one_category(made: KnownCampaign) -> None:
    """Up to twenty texts, alike ones side by side."""
    screens = list(screens_of(made.corpus, made.open.tolist()))
    assert sorted(text for screen in screens for text in screen) == made.open.tolist()
    assert [len(screen) for screen in screens] == [20] * 7 + [4]
    assert len({made.corpus.skeletons[text] for text in screens[0]}) == 1


@pytest.mark.parametrize("assistance", [Assistance.EVIDENCE, Assistance.MODEL])
def test_evidence_saves_decisions(made: KnownCampaign, assistance: Assistance) -> None:
    """Everything is read, every key counts, and all verdicts are the annotator's."""
    alone, helped = replay(made, Assistance.MAJORITY), replay(made, assistance)
    for one in (alone, helped):
        assert one.screens <= one.decisions <= one.screens + one.corrections
        assert (one.read, one.settled, one.agreeing, one.pairs) == (144, 144, 144, 0)
    assert helped.decisions < 25 < 70 < alone.decisions


@pytest.mark.parametrize("assistance", [Assistance.EVIDENCE, Assistance.MODEL])
def test_shuffled_answers_save_nothing(made: KnownCampaign, assistance: Assistance) -> None:
    """The gain comes from the answers, not from the counting."""
    dealt = made.shuffled(3)
    assert sum(dealt.answers == PASS) == sum(made.answers == PASS)
    alone, helped = replay(dealt, Assistance.MAJORITY), replay(dealt, assistance)
    assert helped.decisions > 0.9 * alone.decisions


def test_only_answers_seen_so_far(made: KnownCampaign) -> None:
    """With other answers to what was not in view, all proposals up to there are the same."""
    seen = Replayer(made, Assistance.MODEL, 1)._screens()[2:]
    turned = 1 - made.answers
    for screen in seen:
        turned[screen] = made.answers[screen]
    shown = []
    for one in (made, KnownCampaign(made.corpus, turned, made.known)):
        replayer = Replayer(one, Assistance.MODEL, 1)
        for screen in reversed(seen):
            replayer._one_screen(screen)
        assert len(replayer.known.decisions) > 100  # trust has been measured
        shown.append(replayer._lines)
    assert shown[0] == shown[1]


def test_confirmed_pairs_settle_unread(made: KnownCampaign) -> None:
    """They are decisions of their own, and less is read."""
    found = replay(made, Assistance.EVIDENCE, pairs=True)
    assert found.pairs > 0 and found.read < 144 == found.settled == found.agreeing
    assert found.decisions >= found.screens + found.pairs


def test_without_the_model(made: KnownCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without scikit-learn evidence speaks alone."""
    monkeypatch.setattr(simulation, "model_at_hand", lambda: False)
    assert replay(made, Assistance.MODEL).decisions == replay(made, Assistance.EVIDENCE).decisions


def test_what_replays_add_up_to(made: KnownCampaign) -> None:
    """Means over seeds; every proposer's coverage is of all its lines."""
    replays = [
        Replayer(made, kind, seed).run()
        for seed in (1, 2)
        for kind in (Assistance.MAJORITY, Assistance.EVIDENCE)
    ]
    found = simulation_of("grid", ["", "B"], HiddenAnswers.RULES, made, replays, 576)
    assert [one.assistance for one in found.replays] == [Assistance.MAJORITY, Assistance.EVIDENCE]
    assert found.replays[1].decisions.mean == np.mean([replays[1].decisions, replays[3].decisions])
    assert found.replays[0].agreement.mean == 100
    assert {one.proposer for one in found.thresholds} == {"majority", "evidence", "wording pairs", "siblings"}
    assert sum(one.lines for one in found.reliability) == 2 * 144
    assert found.signature.startswith("simulation:rules|campaigns:B|texts:144|seeds:1,2|answers:known|")
    assert replace(found, shuffled=True).signature.count("answers:shuffled") == 1
