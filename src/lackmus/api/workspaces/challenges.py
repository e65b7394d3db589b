"""Challenges and studies of contrasts in a workspace."""

import polars as pl

from lackmus.api.arguments import Groups, Named, Strings, strings
from lackmus.api.challenges import ScoresArgument, challenge_of, draw_of, rank, score
from lackmus.api.contrasts import Study
from lackmus.api.frames import listing
from lackmus.api.rankings import Challenge, Ranking, Scores
from lackmus.api.wording import worded
from lackmus.api.workspaces.opened import WorkspaceHandle
from lackmus.core.base.choices import Choices
from lackmus.core.challenges.building import Draw
from lackmus.core.challenges.lists import ChallengeShown
from lackmus.core.contrasts.study import StudyShown
from lackmus.flows.challenges import keeping
from lackmus.flows.challenges.building import build
from lackmus.flows.contrasts import keeping as kept_studies
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest


class WorkspaceChallenges(WorkspaceHandle):
    """The verbs of a workspace about challenges for metrics and studies of contrasts."""

    @worded
    def challenges(self) -> pl.DataFrame:
        """Return the challenges of the workspace, with their sizes and the metrics that scored them."""
        return listing(keeping.challenges(self._desk()), ChallengeShown, without=["about"])

    @worded
    def challenge(self, name: str) -> Challenge:
        """Return a challenge by its name."""
        return Challenge(keeping.load(self._desk(), name))

    @worded
    def build_challenge(
        self,
        campaigns: Strings | None = None,
        *,
        suite: str | None = None,
        pair: str | None = None,
        systems: Strings | None = None,
        exclude: Strings | None = None,
        keep: Strings | None = None,
        as_of: str | None = None,
        references: str = "one",
        per_item: int | None = None,
        seed: int = Draw.seed,
        trust: str = "settled",
        name: str = "",
        replace: bool = False,
        comment: str = "",
    ) -> Challenge:
        """Build a challenge from stored outputs, with people's decisions, store it and return it."""
        choices = Choices(keep=strings(keep))
        request = StoredRequest(suite, pair, strings(systems), strings(exclude), choices=choices, as_of=as_of)
        draw = draw_of(references, per_item, seed, trust)
        source = FromWorkspace(self._desk(comment), request)
        return challenge_of(build(source, None, draw, name, named=strings(campaigns), replacing=replace))

    @worded
    def add_challenge(self, challenge: Challenge, *, replace: bool = False, comment: str = "") -> None:
        """Keep a challenge that was built or read elsewhere in the workspace, under its name."""
        keeping.keep(self._desk(comment), challenge.value, keeping.IMPORT, replacing=replace)

    @worded
    def scores(self, name: str) -> Scores:
        """Return the stored scores of a challenge."""
        desk = self._desk()
        return Scores(keeping.load(desk, name), keeping.scored(desk, name), {})

    @worded
    def score(
        self,
        name: str,
        scores: ScoresArgument | None = None,
        *,
        metric: Strings | None = None,
        allow_gaps: bool = False,
        group: Groups | None = None,
        device: str = "cpu",
        batch: int | None = None,
        fresh: bool = False,
        comment: str = "",
        progress: Progress = silent,
    ) -> Scores:
        """Score a challenge of the workspace with metrics, or store scores from files."""
        challenge = self.challenge(name)
        found = score(
            challenge,
            scores,
            metric=metric,
            allow_gaps=allow_gaps,
            group=group,
            device=device,
            batch=batch,
            fresh=fresh,
            progress=progress,
        )
        keeping.keep_scores(self._desk(comment), name, found.grouped, of=challenge.value)
        return found

    @worded
    def rank(
        self,
        name: str,
        *,
        by: str = "category",
        table: Strings | None = None,
        group: Groups | None = None,
        counted: str = "own",
        min_items: int = 1,
        metrics: Strings | None = None,
        pair: str | None = None,
        category: Strings | None = None,
        phenomenon: Strings | None = None,
        label: Named | None = None,
        order: str = "category-macro",
        test: str = "auto",
        correction: str = "none",
        intervals: str = "none",
        samples: int = 1000,
        seed: int = 1,
    ) -> Ranking:
        """Return metrics ranked by the stored scores of a challenge."""
        return rank(
            self.challenge(name),
            self.scores(name),
            by=by,
            table=table,
            group=group,
            counted=counted,
            min_items=min_items,
            metrics=metrics,
            pair=pair,
            category=category,
            phenomenon=phenomenon,
            label=label,
            order=order,
            test=test,
            correction=correction,
            intervals=intervals,
            samples=samples,
            seed=seed,
        )

    @worded
    def studies(self) -> pl.DataFrame:
        """Return the studies of contrasts in the workspace, with their contrasts, systems and sizes."""
        return listing(kept_studies.studies(self._desk()), StudyShown)

    @worded
    def study(self, name: str) -> Study:
        """Return a study by its name, with what people kept and dropped of it since."""
        return Study(kept_studies.load(self._desk(), name))

    @worded
    def add_study(self, study: Study, *, replace: bool = False, comment: str = "") -> None:
        """Keep a study in the workspace, under its name."""
        kept_studies.keep(self._desk(comment), study.value, replacing=replace)
