"""Real servers on this machine that answer as providers document it, or fail as networks fail."""

import json
import socket
import struct
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, cast
from urllib.parse import parse_qs, urlsplit

from jsonschema import Draft202012Validator

_DROP = 0.05  # seconds between two bytes of a trickle
_HUGE = 10 * 2**20


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    method: str
    path: str  # as written, without the query
    query: dict[str, list[str]]
    headers: dict[str, str]  # names in small letters
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON; a ValueError where it is none."""
        return json.loads(self.body)

    @property
    def form(self) -> dict[str, list[str]]:
        """The body as a form."""
        return parse_qs(self.body.decode(), keep_blank_values=True)


@dataclass(frozen=True)
class Answer:
    """What goes back: dicts and lists as JSON, texts and bytes as they are."""

    status: int = 200
    body: bytes | dict[str, Any] | list[Any] | str = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()

    @property
    def all_headers(self) -> dict[str, str]:
        kind = "application/json" if isinstance(self.body, dict | list) else "text/plain; charset=utf-8"
        return {"Content-Type": kind, **self.headers, "Content-Length": str(len(self.content))}


class Fault(Enum):
    """What happens to an answer on its way."""

    DIE_AT_ONCE = auto()  # the connection is reset before anything is said
    DIE_HALF_WAY = auto()  # headers and half of the body, then a reset
    SILENT = auto()  # nothing, for as long as the server lives
    TRICKLE = auto()  # a byte every 50 ms
    MALFORMED = auto()  # 200, and half of the JSON
    HUGE = auto()  # 10 MB
    THROTTLE = auto()  # what the provider's `throttled` says


class Provider(ABC):
    """A provider as its documentation describes it; one subclass each.

    Every request goes through `answer`, also when a fault takes the place of what it returns: so every one is
    checked. What only counts when the whole answer leaves belongs into `delivered`.
    """

    SCHEMA: ClassVar[dict[str, Any]] = {}  # of a request's body

    def __init__(self) -> None:
        self.problems: list[str] = []

    @abstractmethod
    def answer(self, request: Asked) -> Answer:
        """What the documentation says: looks at method, path, headers, key and body."""

    def throttled(self) -> Answer:
        """What it says to too many requests."""
        return Answer(429, {"message": "Too many requests"}, {"Retry-After": "2"})

    def delivered(self, request: Asked, answer: Answer) -> None:  # noqa: B027  (few count)
        """The whole answer leaves (one request at a time comes here)."""

    def wrong(self, what: str) -> None:
        """A request breaks the protocol; tests assert that none did."""
        self.problems.append(what)

    def fits(self, request: Asked, schema: Mapping[str, Any] | None = None) -> bool:
        """Whether a body is as documented; what is not is noted."""
        try:
            sent = request.json
        except ValueError as problem:
            self.wrong(f"{request.method} {request.path}: the body is no JSON ({problem})")
            return False
        found = [
            f"{request.method} {request.path}: {problem.json_path}: {problem.message}"
            for problem in Draft202012Validator(self.SCHEMA if schema is None else schema).iter_errors(sent)
        ]
        self.problems += found
        return not found


@dataclass
class Serving:
    """A server while it runs."""

    url: str
    problems: list[str]  # whatever broke the protocol
    asked: list[Asked] = field(default_factory=list)  # every request
    answered: list[Asked] = field(default_factory=list)  # those whose answer left as a whole, with status 200
    connections: int = 0


def pseudo(text: str, target: str) -> str:
    """A translation that nobody ever wrote: each line of its own, so that order and shifts show."""
    return "\n".join(
        f"{target} " + " ".join(word[::-1] for word in line.split(" ")) for line in text.split("\n")
    )


@contextmanager
def serving(provider: Provider, faults: Sequence[Fault | Answer | None] = ()) -> Iterator[Serving]:
    """Serve on a free port of this machine; faults come one a request, in order, and then none."""
    server = _Server(provider, faults)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server.serving
    finally:
        server.end()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, provider: Provider, faults: Sequence[Fault | Answer | None]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.provider = provider
        self.faults = deque(faults)
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.open: set[socket.socket] = set()
        self.serving = Serving(f"http://127.0.0.1:{self.server_port}", provider.problems)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.lock:
            self.open.add(request)
            self.serving.connections += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self.lock:
            self.open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        import sys

        problem = sys.exception()
        if not isinstance(problem, ConnectionError):  # whoever asked may leave before the end
            self.provider.wrong(f"the server itself failed: {problem!r}")

    def end(self) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()
        with self.lock:
            left = list(self.open)
        for connection in left:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def _server(self) -> _Server:
        return cast(_Server, self.server)

    def log_message(self, format: str, *args: Any) -> None:
        """Tests print nothing."""

    def _handle(self) -> None:
        parts = urlsplit(self.path)
        asked = Asked(
            self.command,
            parts.path,
            parse_qs(parts.query, keep_blank_values=True),
            {name.lower(): value for name, value in self.headers.items()},
            self.rfile.read(int(self.headers.get("Content-Length", 0))),
        )
        server = self._server
        with server.lock:
            server.serving.asked.append(asked)
            fault = server.faults.popleft() if server.faults else None
        answer = server.provider.answer(asked)
        match fault:
            case Answer():
                answer = fault
            case Fault.THROTTLE:
                answer = server.provider.throttled()
            case Fault.MALFORMED:
                answer = Answer(
                    200, answer.content[: len(answer.content) // 2], {"Content-Type": "application/json"}
                )
            case Fault.HUGE:
                answer = Answer(200, b'"' + b"x" * _HUGE + b'"', {"Content-Type": "application/json"})
            case Fault.DIE_AT_ONCE:
                return self._reset()
            case Fault.SILENT:
                server.over.wait()
                return self._reset()
        self.send_response(answer.status)
        for name, value in answer.all_headers.items():
            self.send_header(name, value)
        self.end_headers()
        if fault is Fault.DIE_HALF_WAY:
            self.wfile.write(answer.content[: len(answer.content) // 2])
            return self._reset()
        if fault is Fault.TRICKLE:
            return self._trickle(answer.content)
        # Noted first: whoever has read the answer may look at once. What then does not leave is taken back.
        whole = answer.status == 200 and not isinstance(fault, Fault)
        with server.lock:
            server.serving.answered += [asked] if whole else []
            server.provider.delivered(asked, answer)
        try:
            self.wfile.write(answer.content)
        except ConnectionError:
            with server.lock:
                server.serving.answered = [one for one in server.serving.answered if one is not asked]
            raise
        return None

    do_GET = do_POST = do_PUT = do_DELETE = _handle  # noqa: N815  (names of http.server)

    def _trickle(self, content: bytes) -> None:
        for byte in content:
            if self._server.over.wait(_DROP):
                return self._reset()
            self.wfile.write(bytes([byte]))
        return None

    def _reset(self) -> None:
        """An end without good-bye: what was not yet read is lost too."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.rfile.close()
        self.connection.close()
