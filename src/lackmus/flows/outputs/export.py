"""Export outputs from the workspace, as if they had been read from files."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.workspaces import Desk, the_campaign, the_part, the_revision, the_systems
from lackmus.store.outputs.campaigns import systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins, outputs_of_hand_ins
from lackmus.store.outputs.marks import marks_of
from lackmus.store.suites.suites import load_suite


@dataclass(frozen=True)
class ExportedOutputs:
    """The exported outputs, and what was left out."""

    hand_ins: list[HandIn]
    reserved: int  # number of reserved items
    retired: int  # number of retired items


def export_outputs(
    desk: Desk,
    campaign: str | None = None,
    suite: str | None = None,
    pair: str | None = None,
    systems: Sequence[str] = (),
    with_reserved: bool = False,
    as_of: str | None = None,
) -> ExportedOutputs:
    """The outputs of a campaign's systems for one suite and pair."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        chosen = the_campaign(connection, campaign, revision)
        known = systems_of(connection, chosen.id, revision)
        if systems:
            known = the_systems(connection, chosen, systems, "systems", revision)
        number, of = the_part(connection, [chosen], suite, pair, revision)
        stored = load_suite(connection, number, revision, of)
        held = {
            system: (hand_in, file)
            for hand_in, system, its_suite, its_pair, file, _ in current_hand_ins(
                connection, chosen.id, revision
            )
            if its_suite == number and its_pair == str(of)
        }
        if not held:
            raise LackmusError(f"{chosen.name} has no outputs for {stored.suite.name} ({of}).")
        outputs = outputs_of_hand_ins(connection, [hand_in for hand_in, _ in held.values()])
        marks = marks_of(connection, outputs["text_id"].unique().to_list(), revision)
    outputs = outputs.join(marks, on="text_id", how="left", maintain_order="left")
    outputs = outputs.with_columns(pl.col("mark").cast(pl.String).fill_null(""))
    shown = [item for item in stored.suite.items if with_reserved or not item.reserved]
    places = pl.DataFrame(
        [(stored.items[item.key], place, item.key, item.source) for place, item in enumerate(shown)],
        schema={"item_id": pl.Int64, "place": pl.Int64, "item": pl.String, "source": pl.String},
        orient="row",
    )
    kept = outputs.join(places, on="item_id").sort("hand_in", "place", "repeat")
    there = set(outputs["item_id"].unique())
    found = []
    for system in known:
        if system.id in held:
            hand_in, file = held[system.id]
            own = kept.filter(pl.col("hand_in") == hand_in)
            lines = list(zip(own["item"], range(own.height), strict=True))
            sources, texts, said = (own[name].to_list() for name in ("source", "text", "mark"))
            found.append(HandIn(system.name, file, sources, texts, lines, marks=said if any(said) else []))
    return ExportedOutputs(
        found,
        len(there & {stored.items[item.key] for item in stored.suite.items if item.reserved})
        if not with_reserved
        else 0,
        len(there - set(stored.items.values())),
    )
