"""A challenge as JSON Lines: a head that says what it is, then a tuple on each line."""

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

from lackmus.core.challenges.challenge import ChallengeSet

ENDINGS = (".jsonl", ".ndjson")
FOLDER = False


def write(challenge: ChallengeSet) -> Mapping[str, str]:
    """The challenge with all its facts and tuples."""
    return {"": content(challenge)}


def content(
    challenge: ChallengeSet,
    more: Mapping[str, Any] | None = None,
    columns: Mapping[str, pl.Series] | None = None,
) -> str:
    """The challenge, with `more` in its head and more `columns` in its tuples."""
    head = {
        "challenge": challenge.name,
        "signature": challenge.signature,
        "about": dict(challenge.about),
        "tuples": challenge.tuples.height,
        **(more or {}),
    }
    tuples = challenge.tuples
    # Writers are left out if none is known.
    unknown = [name for name in tuples.columns if name.endswith("_from") and (tuples[name] == "").all()]
    frame = tuples.drop(unknown).with_columns(**(columns or {}))
    return f"{json.dumps(head, ensure_ascii=False)}\n{frame.write_ndjson()}"
