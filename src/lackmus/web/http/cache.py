"""Cache slow results while the workspace stays unchanged."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar, cast

_Made = TypeVar("_Made")


@dataclass
class _CacheSlot:
    lock: Lock = field(default_factory=Lock)
    made: bool = False
    value: object = None


class AnswerCache:
    """The latest results; simultaneous requests for the same one wait instead of computing it twice."""

    def __init__(self, most: int = 12) -> None:
        self._most = most
        self._lock = Lock()
        self._slots: OrderedDict[Hashable, _CacheSlot] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """The cached result for a key (which must include the revision), otherwise computed now."""
        with self._lock:
            slot = self._slots.setdefault(key, _CacheSlot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        with slot.lock:
            if not slot.made:
                slot.value, slot.made = make(), True
            return cast("_Made", slot.value)

    def has(self, key: Hashable) -> bool:
        """Whether a result for this key is cached."""
        with self._lock:
            slot = self._slots.get(key)
        return slot is not None and slot.made
