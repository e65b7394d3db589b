"""Who has tried to log in in vain: after a few attempts one waits, so that nobody can try out passwords."""

import ipaddress
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from time import monotonic

WITHIN = 15 * 60.0  # seconds
OF_NAME, OF_ADDRESS = 5, 20
_MOST = 20_000  # names and addresses that are remembered
_AT_ONCE = 2  # passwords that are looked at: each takes 64 MB


class Attempts:
    """The vain attempts of the last quarter of an hour, by name and by address."""

    def __init__(self, clock: Callable[[], float] = monotonic, most: int = _MOST) -> None:
        self._clock, self._most = clock, most
        self._lock = Lock()
        self._vain: OrderedDict[tuple[str, str], deque[float]] = OrderedDict()
        self._looking = BoundedSemaphore(_AT_ONCE)

    def begin(self, name: str, address: str) -> float:
        """0 if one may try, which counts as vain until it succeeds; else how many seconds one must wait."""
        now = self._clock()
        with self._lock:
            wait = 0.0
            for key, most in _keys(name, address):
                times = self._vain.get(key, deque())
                while times and times[0] <= now - WITHIN:
                    times.popleft()
                if len(times) >= most:
                    wait = max(wait, times[len(times) - most] + WITHIN - now)
            if wait:
                return wait
            for key, _ in _keys(name, address):
                self._vain.setdefault(key, deque()).append(now)
                self._vain.move_to_end(key)
            while len(self._vain) > self._most:
                self._vain.popitem(last=False)
            return 0.0

    def succeed(self, name: str, address: str) -> None:
        """It was the right password: the name starts afresh, and the address is not blamed for this one."""
        (of_name, _), (of_address, _) = _keys(name, address)
        with self._lock:
            self._vain.pop(of_name, None)
            times = self._vain.get(of_address)
            if times:
                times.pop()

    def forgive(self, name: str) -> None:
        """An admin gave them another password: they need not wait, and what was tried is tried in vain."""
        with self._lock:
            self._vain.pop(_keys(name, "")[0][0], None)

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Few passwords are looked at at a time, or whoever tries many would take all the memory."""
        with self._looking:
            yield


def _keys(name: str, address: str) -> tuple[tuple[tuple[str, str], int], tuple[tuple[str, str], int]]:
    return (("name", name.strip()[:500]), OF_NAME), (("address", _network(address)), OF_ADDRESS)


def _network(address: str) -> str:
    """Who has an address of IPv6 has all that begin alike."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)
