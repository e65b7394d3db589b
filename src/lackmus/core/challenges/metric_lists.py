"""Metrics as people choose among them."""

from dataclasses import dataclass

from lackmus.core.challenges.metrics import About
from lackmus.core.engines.listing import OptionShown


@dataclass(frozen=True)
class MetricShown:
    """A metric behind the door, before anybody has opened it."""

    about: About  # what it declares; some need something else if their options say so
    name: str  # by which it is asked for
    described: str = ""
    options: tuple[OptionShown, ...] = ()
    problem: str = ""  # why it cannot be used here

    @property
    def needs(self) -> str:
        """Beside the translation."""
        return ", ".join(self.about.needs) or "nothing"

    @property
    def better(self) -> str:
        """Which scores are the better ones."""
        return "higher" if self.about.higher else "lower"
