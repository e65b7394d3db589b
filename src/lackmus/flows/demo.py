"""The bundled samples: four language pairs evaluated, and two campaigns of one of them over time."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lackmus.flows.comparing import Evaluated, Followed, evaluate, trend
from lackmus.flows.requests import Progress, Request, silent

SAMPLE = Path(__file__).parents[1] / "sample"
_FIRST = "de-en"  # the one that is shown in full


@dataclass(frozen=True)
class Demo:
    """The samples by language pair, and what became of them."""

    suites: Mapping[str, Path]
    evaluated: Mapping[str, Evaluated]
    followed: Followed

    @property
    def first(self) -> Evaluated:
        """The sample that is shown in full."""
        return self.evaluated[_FIRST]

    @property
    def suite(self) -> Path:
        """Its suite."""
        return self.suites[_FIRST]

    @property
    def outputs(self) -> Path:
        """And the outputs of its systems."""
        return outputs_of(self.suite)


def outputs_of(suite: Path, year: str = "2026") -> Path:
    """Where the outputs of a sample lie."""
    return suite.parent / "outputs" / year


def demo(progress: Progress = silent) -> Demo:
    """Evaluate the bundled samples, the one that is shown in full first."""
    found = sorted(SAMPLE.glob("*/items.*"), key=lambda path: (path.parent.name != _FIRST, path))
    suites = {path.parent.name: path for path in found}
    evaluated = {
        pair: evaluate(Request(suite, [str(outputs_of(suite))]), progress) for pair, suite in suites.items()
    }
    first = suites[_FIRST]
    years = [f"{year}={outputs_of(first, year)}" for year in ("2025", "2026")]
    return Demo(suites, evaluated, trend(Request(first), years, progress))
