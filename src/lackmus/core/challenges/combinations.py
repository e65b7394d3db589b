"""Combine the texts of an item freely: every right text is a reference for every other right one."""

import numpy as np

from lackmus.core.challenges.roles import WHOLE, Ints, Roles, TupleCandidates, chances, writers_parts

# The chances of three texts, multiplied by odd numbers, add up to a chance of the tuple in these roles.
_ODD = np.array([[1], [0x9E3779B97F4A7C15], [0xBF58476D1CE4E5B9]], dtype=np.uint64)


def combine(given: TupleCandidates, per_item: int, seed: int) -> Roles:
    """All tuples of two different right texts and a wrong one; of an item with more, `per_item` by chance.

    So a text has several roles, and the tuples of an item depend on each other: they are tested by items.
    """
    _, chance = chances(given, seed)
    first = np.searchsorted(given.item, np.arange(len(given.keys) + 1))
    found: list[Ints] = []  # reference, better, worse of each item
    capped = 0
    for start, end in zip(first[:-1].tolist(), first[1:].tolist(), strict=True):
        texts = np.arange(start, end)
        right, wrong = texts[given.right[start:end]], texts[~given.right[start:end]]
        tuples = np.stack([part.ravel() for part in np.meshgrid(right, right, wrong, indexing="ij")])
        tuples = tuples[:, tuples[0] != tuples[1]]
        if tuples.shape[1] > per_item:
            capped += 1
            mixed = (chance[tuples] * _ODD).sum(axis=0)
            tuples = tuples[:, np.sort(np.argsort(mixed, kind="stable")[:per_item])]
        found.append(tuples)
    reference, better, worse = np.concatenate([np.empty((3, 0), np.int64), *found], axis=1)
    used = np.zeros(len(given.item), np.bool_)
    used[np.concatenate([reference, better, worse])] = True
    _, part = writers_parts(given)
    uses = np.zeros(len(given.campaigns), np.int64)
    np.add.at(uses, given.writer, np.where(used[given.text], part, 0))
    return Roles(reference, better, worse, uses / WHOLE, capped)
