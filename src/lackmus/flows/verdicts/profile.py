"""The profile of one system of an evaluation."""

from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.profile import SystemProfile, profile
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed


def profile_of(evaluation: SuiteEvaluation, system: str) -> SystemProfile:
    """Compare a system with the mean of all others; it must have taken part, and others too."""
    if system in evaluation.left_out:
        raise LackmusError(
            f"{system} did not take part ({evaluation.left_out[system]}).",
            code="system-left-out",
        )
    if system not in evaluation.systems:
        raise LackmusError(f"There is no system {system}. There are {listed(evaluation.systems)}.")
    if len(evaluation.systems) < 2:
        raise LackmusError(f"A profile compares a system with others, and here is only {system}.")
    return profile(evaluation, system)
