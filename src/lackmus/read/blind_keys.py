"""The key of blind files: the whole challenge, and on which lines its texts stand."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl

from lackmus.core.base.texts import one_line
from lackmus.core.challenges.challenge import BlindKey
from lackmus.errors import LackmusError
from lackmus.read.challenges.jsonl import Contents, contents
from lackmus.read.files import File


def is_key(path: Path) -> bool:
    """Whether the file begins like a key of blind files."""
    try:
        head = json.loads(File(path).first_line)
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and "challenge" in head and "blind" in head


def read_key(path: Path) -> BlindKey:
    """Read a key.jsonl that was written beside blind files."""
    found = contents(File(path))
    secret, lines, files = _head(found, path)
    tuples = found.challenge.tuples
    sides = {}
    for side, numbers in (("better", found.better_lines), ("worse", found.worse_lines)):
        for pair, number, place in zip(tuples["pair"], numbers, found.places, strict=True):
            if not _counts(number) or not 1 <= number <= lines[pair]:
                raise LackmusError(
                    f"{path}, line {place}: “{side}_line” is no number from 1 to {lines[pair]:,}. "
                    "Take the key as it was written."
                )
        sides[side] = pl.Series(side, numbers, dtype=pl.Int64)
    _check_texts(found, lines, files, path)
    many = {len(names) for names in files.values()}
    return BlindKey(found.challenge, lines, sides["better"], sides["worse"], secret, hypotheses=max(many))


def _head(found: Contents, path: Path) -> tuple[str, Mapping[str, int], Mapping[str, Sequence[str]]]:
    """The secret, and of every pair how many lines there are and in which files of hypotheses."""
    if found.blind is None:
        raise LackmusError(
            f"{path} is a challenge, but not the key of blind files.",
            "The key is the key.jsonl that was written beside them.",
        )
    said = found.blind if isinstance(found.blind, dict) else {}
    secret, lines = said.get("secret", ""), said.get("lines")
    pairs = found.challenge.pairs
    usual = {
        pair: ["blind/hypothesis.txt" if len(pairs) == 1 else f"blind/{pair}/hypothesis.txt"]
        for pair in pairs
    }
    files = said.get("files", usual)
    if (
        not isinstance(secret, str)
        or not isinstance(lines, dict)
        or sorted(lines) != pairs
        or not all(map(_counts, lines.values()))
    ):
        raise LackmusError(
            f"{path}, line 1: “blind” does not say how many lines the files of {', '.join(pairs)} have. "
            "Take the key as it was written."
        )
    if (
        not isinstance(files, dict)
        or sorted(files) != pairs
        or not all(isinstance(names, list) and names for names in files.values())
        or len({len(names) for names in files.values()}) > 1
        or any(lines[pair] % len(names) for pair, names in files.items())
    ):
        raise LackmusError(
            f"{path}, line 1: “blind” does not name the files of hypotheses of {', '.join(pairs)}. "
            "Take the key as it was written."
        )
    return secret, lines, files


def _check_texts(
    found: Contents, lines: Mapping[str, int], files: Mapping[str, Sequence[str]], path: Path
) -> None:
    """Check that each line has one text, none is missing, and all are as they were handed out."""
    tuples = found.challenge.tuples
    texts: dict[str, dict[int, tuple[str, ...]]] = {pair: {} for pair in lines}
    for side, numbers in (("better", found.better_lines), ("worse", found.worse_lines)):
        segments = zip(tuples["source"], tuples["reference"], tuples[side], strict=True)
        for pair, segment, number, place in zip(tuples["pair"], segments, numbers, found.places, strict=True):
            stands = tuple(map(one_line, segment))
            if texts[pair].setdefault(number, stands) != stands:
                raise LackmusError(
                    f"{path}, line {place}: another tuple has another text on “{side}_line” {number:,}. "
                    "Take the key as it was written."
                )
    digests = found.blind.get("sha256")
    for pair, there in texts.items():
        if len(there) != lines[pair]:
            raise LackmusError(
                f"{path} knows the texts of {len(there):,} lines of {pair}, though its first line says "
                f"{lines[pair]:,}. Take the key as it was written."
            )
        height = lines[pair] // len(files[pair])
        for place, name in enumerate(files[pair]):
            written = "".join(
                f"{there[number][-1]}\n" for number in range(place * height + 1, (place + 1) * height + 1)
            )
            if isinstance(digests, dict) and name in digests and digests[name] not in _digests(written):
                raise LackmusError(
                    f"{path} does not hold the texts of {name} as they were handed out. "
                    "Take the key as it was written."
                )


def _digests(text: str) -> list[str]:
    """Digests with and without a BOM, which a file gets if its first text begins with U+FEFF."""
    return [sha256(f"{mark}{text}".encode()).hexdigest() for mark in ("", "\ufeff")]


def _counts(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
