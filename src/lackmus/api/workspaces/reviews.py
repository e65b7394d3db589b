"""People's judgements in a workspace: decisions on open texts, and blind ratings."""

from collections.abc import Mapping

import polars as pl

from lackmus.api.arguments import choice, within
from lackmus.api.frames import listing
from lackmus.api.wording import worded
from lackmus.api.workspaces.opened import WorkspaceHandle
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.offers import Filters
from lackmus.core.reviews.outcomes import DecisionOutcome
from lackmus.flows.ratings import ratings
from lackmus.flows.reviews import deciding, reviews


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
    ) -> pl.DataFrame:
        """Return the next texts to decide, claimed for this person for a quarter of an hour."""
        within("n", n, 1)
        filters = Filters(category, phenomenon, reason, system)
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
        adjudicate: bool = False,
        comment: str = "",
    ) -> pl.DataFrame:
        """Save decisions on texts, by number or as {number: verdict}; return their effects."""
        given = decisions if isinstance(decisions, Mapping) else {decisions: verdict or ""}
        said = [(int(number), choice(Verdict, "verdict", says)) for number, says in given.items()]
        done = deciding.decide(self._desk(comment), said, adjudicate)
        return listing(done.outcomes, DecisionOutcome, without=["campaigns"])

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
