"""People's judgements in a workspace: decisions on open texts, and blind ratings."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from lackmus.api.arguments import PathArgument, Strings, choice, path, strings, within
from lackmus.api.frames import listing
from lackmus.api.wording import warn, worded
from lackmus.api.workspaces.opened import WorkspaceHandle
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import PhenomenonWork
from lackmus.core.reviews.crowd import AnswerBy, CrowdError, CrowdPlan, Cut, ImportedAnswers
from lackmus.core.reviews.offers import AssignedTo, Filters
from lackmus.core.reviews.outcomes import DecisionOutcome
from lackmus.errors import LackmusError
from lackmus.flows.ratings import ratings
from lackmus.flows.reviews import assigning, crowd, deciding, reviews
from lackmus.tables.reviews.crowd import crowd_notes
from lackmus.write.files import write_file
from lackmus.write.pearmut import campaign_text


class WorkspaceReviews(WorkspaceHandle):
    """The verbs of a workspace by which people decide and rate texts."""

    @worded
    def open_texts(
        self,
        n: int = 10,
        *,
        campaign: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        category: str | None = None,
        phenomenon: str | None = None,
        reason: str | None = None,
        system: str | None = None,
        assigned: str | None = None,
    ) -> pl.DataFrame:
        """Return the next texts to decide, claimed for this person for a quarter of an hour.

        `assigned` is "me" for what is assigned to this person, or "anyone" for that of others as well.
        """
        within("n", n, 1)
        whose = None if assigned is None else choice(AssignedTo, "assigned", assigned)
        filters = Filters(category, phenomenon, reason, system, assigned=whose)
        found = reviews.next_texts(self._desk(), reviews.Scope(campaign, suite, pair), n, filters)
        return pl.DataFrame(
            [
                (
                    one.text_id,
                    one.item,
                    one.category,
                    one.phenomenon,
                    one.source,
                    one.text,
                    one.reason,
                    one.systems,
                )
                for one in found.offers
            ],
            schema={
                "number": pl.Int64,
                **dict.fromkeys(("item", "category", "phenomenon", "source", "text", "reason"), pl.String),
                "systems": pl.Int64,
            },
            orient="row",
        )

    @worded
    def decide(
        self,
        decisions: int | Mapping[int, str],
        verdict: str | None = None,
        *,
        error_type: str | None = None,
        adjudicate: bool = False,
        comment: str = "",
    ) -> pl.DataFrame:
        """Save decisions on texts, by number or as {number: verdict}; return their effects.

        `error_type` says what is wrong with them: an error type of the phenomenon, by its label or key.
        """
        given = decisions if isinstance(decisions, Mapping) else {decisions: verdict or ""}
        said = [(int(number), choice(Verdict, "verdict", says)) for number, says in given.items()]
        errors = None if error_type is None else dict.fromkeys((text for text, _ in said), error_type)
        done = deciding.decide(self._desk(comment), said, adjudicate, errors=errors)
        return listing(done.outcomes, DecisionOutcome, without=["campaigns"])

    @worded
    def assignments(
        self, campaign: str | None = None, *, suite: str | None = None, pair: str | None = None
    ) -> pl.DataFrame:
        """Return to whom the phenomena of a campaign are assigned, and how much of them is open."""
        found = assigning.assignments(self._desk(), reviews.Scope(campaign, suite, pair))
        return listing(found.phenomena, PhenomenonWork, without=["open_of"])

    @worded
    def assign(
        self,
        phenomena: Strings = (),
        *,
        to: str,
        category: str | None = None,
        campaign: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        comment: str = "",
    ) -> int | None:
        """Assign phenomena, or a whole category, to a person; return the number of the change, if any."""
        return self._assign(phenomena, category, to, reviews.Scope(campaign, suite, pair), comment)

    @worded
    def unassign(
        self,
        phenomena: Strings = (),
        *,
        category: str | None = None,
        campaign: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        comment: str = "",
    ) -> int | None:
        """Assign phenomena, or a whole category, to nobody; return the number of the change, if any."""
        return self._assign(phenomena, category, None, reviews.Scope(campaign, suite, pair), comment)

    def _assign(
        self, phenomena: Strings, category: str | None, to: str | None, scope: reviews.Scope, comment: str
    ) -> int | None:
        asked: list[assigning.Asked] = [(category, one) for one in strings(phenomena)]
        desk = self._desk(comment)
        return assigning.assign_phenomena(desk, scope, asked or [(category, None)], to).change

    @worded
    def export_crowd(
        self,
        file: PathArgument,
        *,
        annotators: int | Strings = 1,
        times: int = 1,
        answer: str = AnswerBy.CHOICE,
        labels: Sequence[str] = CrowdPlan.labels,
        controls: int = 0,
        n: int | None = None,
        seed: int = 1,
        campaign: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        category: str | None = None,
        phenomenon: str | None = None,
        reason: str | None = None,
        system: str | None = None,
        with_reserved: bool = False,
    ) -> Path:
        """Write open texts as a campaign for Pearmut, for so many annotators or by name; return the path."""
        names = () if isinstance(annotators, int) else tuple(strings(annotators))
        people = annotators if isinstance(annotators, int) else len(names)
        if len(labels) != 3:
            raise LackmusError("Three answers are needed: for pass, for fail, and for “cannot tell”.")
        first, second, third = labels
        try:
            plan = CrowdPlan(
                people,
                names,
                times,
                choice(AnswerBy, "answer", answer),
                (first, second, third),
                controls,
                seed,
            )
        except CrowdError as problem:
            raise LackmusError(f"{problem}.") from None
        made = crowd.crowd_tasks(
            self._desk(),
            reviews.Scope(campaign, suite, pair),
            plan,
            Filters(category, phenomenon, reason, system),
            n,
            with_reserved,
        )
        write_file(path(file), campaign_text(made.name, made.tasks, plan))
        for note in crowd_notes(made.left, made.reserved):
            warn(note)
        return path(file)

    @worded
    def import_answers(
        self,
        file: PathArgument,
        *,
        suite: str | None = None,
        pass_from: float = Cut.pass_from,
        fail_to: float = Cut.fail_to,
        replace: bool = False,
        comment: str = "",
    ) -> ImportedAnswers:
        """Take the answers of a crowd as decisions of its annotators; return what became of them."""
        try:
            cut = Cut(pass_from, fail_to)
        except CrowdError as problem:
            raise LackmusError(f"{problem}.") from None
        return crowd.import_answers(self._desk(comment), path(file), suite, cut, replace)

    @worded
    def texts_to_rate(self, task: str, n: int = 1) -> pl.DataFrame:
        """Return the next texts of a rating task for this person, without their writers."""
        within("n", n, 1)
        cards = ratings.next_translations(self._desk(), task, many=n).cards
        rows = [(card.key, card.source, card.text) for card in cards]
        return pl.DataFrame(rows, schema=dict.fromkeys(("key", "source", "text"), pl.String), orient="row")

    @worded
    def rate(self, task: str, ratings_by_key: Mapping[str, int], *, comment: str = "") -> int:
        """Save ratings of texts as {key: number}; return how many texts are left for this person."""
        return ratings.rate(self._desk(comment), task, ratings_by_key).left
