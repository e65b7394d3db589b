"""Metrics as people choose among them."""

from dataclasses import dataclass

from lackmus.core.challenges.metrics import MetricInfo
from lackmus.core.engines.listing import OptionShown


@dataclass(frozen=True)
class MetricShown:
    """An available metric as a list shows it, before it is loaded."""

    about: MetricInfo  # what it declares; options may change its needs
    name: str  # by which it is asked for
    described: str = ""
    options: tuple[OptionShown, ...] = ()
    problem: str = ""  # why it cannot be used here

    @property
    def needs(self) -> str:
        """What the metric needs beside the translation, in words."""
        return ", ".join(self.about.needs) or "nothing"

    @property
    def better(self) -> str:
        """Whether higher or lower scores are better, in words."""
        return "higher" if self.about.higher else "lower"
