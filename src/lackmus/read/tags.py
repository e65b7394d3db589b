"""Tags of systems from a file: TSV, CSV or YAML, a name and its tags each."""

import csv
from pathlib import Path
from typing import Any

from lackmus.errors import LackmusError
from lackmus.read.files import read_lines
from lackmus.read.yaml_documents import load

_SHAPE = "Each line is the name of a system and its tags, with tabs (in CSV commas) between"
_HEADS = ("system", "name")


def read_tags(path: Path) -> dict[str, tuple[str, ...]]:
    """The tags of each system; a cell may hold several, with commas between them."""
    lines = list(read_lines(path))
    if path.suffix.lower() in (".yaml", ".yml"):
        return _of_yaml(load("\n".join(lines), str(path), "tags of systems"), path)
    found: dict[str, tuple[str, ...]] = {}
    rows = csv.reader(lines, delimiter="," if path.suffix.lower() == ".csv" else "\t", strict=False)
    for number, cells in enumerate(rows, start=1):
        if not any(cell.strip() for cell in cells) or (number == 1 and cells[0].strip().lower() in _HEADS):
            continue
        name, *tags = cells
        if not name.strip() or not tags:
            raise LackmusError(f"{path}, line {number}: no name or no tag. {_SHAPE}.")
        if name.strip() in found:
            raise LackmusError(f"{path}, line {number}: {name.strip()} has a line already. Join the two.")
        found[name.strip()] = _tags(tags)
    return found


def _of_yaml(document: Any, path: Path) -> dict[str, tuple[str, ...]]:
    if not isinstance(document, dict):
        raise LackmusError(f"{path}: write NAME: [TAG, TAG] for each system.")
    found = {}
    for name, tags in document.items():
        written = tags if isinstance(tags, list) else [tags]
        if not all(isinstance(tag, str) for tag in written):
            raise LackmusError(f"{path}, {name}: tags are words. Write NAME: [TAG, TAG].")
        found[name] = _tags(written)
    return found


def _tags(cells: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.strip() for cell in cells for tag in cell.split(",") if tag.strip()))
