"""The first steps in a new workspace: from a suite to a report."""

from dataclasses import dataclass
from enum import StrEnum

SETTLED_IN = 50  # decisions after which nobody needs the first steps any more


class FirstStep(StrEnum):
    """What one does first, in this order."""

    SUITE = "suite"
    OUTPUTS = "outputs"
    REVIEW = "review"
    REPORT = "report"


@dataclass(frozen=True)
class StepsTaken:
    """What a workspace holds, as far as the first steps go."""

    suite: bool
    outputs: bool
    decisions: int  # SETTLED_IN at most
    saved: bool  # a report was saved under a name

    @property
    def done(self) -> frozenset[FirstStep]:
        """The steps that have been taken. Reading a report leaves no trace, but saving one does."""
        taken = {
            FirstStep.SUITE: self.suite,
            FirstStep.OUTPUTS: self.outputs,
            FirstStep.REVIEW: self.decisions > 0,
            FirstStep.REPORT: self.saved or self.decisions >= SETTLED_IN,
        }
        return frozenset(step for step, done in taken.items() if done)
