"""Texts as rows of hashed features: their words and neighbours, alone and within their phenomenon."""

from typing import Any
from zlib import crc32

import numpy as np

from lackmus.core.proposals.corpus import TextCorpus

_BITS = 18
_LONGEST = 3  # words that are looked at together


def hashed(corpus: TextCorpus) -> Any:
    """A sparse row of unit length for each text (scipy); columns that no text has are left out."""
    from scipy import sparse

    columns: list[int] = []
    ends = [0]
    for text, words in enumerate(corpus.words):
        item, phenomenon = int(corpus.item[text]), int(corpus.phenomenon[text])
        category = int(corpus.category[text])
        names = {f"category {category}", f"phenomenon {phenomenon}", f"item {item}"}
        names.update(f"source {category} {word}" for word in corpus.sources[item])
        framed = ("<", *words, ">")
        for start in range(len(framed)):
            for end in range(start + 1, min(start + _LONGEST, len(framed)) + 1):
                said = "\t".join(framed[start:end])
                names.update((f"words {said}", f"words {phenomenon} {said}"))
        columns += sorted({crc32(name.encode()) & ((1 << _BITS) - 1) for name in names})
        ends.append(len(columns))
    counts = np.diff(ends)
    values = np.repeat(1 / np.sqrt(np.maximum(counts, 1)), counts).astype(np.float32)
    rows = sparse.csr_matrix((values, columns, ends), shape=(len(corpus), 1 << _BITS))
    return rows[:, np.unique(rows.indices)]
