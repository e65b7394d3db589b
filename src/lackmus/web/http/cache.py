"""What took long to work out is kept in memory while the workspace stays as it is."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar, cast

_Made = TypeVar("_Made")


@dataclass
class _Slot:
    lock: Lock = field(default_factory=Lock)
    made: bool = False
    value: object = None


class Kept:
    """The latest few answers; whoever asks for the same at the same time waits instead of working twice."""

    def __init__(self, most: int = 12) -> None:
        self._most = most
        self._lock = Lock()
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """What was made for this key (which must name the revision that it rests on), else made now."""
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        with slot.lock:
            if not slot.made:
                slot.value, slot.made = make(), True
            return cast("_Made", slot.value)

    def has(self, key: Hashable) -> bool:
        """Whether an answer for this key is there already."""
        with self._lock:
            slot = self._slots.get(key)
        return slot is not None and slot.made
