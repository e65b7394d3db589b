"""How fast an engine is asked: as fast as it takes it, and slower once it says that it is too much."""

from collections import deque
from collections.abc import Callable
from math import sqrt

# After “too much” the pace starts below what was taken last, soon comes near it, stays there for a while and
# only then tries for more, faster and faster: the curve of CUBIC (RFC 9438), here of requests a second. The
# longer that went well, the longer is the time until it is tried again.
_BELOW = 0.95  # of the last pace, right after the wait
_SOON, _LATE = 0.7, 8.0  # seconds until the last pace is reached again: at first, at most
_FEWER = 2 / 3  # in flight after “too much” …
_CALM, _CALMEST = 4, 64  # … until so many answers for each of them have come: at first, at most
_LATELY = 32  # requests by which the pace of the moment is measured
_TROUBLE = 3  # failures in a row after which all wait, not only those that failed
_CAP = 8.0  # seconds of a back-off at most: a server that is back is found soon
_LATER = 0.1  # of a wait at most: several that were told the same moment do not come all at once


class Pace:
    """When the next request may be sent. It has no clock: whoever asks says what time it is, in seconds."""

    def __init__(self, most: int, first: float, chance: Callable[[], float], begun: float = 0.0) -> None:
        """At most so many at a time; `first` is the first back-off, `chance` gives numbers from 0 to 1."""
        self._most = self._window = max(1, most)
        self._first, self._chance = first, chance
        self._answers, self._calm = 0, _CALM
        self._peak: float | None = None  # requests a second; unknown as long as all are taken
        self._plateau = _SOON
        self._next = begun  # when the pace allows one more
        self._closed = begun  # until then nobody sends anything
        self._opened = begun  # since then …
        self._taken = 0  # … so many were taken
        self._lately: deque[float] = deque(maxlen=_LATELY)  # when the last ones were sent
        # Since when it is known that it is too much, or that something is wrong: what was sent before that
        # and fails as well is no news.
        self._slowed = self._warned = begun
        self._refused = 0  # “too much” in a row
        self._failed = 0  # other failures in a row

    @property
    def refusals(self) -> int:
        """Failures in a row without any answer between; those that were on their way together are one."""
        return self._refused + self._failed

    def room(self, in_flight: int) -> bool:
        """Whether one more may be on its way; where nothing is answered, one alone tries."""
        return in_flight < (1 if self._failed >= _TROUBLE else self._window)

    def opens(self) -> float:
        """When the next request may be sent, if there is room."""
        return max(self._next, self._closed)

    def rest(self, now: float) -> float:
        """Seconds for which nobody sends anything, because the engine said so or is in trouble."""
        return max(0.0, self._closed - now)

    def sent(self, now: float) -> None:
        """A request is on its way; the next follows as the pace has it."""
        self._lately.append(now)
        if self._peak is not None:
            away = (now - self._opened - self._plateau) / self._plateau
            apart = 1 / (self._peak * (1 + (1 - _BELOW) * away**3))
            self._next = max(self._next, now - 2 * apart) + apart  # who is a little late may catch up

    def answered(self) -> None:
        """A request was answered: the engine is there, and takes what it gets."""
        self._taken += 1
        self._refused = self._failed = 0
        self._answers += 1
        if self._window < self._most and self._answers >= self._calm * self._window:
            self._window, self._answers = self._window + 1, 0

    def failed(self, now: float, sent: float, after: float | None = None) -> None:
        """A request of that time failed: no matter of pace, but after several in a row everybody waits."""
        if sent >= self._warned:
            self._warned = now
            self._failed += 1
            if self._failed < _TROUBLE:
                self._taken += 1
            else:
                self._close(now, self.back_off(self._failed - _TROUBLE - 2))
        if after is not None:
            self._close(now, self._later(after))

    def busy(self, now: float, sent: float, after: float | None = None) -> None:
        """The engine says that it is too much: all wait, then fewer come, and more slowly."""
        if sent < self._slowed:  # nobody knew it yet
            if after is not None:
                self._close(now, self._later(after))
            return
        # No time at all says nothing: by a clock that is fast, every date is over.
        wait = self._later(after) if after else self.back_off(self._refused)
        self._refused += 1
        self._window = max(1, int(self._window * _FEWER))
        self._answers, self._calm = 0, min(2 * self._calm, _CALMEST)
        lasted = max(now - self._opened, 1e-3)
        if self._peak is not None and lasted > self._plateau:
            self._plateau = min(2 * self._plateau, _LATE)
        if self._taken:
            # The truth lies between what the engine gave over time, with the wait, and what was too much.
            lately = len(self._lately) / max(now - self._lately[0], 1e-3)
            self._peak = sqrt(self._taken / (lasted + wait) * max(lately, self._taken / lasted))
        elif self._peak is not None:
            self._peak /= 2
        self._close(now, wait)
        self._slowed = self._opened = self._next = now + wait
        self._taken = 0
        self._lately.clear()

    def back_off(self, tried: int) -> float:
        """Seconds to wait after so many tries that failed: doubled each time, never twice the same."""
        return min(_CAP, self._first * 2.0 ** min(tried, 32)) * (0.5 + 0.5 * self._chance())

    def _later(self, after: float) -> float:
        return after + min(1.0, _LATER * after) * self._chance()

    def _close(self, now: float, wait: float) -> None:
        """Nobody sends anything for a while, which does not count when the pace is measured."""
        self._opened += max(0.0, now + wait - max(now, self._closed))
        self._closed = max(self._closed, now + wait)
