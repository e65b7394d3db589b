"""Suites and outputs on disk, small enough to be read in a test."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.core.campaigns import TEXTS

Entry = dict[str, Any]


def entry(id_: str = "1", **more: Any) -> Entry:
    """An item as DFKI writes it; “good” passes, “bad” fails. None takes a key away."""
    written = {
        "id": id_,
        "langpair": "deen",
        "category": "Ambiguity",
        "phenomenon": "Lexical ambiguity",
        "source_sentence": f"Satz {id_}.",
        "positive_regex": "good",
        "negative_regex": "bad",
        "positive_tokens": [],
        "negative_tokens": [],
        **more,
    }
    return {key: value for key, value in written.items() if value is not None}


def write_suite(path: Path, entries: Sequence[Any], **top: Any) -> Path:
    """An items.json."""
    path.write_text(json.dumps({"items": entries, **top}), encoding="utf-8")
    return path


def write_tsv(path: Path, texts: Mapping[str, str]) -> Path:
    """Outputs as id⇥text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{id_}\t{text}\n" for id_, text in texts.items()), encoding="utf-8")
    return path


def write_signs(folder: Path, **systems: str) -> list[str]:
    """A file per system; for items 1, 2, …: + passes, - fails, ? is open, a blank is a missing line."""
    return [
        str(
            write_tsv(
                folder / f"{system}.tsv",
                {
                    str(number): f"{TEXTS[sign]} {number}"
                    for number, sign in enumerate(signs, start=1)
                    if sign != " "
                },
            )
        )
        for system, signs in systems.items()
    ]


def numbered(items: int, **more: Any) -> list[Entry]:
    """Items 1, 2, …"""
    return [entry(str(number), **more) for number in range(1, items + 1)]
