"""What every request passes and every answer carries, whatever is asked for."""

import ipaddress
from urllib.parse import urlsplit

from python_multipart.multipart import parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError, UnavailableError
from lackmus.web.http.auth import SAFE, LoginNeeded, visitor

# No inline script, nothing from elsewhere: what a text might smuggle in would not run.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
MOST = 512 * 2**20  # bytes of an upload: a campaign's outputs are smaller
LITTLE = 2 * 2**20  # bytes of anything else
_FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")


class Doors:
    """Refuse what is called by a strange name, comes from a strange page, or is too large."""

    def __init__(
        self, app: ASGIApp, hosts: tuple[str, ...] = (), most: int = MOST, little: int = LITTLE
    ) -> None:
        self.app, self.most, self.little = app, most, little
        self.hosts = tuple(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                static = scope["path"].startswith("/static/")
                headers.setdefault("Cache-Control", "no-cache" if static else "no-store")
            await send(message)

        headers = Headers(scope=scope)
        refusal = self._stranger(scope["method"], headers)
        most = await self._limit(scope, headers)
        length = headers.get("content-length") or "0"
        if not (length.isascii() and length.isdecimal()):
            refusal = refusal or (400, "Content-Length is no number.")
        elif int(length) > most:
            refusal = refusal or (413, _too_large(most))
        if not _in_our_letters(headers.get("content-type")):
            refusal = refusal or (415, "Send forms in UTF-8.")
        if refusal:
            await _told(scope, *refusal)(scope, receive, with_headers)
            return
        received = 0

        async def within_limits() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > most:  # larger than its head said, or its head said nothing
                raise HTTPException(413, _too_large(most))
            return message

        await self.app(scope, within_limits, with_headers)

    def _stranger(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """Why a request is not let in: what it calls us, and which page made the browser send it."""
        try:
            host, port = _host(headers.get("host", ""))
        except ValueError:
            return 400, "The Host of the request cannot be read."
        if self.hosts and host not in self.hosts:
            # A page elsewhere could give its own name this machine's address.
            return 421, "This server is not called so. Start it with --name NAME to allow it."
        if method in SAFE:
            return None
        if headers.get("sec-fetch-site") == "cross-site" or not self._ours(headers.get("origin"), host, port):
            return 403, "This request comes from a page of another server."
        return None

    def _ours(self, origin: str | None, host: str, port: int | None) -> bool:
        """Whether a page is ours: it has the name and the port under which we are asked."""
        if origin is None:  # no browser
            return True
        try:
            parts = urlsplit(origin)
            usual = {"http": 80, "https": 443}.get(parts.scheme)
            from_host, from_port = parts.hostname, parts.port or usual
        except ValueError:
            return False
        if usual is None or from_host is None:  # “null”, an extension, a file
            return False
        if from_host == host and from_port == (port or usual):
            return True
        # A proxy may ask us under another name than visitors ask it; on this machine names say nothing, for
        # other servers have them too.
        return from_host in self.hosts and not _is_local(from_host) and from_port == usual

    async def _limit(self, scope: Scope, headers: Headers) -> int:
        """How much one may send: files only who may bring some in."""
        if not headers.get("content-type", "").lower().startswith("multipart/form-data"):
            return self.little
        try:
            one = await run_in_threadpool(visitor, Request(scope))
        except UnavailableError:  # the page says so; it reads nothing before it knows the visitor
            return self.most
        except (LoginNeeded, LackmusError):  # what is wrong with the workspace, the page will say
            return self.little
        return self.most if one.role.may(Role.EDITOR) else self.little


def _in_our_letters(kind: str | None) -> bool:
    """Forms come in UTF-8. They could name any codec of Python, and some make what no text may hold."""
    what, options = parse_options_header(kind)
    charset = options.get(b"charset", b"utf-8").decode("latin-1").strip().lower()
    return what.decode("latin-1") not in _FORMS or charset in ("utf-8", "utf8")


def _host(written: str) -> tuple[str, int | None]:
    parts = urlsplit(f"//{written}")
    if parts.username is not None or parts.path or parts.query or parts.fragment:
        raise ValueError(written)
    return parts.hostname or "", parts.port


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _too_large(most: int) -> str:
    return f"A request like this may have {most / 2**20:.3g} MB at most."


def _told(scope: Scope, status: int, said: str) -> Response:
    """Before there is a page: a line, or what a script expects."""
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": said}, status)
    return PlainTextResponse(said, status)
