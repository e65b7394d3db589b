"""Texts on lines of their own, and unique names of phenomena."""

from collections import Counter
from collections.abc import Iterable, Sequence

import polars as pl

from lackmus.core.base.texts import one_line


def lines_of(texts: Sequence[str]) -> str:
    """A file with a text on each line; a line break within one becomes a space."""
    content = "".join(f"{one_line(text)}\n" for text in texts)
    # A reader drops one U+FEFF at the beginning as a BOM, so it gets an additional one.
    return f"\ufeff{content}" if content.startswith("\ufeff") else content


def phenomenon_names(tuples: pl.DataFrame) -> list[str]:
    """The phenomenon of each tuple, with its category if the name is not unique."""
    categories, phenomena = tuples["category"].to_list(), tuples["phenomenon"].to_list()
    homes = Counter(phenomenon for _, phenomenon in set(zip(categories, phenomena, strict=True)))
    return [
        f"{category}: {phenomenon}" if homes[phenomenon] > 1 else phenomenon
        for category, phenomenon in zip(categories, phenomena, strict=True)
    ]


def words_joined(names: Iterable[str]) -> list[str]:
    """Names without white space; different names stay different."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in (names := list(names)):
        if name not in found:
            joined = first = "_".join(name.split())
            number = 1
            while joined in taken:
                number += 1
                joined = f"{first}_{number}"
            taken.add(joined)
            found[name] = joined
    return [found[name] for name in names]
