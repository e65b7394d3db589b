"""The bundled samples: evaluated, over time, as a challenge and a study, and in a workspace."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lackmus.errors import ConflictError
from lackmus.flows.suites.samples import FIRST, SAMPLE, outputs_of, samples
from lackmus.flows.verdicts.comparing import Evaluated, TrendOfFiles, evaluate, trend
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.read import ReadOptions

if TYPE_CHECKING:
    from lackmus.core.challenges.ranking import MetricRanking
    from lackmus.core.contrasts.study import ContrastStudy
    from lackmus.flows.workspaces.workspaces import Desk

METRICS = ("bleu", "chrf", "ter", "edit-distance", "length-ratio")
STUDY = "contrasts"  # the name of the sample for contrasts
CAMPAIGNS = ("2025", "2026")  # of the first sample; the others have the last


@dataclass(frozen=True)
class Demo:
    """The samples by language pair, with their results."""

    suites: Mapping[str, Path]
    evaluated: Mapping[str, Evaluated]
    followed: TrendOfFiles
    ranking: "MetricRanking"  # of metrics, on a challenge of the first sample
    study: "ContrastStudy"  # of contrasts, on its own sample

    @property
    def first(self) -> Evaluated:
        """The main sample."""
        return self.evaluated[FIRST]

    @property
    def suite(self) -> Path:
        """Its suite."""
        return self.suites[FIRST]

    @property
    def outputs(self) -> Path:
        """Its outputs."""
        return outputs_of(self.suite)


def demo(progress: Progress = silent) -> Demo:
    """Evaluate the bundled samples, the main one first."""
    suites = samples()
    evaluated = {
        pair: evaluate(Request(suite, [str(outputs_of(suite))]), progress) for pair, suite in suites.items()
    }
    first = suites[FIRST]
    years = [f"{year}={outputs_of(first, year)}" for year in CAMPAIGNS]
    return Demo(
        suites,
        evaluated,
        trend(Request(first), years, progress),
        _ranking(first, years, progress),
        sample_study(progress),
    )


def sample_study(progress: Progress = silent) -> "ContrastStudy":
    """The study of the sample for contrasts, which needs neither parser nor aligner."""
    from lackmus.flows.challenges.overall_scores import OverallScoresRequest
    from lackmus.flows.contrasts.material import StudyFiles
    from lackmus.flows.contrasts.studies import StudyRequest as AskedStudy
    from lackmus.flows.contrasts.studies import run

    home = SAMPLE / "contrasts"
    systems = [str(path) for path in sorted(home.glob("*.de.conllu")) if path.name[0].isupper()]
    named = StudyFiles(home / "source.en.conllu", systems, [str(home / "reference.de.conllu")], pair="en-de")
    asked = AskedStudy(
        named,
        alignments=[str(home / "*.align")],
        scores=OverallScoresRequest(tables=[home / "scores.tsv"]),
        name=STUDY,
    )
    return run(asked, progress).study


def _ranking(suite: Path, years: list[str], progress: Progress) -> "MetricRanking":
    """Metrics ranked on a challenge of both campaigns; nothing is stored."""
    from lackmus.core.challenges.building import Draw
    from lackmus.core.challenges.ranking import rank
    from lackmus.flows.challenges.building import build
    from lackmus.flows.challenges.scoring import score, wanted

    challenge = build(Request(suite, years), None, Draw(), FIRST, progress).built.challenge
    return rank(challenge, score(challenge, wanted(METRICS), progress=progress))


def fill_workspace(file: Path, progress: Progress = silent) -> int:
    """Import all samples into a workspace, keeping existing data; returns the open texts of the first."""
    from lackmus.flows.reviews.reviews import Scope, status  # late import: evaluating files needs no database
    from lackmus.flows.workspaces.workspaces import Desk

    desk = Desk(str(file))
    fill(desk, progress)
    _challenge(desk, progress)
    _study(desk, progress)
    return status(desk, Scope(CAMPAIGNS[-1], FIRST)).review.total.open


def _challenge(desk: "Desk", progress: Progress) -> None:
    """Store a challenge of the first sample with its scores, unless there is one."""
    from lackmus.core.challenges.building import Draw
    from lackmus.flows.challenges.building import build
    from lackmus.flows.challenges.keeping import challenges, keep_scores
    from lackmus.flows.challenges.scoring import score, wanted
    from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest

    if FIRST in [one.name for one in challenges(desk)]:
        return
    source = FromWorkspace(desk, StoredRequest(FIRST))
    challenge = build(source, None, Draw(), FIRST, progress).built.challenge
    scored = score(challenge, wanted(METRICS), progress=progress)
    keep_scores(desk, FIRST, scored, of=challenge)


def _study(desk: "Desk", progress: Progress) -> None:
    """Store the study of contrasts, unless there is one: people may have refined it."""
    from lackmus.flows.contrasts.keeping import keep, studies

    if STUDY not in [one.name for one in studies(desk)]:
        keep(desk, sample_study(progress))


def fill(desk: "Desk", progress: Progress = silent) -> None:
    """Import all samples into the workspace of a desk."""
    from lackmus.flows.outputs.importing import ImportOptions, import_outputs
    from lackmus.flows.suites.importing import import_suite

    for pair, suite in samples().items():
        import_suite(desk, suite, name=pair)
        for year in CAMPAIGNS:
            outputs = outputs_of(suite, year)
            if outputs.is_dir():
                import_outputs(
                    desk, [str(outputs)], ReadOptions(), ImportOptions(year), suite=pair, progress=progress
                )


def fill_new(desk: "Desk") -> tuple[list[str], list[str]]:
    """Import all samples into a workspace without suites; returns the names of suites and campaigns.

    A suite of the same name would be changed to the sample.
    """
    from lackmus.flows.workspaces.first_steps import steps_taken

    if steps_taken(desk).suite:
        raise ConflictError("This workspace has a suite already.", "Make a new one for the samples.")
    fill(desk)
    return list(samples()), list(CAMPAIGNS)
