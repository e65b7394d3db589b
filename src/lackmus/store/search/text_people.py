"""Who decided texts, and to whom they are assigned, as the workspace has it now."""

import polars as pl
from sqlalchemy import Connection

from lackmus.core.search.text_people import PARTS, TextPeople
from lackmus.store.outputs.campaigns import campaigns_of
from lackmus.store.reviews.assignments import item_owners, phenomenon_assignments
from lackmus.store.reviews.claims import assigned_texts, deciders
from lackmus.store.workspaces.people import people_of


def text_people(connection: Connection) -> TextPeople:
    """The people of all texts."""
    names = {one.id: one.name for one in people_of(connection)}
    campaigns = {one.id: one.name for one in campaigns_of(connection)}
    nobody = TextPeople.nobody()
    parts = [
        (campaigns[campaign], suite, one.pair, one.category, one.phenomenon, names[one.person])
        for (campaign, suite), assigned in phenomenon_assignments(connection).items()
        for one in assigned
        if campaign in campaigns and one.person in names
    ]
    return TextPeople(
        tuple(sorted(names.values())),
        _named(deciders(connection), names),
        _named(assigned_texts(connection), names),
        pl.DataFrame(list(item_owners(connection).items()), schema=nobody.items.schema, orient="row"),
        pl.DataFrame(
            parts, schema={name: nobody.parts.schema[name] for name in (*PARTS, "person")}, orient="row"
        ),
    )


def _named(found: pl.DataFrame, names: dict[int, str]) -> pl.DataFrame:
    """People by name instead of by number."""
    person = pl.col("person").replace_strict(names, default=None, return_dtype=pl.String)
    return found.select("text_id", person).drop_nulls()
