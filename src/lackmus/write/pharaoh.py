"""Word links in Pharaoh's format: a line for each sentence pair, such as `0-0 1-2 2-1`."""

import numpy as np

from lackmus.core.trees.treebank import Rows


def pharaoh(links: Rows, source_bounds: Rows, target_bounds: Rows) -> str:
    """All links, each pair's on its own line; words count from 0 in their sentence."""
    pairs = np.searchsorted(source_bounds, links[:, 0], side="right") - 1
    places = links - np.column_stack((source_bounds[pairs], target_bounds[pairs]))
    lines: list[list[str]] = [[] for _ in range(len(source_bounds) - 1)]
    for pair, (source, target) in zip(pairs.tolist(), places.tolist(), strict=True):
        lines[pair].append(f"{source}-{target}")
    return "".join(f"{' '.join(line)}\n" for line in lines)
