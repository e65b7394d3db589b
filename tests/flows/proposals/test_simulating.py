"""Replays from files and from a workspace."""

import pytest

from lackmus.core.proposals.simulation import Assistance, HiddenAnswers
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.proposals import simulating
from lackmus.flows.proposals.simulating import SimulationChoices, simulate
from lackmus.flows.verdicts.material import Request
from lackmus.tables.proposals.simulation import simulation_tables, simulation_values
from tests.test_sample import SAMPLE as SAMPLES

SAMPLE = SAMPLES / "de-en"
REQUEST = Request(SAMPLE / "items.json")
YEARS = [f"{year}={SAMPLE / 'outputs' / year}" for year in ("2025", "2026")]


def test_the_second_campaign_has_less_to_settle() -> None:
    """What the first settles is known; texts of both years are settled once."""
    choices = SimulationChoices(HiddenAnswers.RULES, (1,), assistance=Assistance.EVIDENCE)
    alone, after = (simulate(REQUEST, choices, years).simulation for years in (YEARS[1:], YEARS))
    assert 0 < after.texts < alone.texts and after.rows < alone.rows
    assert after.campaigns == ["2025", "2026"]
    assert [one.assistance for one in after.replays] == [Assistance.MAJORITY, Assistance.EVIDENCE]
    titles = [table.title for table in simulation_tables(after)]
    assert titles == ["What a review would take", "Proposals by trust", "Whether trust is what it says"]
    assert simulation_values(after)["texts"] == after.texts
    assert "Without scikit-learn" in simulation_tables(after)[0].notes[-1]


def test_the_model_gives_way() -> None:
    """Where it was wrong more often on the first campaign, something simpler proposes in the second."""
    pytest.importorskip("sklearn")
    choices = SimulationChoices(HiddenAnswers.RULES, (1,), assistance=Assistance.MODEL)
    majority, model = simulate(REQUEST, choices, YEARS).simulation.replays
    assert model.decisions.mean <= majority.decisions.mean


def test_nothing_to_settle() -> None:
    """Files have no decisions that could be hidden."""
    with pytest.raises(NoAnswerError, match="when people's decisions are hidden"):
        simulate(REQUEST, SimulationChoices(HiddenAnswers.DECISIONS, (1,)), YEARS[1:])


def test_the_model_needs_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for by name it is an error; else the evidence alone proposes."""
    monkeypatch.setattr(simulating, "model_at_hand", lambda: False)
    with pytest.raises(LackmusError, match="needs scikit-learn"):
        simulate(REQUEST, SimulationChoices(HiddenAnswers.RULES, (1,), assistance=Assistance.MODEL), YEARS)
    found = simulate(REQUEST, SimulationChoices(HiddenAnswers.RULES, (1,)), YEARS[1:]).simulation
    assert found.replays[-1].assistance is Assistance.EVIDENCE
