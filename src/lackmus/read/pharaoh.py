"""Read word links in Pharaoh format: a line for each sentence pair, such as `0-0 1-2 2-1`."""

from pathlib import Path

from lackmus.core.base.plurals import counted
from lackmus.core.trees.links import Alignment, LinkError, Rows, from_pharaoh, ready
from lackmus.errors import LackmusError
from lackmus.read.files import read_lines


def read_pharaoh(path: Path, source_bounds: Rows, target_bounds: Rows) -> Alignment:
    """The links of a file; line n belongs to pair n, and words count from 0."""
    lines = read_lines(path)
    pairs = len(source_bounds) - 1
    if len(lines) != pairs:
        raise LackmusError(
            f"{path} has {counted(len(lines), 'line')} for {counted(pairs, 'sentence pair')}. "
            "Each line holds the links of one pair, and is empty where there are none."
        )
    try:
        found = from_pharaoh(lines, source_bounds, target_bounds)
    except LinkError as problem:
        raise LackmusError(f"{path}, line {problem.line}: {problem}") from None
    return ready(source_bounds, target_bounds, found)
