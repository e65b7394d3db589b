"""Many numbers in few characters: 12-40,45."""

import re
from collections.abc import Iterable

from lackmus.core.base.exceptions import Sendable

_PART = re.compile(r"\s*([0-9]{1,10})(?:\s*-\s*([0-9]{1,10}))?\s*")


class RangeError(Sendable, ValueError):
    """This does not write numbers."""


def ranges_of(written: str) -> list[tuple[int, int]]:
    """The first and the last number of each range; ranges stay unfolded, since one may be of any size."""
    found = []
    for part in written.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise RangeError(f"“{part.strip()[:40]}” is no number. Write numbers and ranges: 12-40,45")
        first = int(match[1])
        last = int(match[2]) if match[2] else first
        if last < first:
            raise RangeError(f"“{part.strip()}” ends before it begins. Write {last}-{first}")
        found.append((first, last))
    return found


def written_ranges(numbers: Iterable[int]) -> str:
    """Numbers as `ranges_of` reads them, in ascending order."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in runs)
