"""A time limit for a whole request: libraries limit the wait for each piece, and pieces may trickle.

The only module that uses private names of httpx2: publicly a client takes either a network of ours or the
proxies that the environment names, not both.
"""

import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx2


class Deadline(threading.local):
    """The time at which the current request of this thread must end."""

    over = float("inf")


def limit(client: "httpx2.Client", seconds: float) -> None:
    """Limit every request of a client, also its headers, to so many seconds."""
    deadline = Deadline()

    def begin(_: "httpx2.Request") -> None:
        deadline.over = time.monotonic() + seconds

    client.event_hooks = {"request": [begin]}
    for transport in (client._transport, *client._mounts.values()):  # the latter are proxies
        pool: Any = getattr(transport, "_pool", None)
        if pool is not None:
            pool._network_backend = _Network(pool._network_backend, deadline)


class _Network:
    """A network backend whose streams respect the deadline."""

    def __init__(self, network: Any, deadline: Deadline) -> None:
        self._network, self._deadline = network, deadline

    def connect_tcp(self, *where: Any, **how: Any) -> "_Stream":
        return _Stream(self._network.connect_tcp(*where, **how), self._deadline)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._network, name)


class _Stream:
    """A connection that is not read after the deadline."""

    def __init__(self, stream: Any, deadline: Deadline) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = self._deadline.over - time.monotonic()
        if left <= 0:
            from httpcore2 import ReadTimeout

            raise ReadTimeout("the whole answer took too long")
        found: bytes = self._stream.read(max_bytes, left if timeout is None else min(timeout, left))
        return found

    def start_tls(self, *how: Any, **more: Any) -> "_Stream":
        return _Stream(self._stream.start_tls(*how, **more), self._deadline)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
