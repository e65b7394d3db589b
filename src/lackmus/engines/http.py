"""What engines over HTTP share: one connection pool, a time limit for the whole answer, and plain errors."""

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
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, is_number, number

if TYPE_CHECKING:
    import ssl

    import httpx2

LARGEST = 8 * 2**20  # bytes of an answer; the largest batch of any engine comes back far smaller
TIMEOUT = Option("timeout", "seconds for which one answer may take", "60", counts=False)


def url_option(default: str, help: str = "address of the server", counts: bool = False) -> Option:
    """Where an engine is asked; who could choose it could also have the key sent anywhere.

    It `counts` where other addresses have other models.
    """
    return Option("url", help, default, required=not default, counts=counts, trusted=True)


class Sent(TypedDict, total=False):
    """What goes with a request."""

    json: Any
    content: bytes
    data: Mapping[str, Any]
    params: Mapping[str, Any]
    headers: Mapping[str, str]


class HttpEngine(Engine):
    """An engine behind an address. Redirects are not followed: a key goes to nobody else."""

    URL: ClassVar[str] = ""  # where it is asked, unless the option `url` says otherwise

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        self._seconds = number({"timeout": TIMEOUT.default, **options}, "timeout", 3600)
        self._url = _address(options.get("url") or self.URL)
        self._client: httpx2.Client | None = None
        self._opening = threading.Lock()

    @property
    def url(self) -> str:
        """The server's address, without a slash at its end."""
        return self._url

    def identity(self) -> Mapping[str, str]:
        """An address that counts is the same with and without a slash at its end."""
        found = super().identity()
        return {**found, "url": self.url} if "url" in found else found

    def secret(self, name: str, required: bool = True) -> str | None:
        """A key, to be sent to the server; never in the open over a network."""
        found = self.keys.need(name) if required else self.keys.get(name)
        if found and self._url.startswith("http:") and not on_this_machine(self._url):
            raise KeyRefusedError(
                f"{self._where} is reached by http, and everybody on the way could read the key {name}.",
                "Use https.",
            )
        return found

    @abstractmethod
    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """What an answer other than 200 means; None where its status says enough. `body`: JSON or text."""

    def ask(self, method: str, path: str, **sent: Unpack[Sent]) -> Any:
        """Send a request below the address; the answer's JSON, or the error that it is."""
        return self.ask_fully(method, path, **sent)[0]

    def ask_fully(self, method: str, path: str, **sent: Unpack[Sent]) -> tuple[Any, Mapping[str, str]]:
        """The same, with the answer's headers."""
        status, told, body = self._sent(method, path, sent)
        if status == 200 and not isinstance(body, str):
            return body, told
        body = _scrubbed(body, self.keys.scrub)  # some servers quote the key in what they say about it
        if status == 200:
            raise BadReplyError(f"{self.LABEL} answered with something that is no JSON ({_short(body)}).")
        raise self.problem(status, body, told) or self._by_status(status, body, told)

    def _sent(self, method: str, path: str, sent: Sent) -> tuple[int, Mapping[str, str], Any]:
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
                "Give it more time: --option timeout=….",
                page="Give it more time with the option timeout.",
            ) from None
        except (httpx2.TransportError, httpx2.DecodingError) as problem:
            why = self.keys.scrub(str(problem)) or type(problem).__name__
            raise UnreachableError(f"{self.LABEL} cannot be reached at {self._where} ({why}).") from None

    @property
    def _where(self) -> str:
        """The server for messages: no path, no user, no password."""
        parts = urlsplit(self._url)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)

    def answered(self, status: int, body: Any) -> str:
        """The first sentence of an error: what the server said, on one line."""
        said = f"{self.LABEL} answered {status}"
        why = _short(body)
        return f"{said} ({why})." if why else f"{said}."

    def _by_status(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError:
        """What the statuses of HTTP mean by themselves."""
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

        with self._opening:  # several threads come at once, and must share
            if self._client is None:
                self._client = httpx2.Client(
                    timeout=httpx2.Timeout(self._seconds, connect=min(10.0, self._seconds)),
                    limits=httpx2.Limits(max_connections=64, max_keepalive_connections=16),
                    headers={"User-Agent": f"lackmus/{__version__}", "Accept": "application/json"},
                    follow_redirects=False,
                    verify=_certificates(),
                    trust_env=not on_this_machine(self._url),  # what stays here goes through no proxy
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
    """Whom this machine trusts: read once, for it takes longer than many a request."""
    import httpx2

    return httpx2.create_ssl_context()


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks us to wait: a number, or a date; some tell milliseconds."""
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
    """A text somewhere in an answer, or nothing, whatever shape the answer has."""
    for name in path:
        body = body.get(name) if isinstance(body, dict) else None
    return body if isinstance(body, str) else ""


def texts_in(found: Any, many: int, label: str) -> list[str]:
    """As many texts as were sent, or an answer that cannot be trusted: lines must never shift."""
    if not isinstance(found, list) or len(found) != many or not all(isinstance(one, str) for one in found):
        got = f"{len(found)} texts" if isinstance(found, list) else "no list of texts"
        raise BadReplyError(f"{label} was sent {many} texts and answered with {got}.")
    return found


def _parsed(content: bytes) -> Any:
    """JSON where it is JSON; else the text that it is."""
    import json

    try:
        text = content.decode("utf-8-sig")
        found = json.loads(text)
        if "\\u" in text:  # halves of letters can be escaped, and no text that has one can be kept
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except (ValueError, RecursionError):
        return content.decode("utf-8", errors="replace")


def _scrubbed(body: Any, scrub: Callable[[str], str], depth: int = 8) -> Any:
    """An error without secrets; whatever is nested deeper than errors are has nothing to say."""
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
    """What a server says, on one short line."""
    for path in (("error", "message"), ("message",), ("Message",), ("error",), ("explanation",)):
        if found := said_in(body, *path):
            body = found
            break
    text = body if isinstance(body, str) else ""
    line = " ".join(text.split())
    return f"{line[:200]}…" if len(line) > 200 else line


def _address(written: str) -> str:
    """An address of HTTP, without a slash at its end and without anybody's password in it."""
    import httpx2

    try:
        parts = urlsplit(written)
        _ = parts.port
        httpx2.URL(written)  # which takes less: no control characters, and only names that can be looked up
    except (ValueError, httpx2.InvalidURL):
        parts = urlsplit("")
    bad = parts.username or parts.password or "?" in written or "#" in written
    if parts.scheme not in ("http", "https") or not parts.hostname or bad:
        shown = f"…@{written.rpartition('@')[2]}" if "@" in written else written  # there may be a password
        raise LackmusError(
            f"url cannot be {shown or 'empty'}. Write https://HOST or https://HOST/PATH.", option="--option"
        )
    return written.rstrip("/")


def on_this_machine(url: str) -> bool:
    """Whether nobody else can listen on the way."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
