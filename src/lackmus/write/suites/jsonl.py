"""A suite as Lackmus' JSON Lines: one item per line, a guideline and examples before the first item."""

import json
from collections.abc import Iterator
from typing import Any

from lackmus.core.suites.suite import Draft, Phenomenon
from lackmus.write.suites.entries import described_as, entry_of, worth_telling

ENDINGS = (".jsonl", ".ndjson")


def write(suite: Draft) -> str:
    """The suite, a line per item."""
    return "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in _entries(suite))


def _entries(suite: Draft) -> Iterator[dict[str, Any]]:
    untold = {(one.category, one.name): one for one in reversed(worth_telling(suite))}
    for item in suite.items:
        one = untold.pop((item.category, item.phenomenon), None)
        if one is not None:
            yield _described(one)
        yield entry_of(item)
    for one in reversed(untold.values()):
        yield _described(one)


def _described(one: Phenomenon) -> dict[str, Any]:
    return {"category": one.category, "phenomenon": one.name, "guideline": "", **described_as(one)}
