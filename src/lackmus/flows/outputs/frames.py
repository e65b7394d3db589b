"""Outputs in a frame with columns item, system and text, as if read from files."""

from collections.abc import Sequence

import polars as pl

from lackmus.core.outputs.outputs import OUTPUTS, HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import Given
from lackmus.read import ReadOptions, hand_ins_of
from lackmus.read.outputs.parquet import refuse_nulls, refuse_other_columns

PLACE = "The frame"  # the place in error messages


def given_hand_ins(suite: Suite, outputs: Sequence[Given], asked: ReadOptions) -> list[HandIn]:
    """Return hand-ins from files and from frames."""
    named = [one for one in outputs if isinstance(one, str)]
    found = hand_ins_of(suite, named, asked) if named or not outputs else []
    for one in outputs:
        if not isinstance(one, str):
            found += hand_ins_in(one, suite, asked.skip_unknown)
    systems = [one.system for one in found]
    for system in systems:
        if systems.count(system) > 1:
            raise LackmusError(f"{system} has outputs in several frames or files. Leave one out.")
    return found


def hand_ins_in(frame: pl.DataFrame, suite: Suite, skip_unknown: bool = False) -> list[HandIn]:
    """Return the hand-ins of a frame; an item may have several rows, as sentences repeat."""
    refuse_other_columns(frame.schema, PLACE)
    frame = frame.select(list(OUTPUTS))
    refuse_nulls(frame, PLACE)
    if (frame["system"].str.strip_chars() == "").any():
        raise LackmusError(f"{PLACE}: “system” is blank in some rows. Name it.")
    keys = {item.id: key for key, item in suite.by_key.items()} | {key: key for key in suite.by_key}
    rows = frame.with_columns(pl.col("item").replace_strict(keys, default=None).alias("key"))
    unknown = rows.filter(pl.col("key").is_null())["item"].unique(maintain_order=True)
    if len(unknown) and not skip_unknown:
        some = ", ".join(unknown[:3]) + (" …" if len(unknown) > 3 else "")
        raise LackmusError(
            f"{PLACE}: {len(unknown):,} of its ids are not in {suite.name} ({some}).",
            code="unknown-ids",
        )
    rows = rows.drop_nulls("key")
    if rows.is_empty():
        raise LackmusError(f"{PLACE} holds no translation of an item of {suite.name}.")
    return [
        HandIn(
            str(system),
            f"a frame ({system})",
            [suite.by_key[key].source for key in part["key"]],
            part["text"].to_list(),
            list(zip(part["key"].to_list(), range(part.height), strict=True)),
        )
        for (system,), part in rows.group_by("system", maintain_order=True)
    ]
