"""Start the server: for one person on their own machine, or for a team that logs in."""

import ipaddress
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from threading import Thread
from types import FrameType

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from lackmus.errors import LackmusError
from lackmus.flows.workspaces import accounts, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.app import create_app
from lackmus.web.http.assets import need_packages
from lackmus.web.http.server_folders import server_folder
from lackmus.web.http.warmup import warm_up, warming
from lackmus.web.served import Served

LOCAL = ("localhost", "127.0.0.1", "::1")
TIMEOUT = 10.0  # seconds that a request waits for other writers: browsers give up after twenty


@dataclass(frozen=True)
class Address:
    """The address of the server, and its host names."""

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()  # further host names, such as that of a proxy
    secure: bool = False  # users come by https, through a proxy
    proxies: tuple[str, ...] = ()  # addresses or networks of trusted proxies

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
        """The address under which others can reach it, if they can; a proxy implies that."""
        if not self.local:
            return self.host
        behind = "A server behind https" if self.secure else "A server behind a proxy" if self.proxies else ""
        return ", ".join(self.names) or behind

    @property
    def trusted(self) -> list[str]:
        """The networks of the proxies, normalised."""
        try:
            return [str(ipaddress.ip_network(one.strip(), strict=False)) for one in self.proxies]
        except ValueError as problem:
            raise LackmusError(
                f"{problem}. Name the proxy by its address (127.0.0.1) or a network (10.0.0.0/8).",
                argument="proxy",
            ) from None


def serve(
    desk: Desk, address: Address, create: bool = False, started: Callable[[str, bool], None] | None = None
) -> None:
    """Serve a workspace until the server is ended; `started` gets the URL and whether log-in is needed."""
    trusted = address.trusted
    need_packages()
    with (
        closing(desk.open(create)) as workspace,
        server_folder() as folder,
        closing(_listening(address)) as listening,
    ):
        workspace.patience = TIMEOUT
        own = replace(desk, opened=workspace)
        login = accounts.any_accounts(own)
        if address.public and not login:
            raise LackmusError(
                f"{address.public} can be reached by others, and there is no account yet, so that "
                "everybody could change everything. Make one first: "
                "lackmus user add NAME --role admin --password."
            )
        if not login:
            with suppress(LackmusError):  # a read-only workspace
                people.alone(own)
        hosts: Sequence[str] = (*LOCAL, address.host, *address.names) if address.local else address.names
        served = Served(own, folder, None if login else desk.who, tuple(hosts), address.secure)
        _ = served.key  # read while the workspace is available: even error pages have forms
        app = create_app(served)
        config = uvicorn.Config(
            app,
            log_level="warning",
            server_header=False,
            # Client addresses are believed only from the named proxies.
            proxy_headers=bool(trusted),
            forwarded_allow_ips=trusted,
            timeout_graceful_shutdown=5,
        )
        if started is not None:
            port = listening.getsockname()[1]
            shown = f"[{address.host}]" if ":" in address.host else address.host
            started(f"http://{shown}:{port}/", login)
        with closing(served.worker):
            with suppress(LackmusError):
                served.worker.go_on()
            _Server(config, served, warming(app, own)).run(sockets=[listening])
        workspace.finish(TIMEOUT)


class _Server(uvicorn.Server):
    """Ends in order: open streams end first, then everything is closed."""

    def __init__(self, config: uvicorn.Config, served: Served, steps: Iterator[None]) -> None:
        super().__init__(config)
        self._served = served
        told = (steps, served.ending, lambda: bool(self.server_state.tasks))
        self._warm_up = Thread(target=warm_up, args=told, name="lackmus warm-up", daemon=True)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Also end on SIGHUP, when a terminal is closed, unless it is ignored (nohup).

        SIGTERM is the regular way to end a server and no failure: only Ctrl-C is passed on to the command.
        """
        if threading.current_thread() is not threading.main_thread():
            yield  # no other thread hears signals
            return
        interrupts = 0

        def end(number: int, frame: FrameType | None) -> None:
            nonlocal interrupts
            interrupts += number == signal.SIGINT
            self.handle_exit(number, frame)

        numbers = [*HANDLED_SIGNALS]
        hangup = getattr(signal, "SIGHUP", None)
        if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:
            numbers.append(hangup)
        before = {number: signal.signal(number, end) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        for _ in range(interrupts):
            signal.raise_signal(signal.SIGINT)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start answering, and load in the background what first requests need."""
        await super().startup(sockets)
        self._warm_up.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams and background work as soon as the server is to end."""
        self._served.ending.set()
        await super().shutdown(sockets)
        self._warm_up.join(TIMEOUT)  # it stops after its current step; then the workspace is closed


def _listening(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # TCP is named explicitly: only then does asyncio disable Nagle's algorithm, which delays small answers by
    # 40 ms.
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
