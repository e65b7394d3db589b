"""Which texts a person is offered to judge, and all that they need to see for it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

import polars as pl

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.queue import queue
from lackmus.core.rules.judge import Reason
from lackmus.core.rules.spans import Mark, between_signs
from lackmus.core.suites.suite import Item


class Occasion(StrEnum):
    """Why a text is offered to this person."""

    ASSIGNED = "assigned"  # to this person
    SECOND = "second"  # it is to be judged by two, and one has judged it
    OPEN = "open"
    AGAIN = "again"  # nobody waits for it: they want to look at it

    @property
    def alone(self) -> bool:
        """Whether this person judges the text whoever else does: nobody takes the place of another."""
        return self in (Occasion.ASSIGNED, Occasion.AGAIN)


@dataclass(frozen=True)
class Filters:
    """Which texts somebody wants to see; all that wait for them by default.

    Mine, flagged and double may show texts for which nobody waits.
    """

    category: str | None = None
    phenomenon: str | None = None
    reason: str | None = None
    system: str | None = None
    mine: bool = False  # what they have decided, the latest first
    flagged: bool = False  # what anybody wants to talk about, the latest first
    double: bool = False  # what two people judge
    item: str | None = None  # one item alone, by its key

    @property
    def again(self) -> bool:
        """Whether texts are wanted for which nobody waits."""
        return self.mine or self.flagged or self.double


@dataclass(frozen=True)
class Wanted:
    """What the workspace knows about a person and the texts of a campaign, all by numbers."""

    mine: Collection[int] = ()  # they have decided these, the latest first
    assigned: Collection[int] = ()  # to them
    seconds: Collection[int] = ()  # assigned to somebody, who alone has judged them so far
    editor: bool = False
    flagged: Collection[int] = ()  # by anybody, the latest first
    double: Collection[int] = ()  # assigned to anybody, or judged by two

    def again(self, filters: Filters) -> list[Collection[int]]:
        """The texts that filters ask for whether or not anybody waits for them: a text must be in each."""
        sets = ((filters.mine, self.mine), (filters.flagged, self.flagged), (filters.double, self.double))
        return [numbers for asked, numbers in sets if asked]


def offered(standing: pl.DataFrame, wanted: Wanted, filters: Filters | None = None) -> pl.DataFrame:
    """The texts for a person (text_id, occasion), first come first.

    What they were given comes first, then texts that wait for a second person, then the queue. Nobody is
    asked twice; but a disputed text is for editors, whatever they said before, and for nobody else. Whoever
    wants to see what they decided, or what is flagged, gets the latest first.
    """
    filters = filters or Filters()
    open_texts = queue(standing).with_row_index("place")
    texts = (
        standing.drop_nulls("text_id")
        .filter(_chosen(filters))
        .select("text_id", "item", "category", "phenomenon")
        .unique("text_id")
        .join(open_texts.select("text_id", "reason", "place"), on="text_id", how="left")
    )
    if filters.reason:
        texts = texts.filter(pl.col("reason").cast(pl.String) == filters.reason)
    mine, assigned, seconds = (
        pl.col("text_id").is_in(list(numbers)) for numbers in (wanted.mine, wanted.assigned, wanted.seconds)
    )
    disputed = pl.col("reason").eq_missing(pl.lit(str(Reason.DISPUTED)).cast(open_texts.schema["reason"]))
    new = ~mine & (pl.lit(wanted.editor) | ~disputed)
    occasion = (
        pl.when(~mine & assigned)
        .then(pl.lit(Occasion.ASSIGNED))
        .when(new & seconds)
        .then(pl.lit(Occasion.SECOND))
        .when(pl.col("place").is_not_null() & (new | (disputed & wanted.editor)))
        .then(pl.lit(Occasion.OPEN))
        .otherwise(pl.lit(Occasion.AGAIN) if filters.again else None)
        .cast(pl.Enum(Occasion))
        .alias("occasion")
    )
    found = texts.with_columns(occasion).drop_nulls("occasion")
    for numbers in wanted.again(filters):
        found = found.filter(pl.col("text_id").is_in(list(numbers)))
    order = ["occasion", "place", "category", "phenomenon", "item", "text_id"]
    if filters.mine or filters.flagged:
        latest = list(wanted.mine if filters.mine else wanted.flagged)
        lately = pl.DataFrame({"text_id": latest, "lately": range(len(latest))}, schema=_LATELY)
        found, order = found.join(lately, on="text_id"), ["lately"]
    return found.sort(order, nulls_last=True).select("text_id", "occasion")


_LATELY = {"text_id": pl.Int64, "lately": pl.Int64}


def _chosen(filters: Filters) -> pl.Expr:
    chosen = pl.lit(True)
    for name in ("item", "category", "phenomenon", "system"):
        value = getattr(filters, name)
        if value is not None:
            chosen &= pl.col(name) == value
    return chosen


@dataclass(frozen=True)
class OtherText:
    """What others wrote for the same item, and what is said about it."""

    text: str
    systems: int
    verdict: Verdict
    reason: str | None


@dataclass(frozen=True)
class Offer:
    """A text to be judged, with all that helps; who wrote it is nobody's business."""

    number: int
    occasion: Occasion
    item: Item
    guideline: str
    text: str
    marks: tuple[Mark, ...]
    reason: str | None  # why it is open; none if only a second opinion is wanted
    opinions: Mapping[str, Verdict]  # of a disputed text, for whoever adjudicates
    systems: int  # how many wrote it
    rest: int  # other texts of the item that are open
    blocked: bool  # no decision makes the item fair
    others: tuple[OtherText, ...]

    @property
    def marked(self) -> str:
        """The text with what rules matched between signs."""
        return between_signs(self.text, self.marks)

    @property
    def why(self) -> str:
        """Why this person is asked."""
        if self.opinions:
            said = ", ".join(f"{person}: {verdict}" for person, verdict in self.opinions.items())
            return f"{Reason.DISPUTED} ({said})"
        if self.occasion is Occasion.AGAIN:
            return "nobody waits for it"
        if self.occasion is not Occasion.OPEN:
            return "a second opinion is wanted"
        return _REASONS.get(self.reason or "", self.reason or "")


_REASONS: dict[str, str] = {
    Reason.UNMATCHED: "no rule matches (unmatched)",
    Reason.CONTRADICTION: "rules of both sides match (contradiction)",
    Reason.TIMEOUT: "a rule took too long (timeout)",
    Reason.VERBOSE: "it looks like more than a translation (verbose)",
    Reason.REFUSED: "it looks like a refusal to translate (refused)",
    Reason.DISPUTED: "people differ (disputed)",
}
