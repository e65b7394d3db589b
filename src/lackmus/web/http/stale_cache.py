"""Numbers at a glance: where they take long to make, some minutes old is good enough."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import TypeVar, cast

_Made = TypeVar("_Made")
LONG = 1.0  # seconds of making from which on visitors rather see what was made a while ago
_LASTS = 60  # times as long as it took to make


@dataclass
class _Seen:
    lock: Lock = field(default_factory=Lock)
    token: str | None = None
    value: object = None
    took: float = 0.0
    at: float = 0.0


class Glances:
    """The latest of each kind; while people review, every second brings a new revision."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._seen: dict[Hashable, _Seen] = {}

    def get(self, key: Hashable, token: str, make: Callable[[], _Made]) -> _Made:
        """What was made at this revision, or shortly before if making takes long; else made now."""
        with self._lock:
            seen = self._seen.setdefault(key, _Seen())
        with seen.lock:
            young = seen.took >= LONG and self._clock() - seen.at < _LASTS * seen.took
            if seen.token is None or (seen.token != token and not young):
                start = self._clock()
                seen.value = make()
                seen.at = self._clock()
                seen.token, seen.took = token, seen.at - start
            return cast("_Made", seen.value)
