"""Engines as tables and values: descriptions, options, keys."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from lackmus.core.base.signatures import signature
from lackmus.core.engines.listing import EngineShown
from lackmus.tables.table import Cell, Column, Row, Table


def engines_table(engines: Sequence[EngineShown], hint: str) -> Table:
    """One row per engine."""
    return Table(
        title="Engines",
        columns=(Column("Engine"), Column("What it is"), Column("Paid"), Column("Keys")),
        rows=tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(one.problem or one.about or one.label),
                    Cell("yes" if one.paid else "no"),
                    Cell(one.said_keys),
                )
            )
            for one in engines
        ),
        signature=signature({}),
        notes=(hint,),
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
    options = Table(
        title=f"{called}: {one.about}" if one.about else called,
        columns=(Column(named("option")), Column("What it is"), Column("Value")),
        rows=tuple(
            Row(
                (
                    Cell(option.name),
                    Cell(option.said),
                    Cell(dict(one.set).get(option.name, option.default) or None),
                )
            )
            for option in one.options
        ),
        signature=signature({"engine": one.engine}),
        notes=tuple(note for note, true in told.items() if true),
    )
    keys = Table(
        title="Keys",
        columns=(Column("Key"), Column("What it is"), Column("There?")),
        rows=tuple(
            Row(
                (
                    Cell(key.name),
                    Cell(key.help),
                    Cell("yes" if key.there else "missing" if key.required else "not set"),
                )
            )
            for key in one.keys
        ),
        signature=signature({"engine": one.engine}),
        notes=(f"Keys come from the environment, or as lines NAME=value from {keys_in} (chmod 600).",),
    )
    return (options, keys) if one.keys else (options,)


def engine_values(one: EngineShown) -> dict[str, object]:
    """An engine as plain values."""
    return {"signature": signature({"engine": one.engine}), **asdict(one), "ready": one.ready}
