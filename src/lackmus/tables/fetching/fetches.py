"""Estimates and results of fetches as tables and as plain values."""

from dataclasses import asdict

from lackmus.core.engines.engine import price_list
from lackmus.core.fetching.fetch import Estimate, FetchResult
from lackmus.core.outputs.imports import imported_values
from lackmus.tables.table import Column, Row, Table


def estimate_table(one: Estimate) -> Table:
    """What would be fetched, row by row."""
    limits = one.about.limits
    in_a_request = f"{limits.texts:,} texts" if limits.texts > 1 else "one text"
    lines = {
        "Engine": one.label,
        "Model": one.about.model,
        "Version": one.about.version,
        "System": one.system,
        "Sentences": f"{one.sentences:,}",
        "Known already": f"{one.cached:,}" + (f" (the oldest of {one.oldest[:10]})" if one.oldest else ""),
        "Too long": f"{len(one.too_long):,}" if one.too_long else "",
        "Reserved, not sent": f"{one.reserved:,}" if one.reserved else "",
        "To be asked": f"{one.left:,}",
        "Characters": f"{one.characters:,}",
        "Price": price_list(one.about.price) if one.paid or one.about.price else "",
        "Cost": one.said_cost,
        "In a request": f"{in_a_request}, {limits.in_flight} at the same time",
        **one.about.notes,
    }
    return Table(
        title=f"{one.campaign}, {one.suite}, {one.pair}: what would be fetched",
        columns=(Column("What"), Column("Value")),
        rows=tuple(Row.of(name, value) for name, value in lines.items() if value),
        signature=one.signature,
        notes=one.notes,
    )


def estimate_values(one: Estimate) -> dict[str, object]:
    """The estimate as plain values."""
    told = asdict(one)
    return {"signature": told.pop("signature"), **told, "left": one.left, "dry_run": True}


def fetched_values(fetched: FetchResult) -> dict[str, object]:
    """The result of a fetch as plain values."""
    told = asdict(fetched)
    told.pop("imported")
    told["estimate"] = estimate_values(fetched.estimate) | {"dry_run": False}
    done = None if fetched.imported is None else imported_values(fetched.imported)
    return {"signature": fetched.estimate.signature, **told, "imported": done}
