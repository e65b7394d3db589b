"""Engines, estimates and results of fetches as tables and as plain values."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from lackmus.core.base.signatures import signature
from lackmus.core.engines.engine import EngineShown, price_list
from lackmus.core.fetching.fetch import Estimate, FetchResult
from lackmus.core.outputs.imports import imported_values
from lackmus.tables.table import Column, ColumnOf, Row, Table


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


def engines_table(engines: Sequence[EngineShown], hint: str) -> Table:
    """One row per engine."""
    return Table.of(
        "Engines",
        engines,
        (
            ColumnOf("Engine", lambda one: one.name),
            ColumnOf("What it is", lambda one: one.problem or one.about or one.label),
            ColumnOf("Paid", lambda one: "yes" if one.paid else "no"),
            ColumnOf("Keys", lambda one: one.said_keys),
        ),
        signature({}),
        (hint,),
    )


def engines_values(engines: Sequence[EngineShown]) -> dict[str, object]:
    """The engines as plain values."""
    return {"signature": signature({}), "engines": [asdict(one) | {"ready": one.ready} for one in engines]}


def engine_tables(one: EngineShown, keys_in: str, named: Callable[[str], str]) -> tuple[Table, ...]:
    """The options and the keys of an engine; `keys_in` is the key file."""
    called = one.label if one.name == one.engine else f"{one.name} ({one.engine})"
    told = {
        f"It can see the sentences before ({named('context')}).": one.context,
        f"It keeps lines apart ({named('document')}).": one.documents,
        "It is paid for, unless the server is your own: "
        f"{named('dry_run')} tells the cost, if it is known.": one.paid,
    }
    options = Table.of(
        f"{called}: {one.about}" if one.about else called,
        one.options,
        (
            ColumnOf(named("option"), lambda option: option.name),
            ColumnOf("What it is", lambda option: option.said),
            ColumnOf("Value", lambda option: dict(one.set).get(option.name, option.default) or None),
        ),
        signature({"engine": one.engine}),
        tuple(note for note, true in told.items() if true),
    )
    keys = Table.of(
        "Keys",
        one.keys,
        (
            ColumnOf("Key", lambda key: key.name),
            ColumnOf("What it is", lambda key: key.help),
            ColumnOf("There?", lambda key: "yes" if key.there else "missing" if key.required else "not set"),
        ),
        signature({"engine": one.engine}),
        (f"Keys come from the environment, or as lines NAME=value from {keys_in} (chmod 600).",),
    )
    return (options, keys) if one.keys else (options,)


def engine_values(one: EngineShown) -> dict[str, object]:
    """An engine as plain values."""
    return {"signature": signature({"engine": one.engine}), **asdict(one), "ready": one.ready}
