"""How fast an engine is asked: as fast as it accepts, and slower after a refusal (HTTP 429)."""

from collections import deque
from collections.abc import Callable
from math import sqrt

# After a refusal the rate starts just below the last accepted one, soon comes near it, stays there for a
# while, and only then grows faster and faster: the curve of CUBIC (RFC 9438), here for requests per second.
# The longer it goes well, the longer it takes until a higher rate is tried.
_BELOW = 0.95  # of the last rate, right after the wait
_SOON, _LATE = 0.7, 8.0  # seconds until the last rate is reached again: at first, at most
_FEWER = 2 / 3  # requests in flight after a refusal
_CALM, _CALMEST = 4, 64  # answers for each of them until more are allowed: at first, at most
_RECENT = 32  # requests over which the rate is measured
_TROUBLE = 3  # failures in a row after which all wait, not only those that failed
_CAP = 8.0  # seconds of a back-off at most: a server that is back is found soon
_LATER = 0.1  # random part of a wait, so that clients do not all return at once


class RateLimiter:
    """Says when the next request may be sent. It has no clock: callers pass the time in seconds."""

    def __init__(self, most: int, first: float, chance: Callable[[], float], begun: float = 0.0) -> None:
        """At most so many at a time; `first` is the first back-off, `chance` gives numbers from 0 to 1."""
        self._most = self._window = max(1, most)
        self._first, self._chance = first, chance
        self._answers, self._calm = 0, _CALM
        self._peak: float | None = None  # requests per second; None until the first refusal
        self._plateau = _SOON
        self._next = begun  # when the next request is due
        self._closed = begun  # until then nothing is sent
        self._opened = begun  # start of the measured period
        self._taken = 0  # requests accepted in it
        self._lately: deque[float] = deque(maxlen=_RECENT)  # when the last ones were sent
        # When the rate was last lowered, and when trouble was noticed: failures of earlier requests add
        # nothing.
        self._slowed = self._warned = begun
        self._refused = 0  # refusals in a row
        self._failed = 0  # other failures in a row

    @property
    def refusals(self) -> int:
        """Failures in a row without an answer between; failures of simultaneous requests count once."""
        return self._refused + self._failed

    def room(self, in_flight: int) -> bool:
        """Whether one more may be in flight; while nothing is answered, only one."""
        return in_flight < (1 if self._failed >= _TROUBLE else self._window)

    def opens(self) -> float:
        """When the next request may be sent, if there is room."""
        return max(self._next, self._closed)

    def rest(self, now: float) -> float:
        """Seconds until anything may be sent, because the engine asked for it or fails."""
        return max(0.0, self._closed - now)

    def sent(self, now: float) -> None:
        """Record a sent request; the next one is due according to the rate."""
        self._lately.append(now)
        if self._peak is not None:
            away = (now - self._opened - self._plateau) / self._plateau
            apart = 1 / (self._peak * (1 + (1 - _BELOW) * away**3))
            self._next = max(self._next, now - 2 * apart) + apart  # a late request may catch up a little

    def answered(self) -> None:
        """Record an answer."""
        self._taken += 1
        self._refused = self._failed = 0
        self._answers += 1
        if self._window < self._most and self._answers >= self._calm * self._window:
            self._window, self._answers = self._window + 1, 0

    def failed(self, now: float, sent: float, after: float | None = None) -> None:
        """Record a failure that is no refusal; after several in a row all requests wait."""
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
        """Record a refusal: all requests wait, then fewer are sent, and more slowly."""
        if sent < self._slowed:  # sent before the rate was lowered
            if after is not None:
                self._close(now, self._later(after))
            return
        # A wait of 0 tells nothing: with a fast clock every date is past.
        wait = self._later(after) if after else self.back_off(self._refused)
        self._refused += 1
        self._window = max(1, int(self._window * _FEWER))
        self._answers, self._calm = 0, min(2 * self._calm, _CALMEST)
        lasted = max(now - self._opened, 1e-3)
        if self._peak is not None and lasted > self._plateau:
            self._plateau = min(2 * self._plateau, _LATE)
        if self._taken:
            # The right rate lies between the accepted one, wait included, and the refused one.
            lately = len(self._lately) / max(now - self._lately[0], 1e-3)
            self._peak = sqrt(self._taken / (lasted + wait) * max(lately, self._taken / lasted))
        elif self._peak is not None:
            self._peak /= 2
        self._close(now, wait)
        self._slowed = self._opened = self._next = now + wait
        self._taken = 0
        self._lately.clear()

    def back_off(self, tried: int) -> float:
        """Seconds to wait after so many failed tries: doubled each time, with a random part."""
        return min(_CAP, self._first * 2.0 ** min(tried, 32)) * (0.5 + 0.5 * self._chance())

    def _later(self, after: float) -> float:
        return after + min(1.0, _LATER * after) * self._chance()

    def _close(self, now: float, wait: float) -> None:
        """Send nothing for a while; this time does not count when the rate is measured."""
        self._opened += max(0.0, now + wait - max(now, self._closed))
        self._closed = max(self._closed, now + wait)
