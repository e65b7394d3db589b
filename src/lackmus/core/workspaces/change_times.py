"""When changes happened, corrected for wrong clocks.

Changes are numbered in the order in which they were made; each has the time of the machine that made it.
Times that do not fit that order come from a wrong clock.
"""

from bisect import bisect_right
from collections.abc import Sequence


def settled_times(times: Sequence[str]) -> list[str]:
    """Return the times of changes in their order, without those of a wrong clock: they never go back.

    As many changes as possible keep their times. If a clock was behind, its change gets the time of the
    change before; if it was ahead, that of the change after.
    """
    settled, fitting = list(times), _fitting(times)
    earlier = ""
    for place, time in enumerate(times):
        if place in fitting:
            earlier = time
        elif time < earlier:
            settled[place] = earlier
    for place in reversed(range(len(settled) - 1)):
        settled[place] = min(settled[place], settled[place + 1])
    return settled


def _fitting(times: Sequence[str]) -> set[int]:
    """Indices of the longest sequence of times that never goes back."""
    ends: list[str] = []  # the earliest end of a sequence of each length
    last: list[int] = []  # the index of that end
    before: list[int] = []
    for place, time in enumerate(times):
        many = bisect_right(ends, time)
        before.append(last[many - 1] if many else -1)
        ends[many : many + 1], last[many : many + 1] = [time], [place]
    found: set[int] = set()
    place = last[-1] if last else -1
    while place >= 0:
        found.add(place)
        place = before[place]
    return found
