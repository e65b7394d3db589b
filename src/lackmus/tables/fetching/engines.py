"""Engines as tables and values: descriptions, options, keys."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from lackmus.core.base.signatures import signature
from lackmus.core.engines.listing import EngineShown
from lackmus.tables.table import ColumnOf, Table


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
