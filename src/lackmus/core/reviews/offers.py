"""Which texts a person is offered to judge, and all that they need to see for it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.queue import queue
from lackmus.core.rules.judge import Reason
from lackmus.core.rules.spans import Mark, between_signs, marks_values
from lackmus.core.suites.suite import Item, Side
from lackmus.tables.table import Cell, Column, Row, Table, Unit


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


def _line(offers: Sequence[Offer], left: int, about: Mapping[str, object]) -> str:
    return signature({"review": "next", **about, "texts": len(offers), "left": left})


def offers_table(offers: Sequence[Offer], left: int, about: Mapping[str, object]) -> Table:
    """A line for every text: for spreadsheets and scripts."""
    return Table(
        title="Texts to decide",
        columns=(
            *map(Column, ("Number", "Item", "Category", "Phenomenon", "Source", "Text", "Why")),
            Column("Systems", Unit.COUNT),
            Column("Others open", Unit.COUNT),
        ),
        rows=tuple(
            Row(
                tuple(
                    Cell(value)
                    for value in (
                        one.number,
                        one.item.key,
                        one.item.category,
                        one.item.phenomenon,
                        one.item.source,
                        one.marked,
                        one.why,
                        one.systems,
                        one.rest,
                    )
                )
            )
            for one in offers
        ),
        signature=_line(offers, left, about),
        notes=(told_left(offers, left),),
    )


def told_left(offers: Sequence[Offer], left: int) -> str:
    """How many more there are for this person."""
    if not offers and left:
        waiting = counted(left, "text that waits for you is", "texts that wait for you are")
        return f"The {waiting} being looked at by others. Come back in a quarter of an hour."
    if not offers:
        return "There is nothing for you to decide."
    return f"{counted(left, 'more text is', 'more texts are')} waiting for you."


def offer_table(one: Offer, offers: Sequence[Offer], left: int, about: Mapping[str, object]) -> Table:
    """All about one text, for whoever judges it."""
    rows = [
        ("Source", one.item.source, ""),
        ("Text", one.marked, one.why),
        *([("Guideline", one.guideline, "")] if one.guideline else []),
        *((f"{rule.side.capitalize()} {rule.kind}", rule.value, _SAYS[rule.side]) for rule in one.item.rules),
        *(("Other text", other.text, _verdict(other)) for other in one.others),
    ]
    return Table(
        title=f"Text {one.number} ({one.item.key}, {one.item.category} > {one.item.phenomenon})",
        columns=(Column("What"), Column("Text"), Column("Verdict")),
        rows=tuple(Row(tuple(map(Cell, row))) for row in rows),
        signature=_line(offers, left, about),
        notes=(f"{counted(one.systems, 'system')} wrote it. {_won(one)}",),
    )


def _won(one: Offer) -> str:
    """What deciding it is good for."""
    if one.blocked:
        return "Its item lacks an output, so that no decision makes it fair."
    if one.rest:
        return f"{counted(one.rest, 'other text of its item is', 'other texts of its item are')} open."
    return "Once it is settled its item is fair."


_SAYS = {Side.POSITIVE: Verdict.PASS.value, Side.NEGATIVE: Verdict.FAIL.value}


def _verdict(other: OtherText) -> str:
    return f"{other.verdict} ({other.reason})" if other.reason else other.verdict.value


def offers_values(offers: Sequence[Offer], left: int, about: Mapping[str, object]) -> dict[str, Any]:
    """The same as plain values; `text` is not marked, `marks` say where."""
    return {
        "signature": _line(offers, left, about),
        "left": left,
        "texts": [_values(one) for one in offers],
    }


def _values(one: Offer) -> dict[str, Any]:
    return {
        "text_id": one.number,
        "occasion": one.occasion.value,
        "item": one.item.key,
        "category": one.item.category,
        "phenomenon": one.item.phenomenon,
        "guideline": one.guideline,
        "source": one.item.source,
        "text": one.text,
        "marks": marks_values(one.marks),
        "reason": one.reason,
        "opinions": {person: verdict.value for person, verdict in one.opinions.items()},
        "systems": one.systems,
        "others_open": one.rest,
        "blocked": one.blocked,
        "rules": [
            {"side": rule.side.value, "kind": rule.kind.value, "value": rule.value} for rule in one.item.rules
        ],
        "others": [
            {
                "text": other.text,
                "systems": other.systems,
                "verdict": other.verdict.value,
                "reason": other.reason,
            }
            for other in one.others
        ],
    }
