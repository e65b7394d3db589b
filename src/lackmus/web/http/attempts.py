"""Slow down password guessing without locking out people with the right password.

Wrong guesses are counted by address and name together. The first five cost nothing; then each doubles the
pause before the next, from a second to a minute. A request that comes too early is answered at once (429 with
Retry-After) and is not counted. Two ceilings stop guessing in bulk:

- An address with a hundred wrong guesses, at any names, also pauses between any two. People who have
  logged in from there before are not delayed.
- A name at which a hundred wrong guesses were made, from any addresses, leaves every address one guess
  before the pauses begin. So an attacker with many addresses gets one guess from each, and the right password
  still opens at once from any address that has not just guessed wrong.

Guesses are forgotten after a quarter of an hour without another, and those of an address at a name with the
right password. Memory is bounded: the oldest go first.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from time import monotonic

WITHIN = 15 * 60.0  # seconds after which wrong guesses are forgotten
FREE = 5  # guesses of an address at a name before the pauses begin
CEILING = 100  # guesses of an address at all names, or of all addresses at a name
LONGEST = 60.0  # seconds between two guesses
_MOST = 20_000  # remembered entries
_AT_ONCE = 2  # passwords checked at a time: each takes 64 MB

Key = tuple[str, str, str]


@dataclass
class _Guesses:
    """Wrong guesses: number and time of the last."""

    many: int = 0
    at: float = 0.0


class Attempts:
    """Wrong guesses of the last quarter of an hour, and addresses with successful log-ins."""

    def __init__(self, clock: Callable[[], float] = monotonic, most: int = _MOST) -> None:
        self._clock, self._most = clock, most
        self._lock = Lock()
        self._wrong: OrderedDict[Key, _Guesses] = OrderedDict()
        self._known: OrderedDict[Key, None] = OrderedDict()
        self._looking = BoundedSemaphore(_AT_ONCE)

    def begin(self, name: str, address: str) -> float:
        """Return 0 if a try is allowed, which counts as wrong until it succeeds, else the seconds to wait."""
        now = self._clock()
        both, of_address, of_name = _keys(name, address)
        with self._lock:
            free = 1 if self._many(of_name, now) >= CEILING else FREE
            wait = self._wait(both, free, now)
            if both not in self._known:
                wait = max(wait, self._wait(of_address, CEILING, now))
            if wait > 0:
                return wait
            for key in (both, of_address, of_name):
                self._count(key, now)
            return 0.0

    def succeed(self, name: str, address: str) -> None:
        """Forget the guesses of this address at this name after a correct password."""
        both, of_address, of_name = _keys(name, address)
        with self._lock:
            self._wrong.pop(both, None)
            for key in (of_address, of_name):
                if key in self._wrong:
                    self._wrong[key].many -= 1
            self._known[both] = None
            self._known.move_to_end(both)
            while len(self._known) > self._most:
                self._known.popitem(last=False)

    def forgive(self, name: str) -> None:
        """Forget all guesses at a name, because an admin has set a new password."""
        called = _called(name)
        with self._lock:
            for key in [key for key in self._wrong if key[0] != "address" and key[1] == called]:
                del self._wrong[key]

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Limit the number of simultaneous password checks: each takes much memory."""
        with self._looking:
            yield

    def _many(self, key: Key, now: float) -> int:
        found = self._wrong.get(key)
        return found.many if found and now - found.at < WITHIN else 0

    def _wait(self, key: Key, free: int, now: float) -> float:
        """Seconds until the next guess of this kind is allowed."""
        over = self._many(key, now) - free
        if over < 0:
            return 0.0
        pause = LONGEST if over > 10 else min(LONGEST, 2.0**over)
        return max(0.0, self._wrong[key].at + pause - now)

    def _count(self, key: Key, now: float) -> None:
        many = self._many(key, now)
        self._wrong[key] = _Guesses(many + 1, now)
        self._wrong.move_to_end(key)
        while len(self._wrong) > self._most:
            self._wrong.popitem(last=False)


def _called(name: str) -> str:
    return name.strip()[:500]


def _keys(name: str, address: str) -> tuple[Key, Key, Key]:
    called, network = _called(name), _network(address)
    return ("both", called, network), ("address", "", network), ("name", called, "")


def _network(address: str) -> str:
    """The network of an IPv6 address, which one machine has to itself; other addresses unchanged."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)
