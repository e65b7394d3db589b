"""Cached numbers that may be some minutes old if they are slow to compute."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import TypeVar, cast

_Made = TypeVar("_Made")
LONG = 1.0  # seconds of computing from which on older results are shown
_LASTS = 60  # times as long as it took to compute


@dataclass
class _StaleValue:
    lock: Lock = field(default_factory=Lock)
    token: str | None = None
    value: object = None
    took: float = 0.0
    at: float = 0.0


class StaleCache:
    """The latest result of each kind; during review the revision changes every second."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._seen: dict[Hashable, _StaleValue] = {}

    def get(self, key: Hashable, token: str, make: Callable[[], _Made]) -> _Made:
        """The result of this revision, or a slightly older one if it is slow; otherwise computed now."""
        with self._lock:
            seen = self._seen.setdefault(key, _StaleValue())
        with seen.lock:
            young = seen.took >= LONG and self._clock() - seen.at < _LASTS * seen.took
            if seen.token is None or (seen.token != token and not young):
                start = self._clock()
                seen.value = make()
                seen.at = self._clock()
                seen.token, seen.took = token, seen.at - start
            return cast("_Made", seen.value)
