"""The bundled samples: four language pairs evaluated, and two campaigns of one of them over time."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lackmus.flows.comparing import Evaluated, Followed, evaluate, trend
from lackmus.flows.requests import Progress, Request, silent
from lackmus.flows.samples import FIRST, outputs_of, samples


@dataclass(frozen=True)
class Demo:
    """The samples by language pair, and what became of them."""

    suites: Mapping[str, Path]
    evaluated: Mapping[str, Evaluated]
    followed: Followed

    @property
    def first(self) -> Evaluated:
        """The sample that is shown in full."""
        return self.evaluated[FIRST]

    @property
    def suite(self) -> Path:
        """Its suite."""
        return self.suites[FIRST]

    @property
    def outputs(self) -> Path:
        """And the outputs of its systems."""
        return outputs_of(self.suite)


def demo(progress: Progress = silent) -> Demo:
    """Evaluate the bundled samples, the one that is shown in full first."""
    suites = samples()
    evaluated = {
        pair: evaluate(Request(suite, [str(outputs_of(suite))]), progress) for pair, suite in suites.items()
    }
    first = suites[FIRST]
    years = [f"{year}={outputs_of(first, year)}" for year in ("2025", "2026")]
    return Demo(suites, evaluated, trend(Request(first), years, progress))
