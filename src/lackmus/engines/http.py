"""Shared by engines over HTTP: one connection pool, a time limit for whole answers, clear errors."""

import ipaddress
import threading
from abc import abstractmethod
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict, Unpack
from urllib.parse import urlsplit

from lackmus.engines.deadlines import limit
from lackmus.engines.errors import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    TooLongError,
    UnreachableError,
)
from lackmus.engines.keys import Keys
from lackmus.engines.protocol import Engine
from lackmus.errors import Argument, LackmusError
from lackmus.machine.options import Option, is_number, number

if TYPE_CHECKING:
    import ssl

    import httpx2

LARGEST = 8 * 2**20  # bytes of an answer; the largest batch is far smaller
TIMEOUT = Option("timeout", "seconds for which one answer may take", "60", counts=False)


def url_option(default: str, help: str = "address of the server", counts: bool = False) -> Option:
    """The option for an engine's address; it is trusted, since the key is sent there.

    It `counts` if other addresses have other models.
    """
    return Option("url", help, default, required=not default, counts=counts, trusted=True)


class RequestParts(TypedDict, total=False):
    """The parts of a request."""

    json: Any
    content: bytes
    data: Mapping[str, Any]
    params: Mapping[str, Any]
    headers: Mapping[str, str]


class HttpEngine(Engine):
    """An engine at an address. Redirects are not followed: a key goes to no other server."""

    URL: ClassVar[str] = ""  # its address, unless the option `url` is set

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        self._seconds = number({"timeout": TIMEOUT.default, **options}, "timeout", 3600)
        self._url = _address(options.get("url") or self.URL)
        self._client: httpx2.Client | None = None
        self._opening = threading.Lock()

    @property
    def url(self) -> str:
        """The server's address, without a final slash."""
        return self._url

    def identity(self) -> Mapping[str, str]:
        """An address that counts is the same with and without a final slash."""
        found = super().identity()
        return {**found, "url": self.url} if "url" in found else found

    def secret(self, name: str, required: bool = True) -> str | None:
        """A key to send to the server; refused over an unencrypted network."""
        found = self.keys.need(name) if required else self.keys.get(name)
        if found and self._url.startswith("http:") and not on_this_machine(self._url):
            raise KeyRefusedError(
                f"{self._where} is reached by http, and everybody on the way could read the key {name}.",
                "Use https.",
            )
        return found

    @abstractmethod
    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """The error for an answer other than 200; None if its status is enough. `body` is JSON or text."""

    def ask(self, method: str, path: str, **sent: Unpack[RequestParts]) -> Any:
        """Send a request below the address; returns the JSON answer, or raises the error."""
        return self.ask_fully(method, path, **sent)[0]

    def ask_fully(
        self, method: str, path: str, **sent: Unpack[RequestParts]
    ) -> tuple[Any, Mapping[str, str]]:
        """Send a request; returns the JSON answer and its headers."""
        status, told, body = self._sent(method, path, sent)
        if status == 200 and not isinstance(body, str):
            return body, told
        body = _scrubbed(body, self.keys.scrub)  # some servers quote the key in their messages
        if status == 200:
            raise BadReplyError(f"{self.LABEL} answered with something that is no JSON ({_short(body)}).")
        raise self.problem(status, body, told) or self._by_status(status, body, told)

    def _sent(self, method: str, path: str, sent: RequestParts) -> tuple[int, Mapping[str, str], Any]:
        import httpx2

        client = self._open()
        received = bytearray()
        try:
            with client.stream(method, f"{self._url}{path}", **sent) as answer:
                for piece in answer.iter_bytes():
                    received += piece
                    if len(received) > LARGEST:
                        raise BadReplyError(
                            f"{self.LABEL} sent more than {LARGEST // 2**20} MB. "
                            f"Is {self._where} the right address?"
                        )
            return answer.status_code, answer.headers, _parsed(bytes(received))
        except httpx2.TimeoutException:
            raise UnreachableError(
                f"{self.LABEL} did not answer within {self._seconds:g} seconds ({self._where}).",
                code="more-time",
                where=Argument("option"),
                how="timeout=…",
            ) from None
        except (httpx2.TransportError, httpx2.DecodingError) as problem:
            why = self.keys.scrub(str(problem)) or type(problem).__name__
            raise UnreachableError(f"{self.LABEL} cannot be reached at {self._where} ({why}).") from None

    @property
    def _where(self) -> str:
        """The server for messages: without path, user and password."""
        parts = urlsplit(self._url)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)

    def answered(self, status: int, body: Any) -> str:
        """The first sentence of an error: the server's message, in one line."""
        said = f"{self.LABEL} answered {status}"
        why = _short(body)
        return f"{said} ({why})." if why else f"{said}."

    def _by_status(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError:
        """The error by HTTP status alone."""
        said = self.answered(status, body)
        if status == 429:
            return BusyError(said, after=retry_after(headers))
        if status in (401, 403):
            return KeyRefusedError(said, "Check the key, and that it may be used for this.")
        if status in (413, 414):
            return TooLongError(said)
        if status >= 500 or status == 408:
            return UnreachableError(said, after=retry_after(headers))
        return BadRequestError(said)

    def _open(self) -> "httpx2.Client":
        import httpx2

        from lackmus import __version__

        with self._opening:  # several threads arrive at once and must share
            if self._client is None:
                self._client = httpx2.Client(
                    timeout=httpx2.Timeout(self._seconds, connect=min(10.0, self._seconds)),
                    limits=httpx2.Limits(max_connections=64, max_keepalive_connections=16),
                    headers={"User-Agent": f"lackmus/{__version__}", "Accept": "application/json"},
                    follow_redirects=False,
                    verify=_certificates(),
                    trust_env=not on_this_machine(self._url),  # local requests use no proxy
                )
                limit(self._client, self._seconds)
            return self._client

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None


@cache
def _certificates() -> "ssl.SSLContext":
    """The trusted certificates, loaded once because it is slow."""
    import httpx2

    return httpx2.create_ssl_context()


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks us to wait: a number, a date, or milliseconds."""
    exact = headers.get("retry-after-ms", "")
    if is_number(exact):
        return max(0.0, float(exact) / 1000)
    written = headers.get("retry-after", "").strip()
    if is_number(written):
        return max(0.0, float(written))
    try:
        at = parsedate_to_datetime(written)
    except (TypeError, ValueError, OverflowError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())


def said_in(body: Any, *path: str) -> str:
    """A text from an answer of any shape; empty if there is none."""
    for name in path:
        body = body.get(name) if isinstance(body, dict) else None
    return body if isinstance(body, str) else ""


def texts_in(found: Any, many: int, label: str) -> list[str]:
    """The texts of an answer; an error unless there are as many as sent, since lines must never shift."""
    if not isinstance(found, list) or len(found) != many or not all(isinstance(one, str) for one in found):
        got = f"{len(found)} texts" if isinstance(found, list) else "no list of texts"
        raise BadReplyError(f"{label} was sent {many} texts and answered with {got}.")
    return found


def _parsed(content: bytes) -> Any:
    """The content as JSON if it is JSON, otherwise as text."""
    import json

    try:
        text = content.decode("utf-8-sig")
        found = json.loads(text)
        if "\\u" in text:  # half surrogate pairs may be escaped, and cannot be stored
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except (ValueError, RecursionError):
        return content.decode("utf-8", errors="replace")


def _scrubbed(body: Any, scrub: Callable[[str], str], depth: int = 8) -> Any:
    """An error without secrets; deeply nested parts are dropped."""
    if isinstance(body, str):
        return scrub(body)
    if isinstance(body, dict | list) and not depth:
        return None
    if isinstance(body, dict):
        return {name: _scrubbed(value, scrub, depth - 1) for name, value in body.items()}
    if isinstance(body, list):
        return [_scrubbed(value, scrub, depth - 1) for value in body]
    return body


def _short(body: Any) -> str:
    """The server's message in one short line."""
    for path in (("error", "message"), ("message",), ("Message",), ("error",), ("explanation",)):
        if found := said_in(body, *path):
            body = found
            break
    text = body if isinstance(body, str) else ""
    line = " ".join(text.split())
    return f"{line[:200]}…" if len(line) > 200 else line


def _address(written: str) -> str:
    """An HTTP address without a final slash; passwords in it are refused."""
    import httpx2

    try:
        parts = urlsplit(written)
        _ = parts.port
        httpx2.URL(written)  # stricter: no control characters, only valid host names
    except (ValueError, httpx2.InvalidURL):
        parts = urlsplit("")
    bad = parts.username or parts.password or "?" in written or "#" in written
    if parts.scheme not in ("http", "https") or not parts.hostname or bad:
        shown = f"…@{written.rpartition('@')[2]}" if "@" in written else written  # there may be a password
        raise LackmusError(
            f"url cannot be {shown or 'empty'}. Write https://HOST or https://HOST/PATH.", argument="option"
        )
    return written.rstrip("/")


def on_this_machine(url: str) -> bool:
    """Whether the address is this machine, so that no one can listen."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
