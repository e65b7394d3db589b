"""Line-aligned files: suite sentences hide among thousands of other lines and are found by their source."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from lackmus.core.outputs import HandIn
from lackmus.core.suites import Suite
from lackmus.core.texts import source_key
from lackmus.errors import LackmusError
from lackmus.read.files import read_lines


def read_aligned(source: Path, files: Sequence[tuple[Path, str]], suite: Suite) -> list[HandIn]:
    """The outputs of systems, line by line as the source file; every repeat of a sentence is kept."""
    sources = read_lines(source)
    places = find_items(sources, suite)
    if not places:
        raise LackmusError(
            f"{source}: none of the {len(suite.items):,} sentences of {suite.name} is in it. "
            "Is it the source file, and in the suite's source language?"
        )
    hand_ins = []
    for path, system in files:
        texts = read_lines(path)
        if len(texts) != len(sources):
            raise LackmusError(
                f"{path} has {len(texts):,} lines, but {source.name} has {len(sources):,}. "
                "Each line must be the translation of the same line of the source."
            )
        hand_ins.append(HandIn(system, path.name, sources, texts, places))
    return hand_ins


def find_items(sources: Sequence[str], suite: Suite) -> list[tuple[str, int]]:
    """Where the suite's sentences stand: item key and index of the line, in the order of the suite."""
    wanted = {source_key(item.source) for item in suite.items}
    lines: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(sources):
        key = source_key(line)
        if key in wanted:
            lines[key].append(index)
    return [(item.key, index) for item in suite.items for index in lines.get(source_key(item.source), ())]
