"""Human scores of files beside an evaluation: systems are matched by their names."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.human_scores import HumanComparison, HumanScores, OutputPlaces, beside_humans
from lackmus.core.verdicts.joined_names import Joining, join
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed
from lackmus.read.scores.human import read_human_scores


def human_comparisons(
    evaluation: SuiteEvaluation,
    files: Sequence[Path],
    labels: Mapping[str, str],
    found: OutputPlaces | None = None,
    anonymous: bool = False,
    called: str = "",
) -> tuple[HumanComparison, ...]:
    """Read each file and put its scores beside the evaluation; one of other systems alone is refused.

    `called` is the name of a single file that was sent under another one.
    """
    if files and anonymous:
        raise LackmusError("Human scores would tell who is who. Show systems by their names.")
    read = {path: read_human_scores(path, evaluation.suite.pairs, called) for path in files}
    return tuple(
        beside_humans(evaluation, scores, _names(evaluation, scores, labels, path), found or OutputPlaces())
        for path, scores in read.items()
    )


def _names(
    evaluation: SuiteEvaluation, scores: HumanScores, labels: Mapping[str, str], path: Path
) -> dict[str, str]:
    """The compared system that each name of the file means: by spelling, or by its label."""
    given = {name: {label} for name, label in labels.items()}
    joined = join({"scores": list(scores.systems), "systems": evaluation.systems}, Joining(labels=given))
    called = {name: joined.called(name) for name in scores.systems}
    names = {name: system for name, system in called.items() if system in evaluation.systems}
    if not names:
        raise LackmusError(
            f"{path} has scores of {listed(scores.systems)}, and of none of {listed(evaluation.systems)}. "
            "Are its systems called so?"
        )
    return names
