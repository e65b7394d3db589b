"""Start the server: for one person on their own machine, or for a team that logs in."""

import gc
import ipaddress
import socket
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import uvicorn

from lackmus.errors import LackmusError
from lackmus.flows import accounts, boards, people
from lackmus.flows.reviews import Scope
from lackmus.flows.workspaces import Desk
from lackmus.web.app import create_app
from lackmus.web.served import Served

LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Address:
    """Where the server listens, and how it may be called."""

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()  # beside those of this machine, such as that of a proxy
    secure: bool = False  # visitors come by https, through a proxy

    @property
    def local(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def public(self) -> str:
        """Under what others can reach it, if they can; who names a proxy means to be reached through it."""
        if not self.local:
            return self.host
        return ", ".join(self.names) or ("A server behind https" if self.secure else "")


def serve(
    desk: Desk, address: Address, create: bool = False, started: Callable[[str, bool], None] | None = None
) -> None:
    """Serve a workspace until somebody ends it; `started` learns the address and whether one must log in."""
    gc.enable()  # a server lives long, unlike a command
    with (
        closing(desk.open(create)) as workspace,
        TemporaryDirectory(prefix="lackmus-") as folder,
        closing(_listening(address)) as listening,
    ):
        own = replace(desk, opened=workspace)
        login = accounts.any_accounts(own)
        if address.public and not login:
            raise LackmusError(
                f"{address.public} can be reached by others, and nobody has an account yet, so that "
                "everybody could change everything. Make one first: "
                "lackmus user add NAME --role admin --password."
            )
        if not login:
            with suppress(LackmusError):  # a workspace that can only be read
                people.alone(own)
        hosts: Sequence[str] = (*LOCAL, address.host, *address.names) if address.local else address.names
        served = Served(own, Path(folder), None if login else desk.who, tuple(hosts), address.secure)
        _ = served.key  # read while the workspace is surely there: even a page that says it is gone has forms
        config = uvicorn.Config(
            create_app(served),
            log_level="warning",
            server_header=False,
            # Who asks is known from a proxy on this machine only; others could say what they like.
            proxy_headers=True,
            forwarded_allow_ips=["127.0.0.1", "::1"],
            timeout_graceful_shutdown=5,
        )
        Thread(target=_warm, args=(own,), daemon=True).start()
        if started is not None:
            port = listening.getsockname()[1]
            shown = f"[{address.host}]" if ":" in address.host else address.host
            started(f"http://{shown}:{port}/", login)
        with closing(served.worker):
            with suppress(LackmusError):
                served.worker.go_on()
            _Server(config, served).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Tells those who wait for news that none will come: an open stream must not hold up the end."""

    def __init__(self, config: uvicorn.Config, served: Served) -> None:
        super().__init__(config)
        self._served = served

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """As soon as it is to end."""
        self._served.ending.set()
        await super().shutdown(sockets)


def _warm(desk: Desk) -> None:
    """Load the newest campaign already, so that the first visitor need not wait for it."""
    with suppress(LackmusError):  # whatever is wrong is told to whoever asks
        boards.choices(desk, Scope())


def _listening(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # TCP is said by name: only then does asyncio send small answers at once, not after 40 ms (Nagle's rule).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address.host, address.port))
        listening.listen(128)
    except OSError as problem:
        listening.close()
        raise LackmusError(
            f"{address.host}:{address.port} cannot be used ({problem.strerror or problem}). "
            "Choose another port: --port 8001, or --port 0 for any that is free."
        ) from None
    return listening
