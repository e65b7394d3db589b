"""Refining a study: which pre-selected items a person looks at next, to keep or drop them."""

from collections.abc import Collection
from dataclasses import dataclass

import polars as pl

from lackmus.core.contrasts.study import ContrastStudy


@dataclass(frozen=True)
class RefiningProgress:
    """How many of the pre-selected items have been looked at."""

    selected: int
    kept: int
    dropped: int

    @property
    def looked_at(self) -> int:
        """Items that were kept or dropped."""
        return self.kept + self.dropped

    @property
    def left(self) -> int:
        """Items that were neither kept nor dropped."""
        return self.selected - self.looked_at


@dataclass(frozen=True)
class RefiningOrder:
    """The pre-selected items of a study in their order, or those of one contrast; by number, from 1."""

    numbers: tuple[int, ...]
    opened: frozenset[int]  # neither kept nor dropped
    progress: RefiningProgress

    def next_open(self, after: int | None = None, without: Collection[int] = (), most: int = 1) -> list[int]:
        """The next open items: first those after `after`, then those before it."""
        behind = [number for number in self.numbers if after is None or number > after]
        before = [number for number in self.numbers if after is not None and number < after]
        sought = [one for one in (*behind, *before) if one in self.opened and one not in without]
        return sought[:most]

    def beside(self, number: int, step: int) -> int | None:
        """The item before (-1) or after (1) another one, open or not; None at the ends."""
        if number not in self.numbers:
            ahead = [one for one in self.numbers if (one > number) is (step > 0)]
            return ahead[0 if step > 0 else -1] if ahead else None
        place = self.numbers.index(number) + step
        return self.numbers[place] if 0 <= place < len(self.numbers) else None


def refining_order(study: ContrastStudy, contrast: str | None = None) -> RefiningOrder:
    """The pre-selected items of a study in order, or of one contrast."""
    items = study.items.with_row_index("number", 1).filter("selected")
    if contrast is not None:
        items = items.filter(pl.any_horizontal(pl.col("contrast", "phenomenon") == contrast))
    said = items["refined"]
    return RefiningOrder(
        tuple(items["number"]),
        frozenset(items.filter(pl.col("refined").is_null())["number"]),
        RefiningProgress(items.height, int(said.sum()), int((~said).sum())),
    )
