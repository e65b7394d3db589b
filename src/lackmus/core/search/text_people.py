"""Who decided texts, and to whom they are assigned."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from lackmus.core.search.corpus import SearchSystem
from lackmus.core.suites.item_filters import NOBODY

PARTS = ("campaign", "suite_id", "pair", "category", "phenomenon")
_NAME = {"person": pl.String}
_LIST = pl.List(pl.String)


def _none(**columns: type[pl.DataType]) -> pl.DataFrame:
    return pl.DataFrame(schema={**columns, **_NAME})


@dataclass(frozen=True, eq=False)
class TextPeople:
    """People of texts, by name."""

    names: tuple[str, ...]  # of all people
    decided: pl.DataFrame  # text_id, person
    given: pl.DataFrame  # texts that a person judges in any case: text_id, person
    items: pl.DataFrame  # assigned by themselves: item_id, person
    parts: pl.DataFrame  # assigned phenomena, and categories without any: PARTS, person

    @classmethod
    def nobody(cls) -> "TextPeople":
        """Nobody decided, and nothing is assigned."""
        text, item = _none(text_id=pl.Int64), _none(item_id=pl.Int64)
        parts = {name: pl.Int64 if name == "suite_id" else pl.String for name in PARTS}
        return cls((), text, text, item, _none(**parts))


def with_names(
    corpus: pl.DataFrame, writers: pl.DataFrame, systems: Mapping[int, SearchSystem], people: TextPeople
) -> pl.DataFrame:
    """Texts (CORPUS) with lists of names: `decided_by`, and `assigned` in the campaigns of their writers."""
    decided = people.decided.join(corpus, on="text_id", how="semi")
    found = corpus.join(_gathered(decided, "decided_by"), on="text_id", how="left", maintain_order="left")
    assigned = _gathered(_assigned(corpus, writers, systems, people), "assigned")
    found = found.join(assigned, on="text_id", how="left", maintain_order="left")
    return found.with_columns(pl.col("decided_by", "assigned").fill_null(pl.lit([], dtype=_LIST)))


def _assigned(
    corpus: pl.DataFrame, writers: pl.DataFrame, systems: Mapping[int, SearchSystem], people: TextPeople
) -> pl.DataFrame:
    """To whom texts are assigned: text_id, person.

    An item counts before its phenomenon, and that before its category.
    """
    given = people.given.join(corpus, on="text_id", how="semi")
    single = corpus.select("text_id", "item_id").join(people.items, on="item_id")
    parts = [given, single.select("text_id", "person")]
    if people.parts.height:
        columns = PARTS[1:]
        rest = corpus.select("text_id", "item_id", *columns).join(people.items, on="item_id", how="anti")
        rest = rest.join(people.parts, on=["suite_id", "pair", "category"], how="semi")
        campaigns = pl.DataFrame(
            [(one.number, one.campaign) for one in systems.values()],
            schema={"system_id": pl.Int64, "campaign": pl.String},
            orient="row",
        )
        written = writers.join(rest, on="text_id", how="semi").join(campaigns, on="system_id")
        rest = rest.join(written.select("text_id", "campaign").unique(), on="text_id")
        whole = people.parts.filter(pl.col("phenomenon") == "").drop("phenomenon")
        owned = rest.join(people.parts, on=PARTS, how="left").join(
            whole.rename({"person": "else"}), on=PARTS[:-1], how="left"
        )
        parts.append(owned.select("text_id", pl.coalesce("person", "else").alias("person")).drop_nulls())
    return pl.concat(parts).unique()


def _gathered(found: pl.DataFrame, called: str) -> pl.DataFrame:
    """The names of each text as one list, in the order of the alphabet."""
    return (
        found.unique()
        .sort("person")
        .group_by("text_id", maintain_order=True)
        .agg(pl.col("person").alias(called))
    )


def of_people(found: pl.DataFrame, decided_by: str, assigned: str) -> pl.DataFrame:
    """Texts with names that one person decided, or that are assigned to one, or to NOBODY; empty: all."""
    if decided_by:
        found = found.filter(pl.col("decided_by").list.contains(decided_by))
    if assigned == NOBODY:
        found = found.filter(pl.col("assigned").list.len() == 0)
    elif assigned:
        found = found.filter(pl.col("assigned").list.contains(assigned))
    return found
