"""Outputs as `id⇥text`, one line per item, the system named by the file."""

from pathlib import Path

from lackmus.core.outputs import HandIn
from lackmus.core.suites import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import read_lines

_HEADERS = {"id", "item", "item_id", "key"}


def read_tsv(path: Path, system: str, suite: Suite, *, skip_unknown: bool = False) -> HandIn:
    """The outputs of one system; ids are those of the suite, with or without the language pair."""
    by_id = {item.id: item for item in suite.items} | suite.by_key
    seen: dict[str, int] = {}
    unknown: list[str] = []
    hand_in = HandIn(system, path.name)
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        item_id, tab, text = line.partition("\t")
        item_id = item_id.strip()
        if not tab:
            raise LackmusError(
                f"{path}, line {number}: no tab. Each line is an id, a tab and the translation."
            )
        item = by_id.get(item_id)
        if item is None:
            if number == 1 and item_id.lower() in _HEADERS:
                continue
            unknown.append(item_id)
            continue
        if item.key in seen:
            raise LackmusError(
                f"{path}, line {number}: item {item_id} again (first in line {seen[item.key]}). Keep one."
            )
        seen[item.key] = number
        hand_in.places.append((item.key, len(hand_in.texts)))
        hand_in.sources.append(item.source)
        hand_in.texts.append(text)
    if not seen and not unknown:
        raise LackmusError(f"{path} holds no translation. Each line is an id, a tab and the translation.")
    if not seen and skip_unknown:
        raise LackmusError(f"{path}: none of its ids is in {suite.name}. Use the suite they belong to.")
    if unknown and not skip_unknown:
        some = ", ".join(unknown[:3]) + (" …" if len(unknown) > 3 else "")
        raise LackmusError(
            f"{path}: {len(unknown):,} of its ids are not in {suite.name} ({some}). "
            "Use the suite these outputs belong to, or --skip-unknown."
        )
    return hand_in
