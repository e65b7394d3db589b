"""Saving one rule edit on a large workspace, with judging its texts again and the list of what flips."""

import random
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from sqlalchemy import select

from benchmarks.measure import report
from benchmarks.storing import big_workspace
from lackmus.core.suites.suite import Rule
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.rules.edits import Replace, edit_rules
from lackmus.store.rules.held_rules import held_rules

EDITS = 50
WARMING = 5  # edits that are not counted: the first of a process wait for modules and statements
MOST_MS = 50.0
MOST_GROWTH = 1.5  # times as long with ten times the items; by an index it is the same but for noise


def main() -> None:
    """Print the time of an edit at a tenth of the size and at full size, and how it grows."""
    with tempfile.TemporaryDirectory() as folder:
        times = {}
        for name, share in (("tenth", 0.1), ("full", 1.0)):
            place = Path(folder) / name
            place.mkdir()
            with open_workspace(str(big_workspace(place, share))) as workspace:
                times[name] = _edits(workspace)
    small, large = (median(times[name]) * 1000 for name in ("tenth", "full"))
    report(
        f"saving a rule edit, 100 systems × 5,560 items, median of {EDITS}",
        f"{large:.1f} ms ({max(times['full']) * 1000:.0f} at most)",
        f"≤ {MOST_MS:.0f} ms",
        large <= MOST_MS,
    )
    report(
        "the same, against a tenth of the items",
        f"{large / small:.2f} × ({large:.1f} ms / {small:.1f} ms)",
        f"≤ {MOST_GROWTH} ×",
        large / small <= MOST_GROWTH,
    )


def _edits(workspace: OpenWorkspace) -> list[float]:
    """Seconds of each edit: the first rule of one item after another reads otherwise."""
    rules = schema.rules
    with workspace.reading() as connection:
        # Only items that have rules can be edited.
        items = sorted(connection.execute(select(rules.c.item).distinct()).scalars())
        revision = workspace.revision(connection).number
    taken = []
    for item in random.Random(1).sample(items, WARMING + EDITS):
        with workspace.reading() as connection:
            (suite,) = connection.execute(
                select(schema.items.c.suite).where(schema.items.c.id == item)
            ).scalars()
            first = held_rules(connection, [item])[item][0]
        other = Replace(first.number, Rule(first.rule.side, first.rule.kind, f"{first.rule.value}x"))
        start = perf_counter()
        with workspace.writing("Ada", "rule change") as change:
            edit_rules(change, suite, item, [other], revision)
        taken.append(perf_counter() - start)
        revision += 1
    return taken[WARMING:]
