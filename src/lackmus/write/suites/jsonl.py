"""A suite as Lackmus' JSON Lines: one item per line, each guideline before its first item."""

import json
from collections.abc import Iterator
from typing import Any

from lackmus.core.suites.suite import Draft
from lackmus.write.suites.entries import entry_of, worth_telling

ENDINGS = (".jsonl", ".ndjson")


def write(suite: Draft) -> str:
    """The suite, a line per item."""
    return "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in _entries(suite))


def _entries(suite: Draft) -> Iterator[dict[str, Any]]:
    untold = {(one.category, one.name): one.guideline for one in reversed(worth_telling(suite))}
    for item in suite.items:
        guideline = untold.pop((item.category, item.phenomenon), None)
        if guideline is not None:
            yield {"category": item.category, "phenomenon": item.phenomenon, "guideline": guideline}
        yield entry_of(item)
    for (category, name), guideline in reversed(untold.items()):
        yield {"category": category, "phenomenon": name, "guideline": guideline}
