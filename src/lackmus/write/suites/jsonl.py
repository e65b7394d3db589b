"""A suite as Lackmus' JSON Lines: one item per line, a guideline and examples before the first item."""

import json
from collections.abc import Iterator
from typing import Any

from lackmus.core.suites.suite import Draft, Phenomenon
from lackmus.write.suites.entries import (
    categories_with_labels,
    described_as,
    entry_of,
    labels_at,
    worth_telling,
)

ENDINGS = (".jsonl", ".ndjson")


def write(suite: Draft) -> str:
    """The suite, a line per item."""
    return "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in _entries(suite))


def _entries(suite: Draft) -> Iterator[dict[str, Any]]:
    if labels := labels_at(suite):
        yield {"error_types": labels}
    for category in categories_with_labels(suite):
        yield {"category": category, "error_types": labels_at(suite, category)}
    untold = {(one.category, one.name): one for one in reversed(worth_telling(suite))}
    for item in suite.items:
        one = untold.pop((item.category, item.phenomenon), None)
        if one is not None:
            yield _described(one, suite)
        yield entry_of(item)
    for one in reversed(untold.values()):
        yield _described(one, suite)


def _described(one: Phenomenon, suite: Draft) -> dict[str, Any]:
    return {"category": one.category, "phenomenon": one.name, "guideline": "", **described_as(one, suite)}
