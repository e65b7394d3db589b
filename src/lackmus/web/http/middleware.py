"""Middleware for every request and response."""

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
from lackmus.web.http.auth import SAFE, LoginNeeded, current_user

# No inline scripts, nothing external: injected code would not run.
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
LITTLE = 2 * 2**20  # bytes of other requests
_FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")


class RequestGuard:
    """Refuse requests with a foreign host name, from a foreign page, or too large."""

    def __init__(
        self, app: ASGIApp, hosts: tuple[str, ...] = (), most: int = MOST, little: int = LITTLE
    ) -> None:
        self.app, self.most, self.little = app, most, little
        self.hosts = tuple(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI entry point."""
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
            if received > most:  # larger than announced, or not announced
                raise HTTPException(413, _too_large(most))
            return message

        await self.app(scope, within_limits, with_headers)

    def _stranger(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """Why a request is refused: its host name, or the page that sent it."""
        try:
            host, port = _host(headers.get("host", ""))
        except ValueError:
            return 400, "The Host of the request cannot be read."
        if self.hosts and host not in self.hosts:
            # A foreign page could point its own name at this machine (DNS rebinding).
            return 421, "This server is not called so. Start it with --name NAME to allow it."
        if method in SAFE:
            return None
        if headers.get("sec-fetch-site") == "cross-site" or not self._ours(headers.get("origin"), host, port):
            return 403, "This request comes from a page of another server."
        return None

    def _ours(self, origin: str | None, host: str, port: int | None) -> bool:
        """Whether the origin is ours: the same name and port as the request."""
        if origin is None:  # not from a browser
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
        # A proxy may use another name than its users; on this machine names prove nothing, since other
        # servers have them too.
        return from_host in self.hosts and not _is_local(from_host) and from_port == usual

    async def _limit(self, scope: Scope, headers: Headers) -> int:
        """The allowed request size: large only for people who may upload."""
        if not headers.get("content-type", "").lower().startswith("multipart/form-data"):
            return self.little
        try:
            one = await run_in_threadpool(current_user, Request(scope))
        except UnavailableError:  # the page reports it; it reads nothing before it knows the user
            return self.most
        except (LoginNeeded, LackmusError):  # the page reports what is wrong
            return self.little
        return self.most if one.role.may(Role.EDITOR) else self.little


def _in_our_letters(kind: str | None) -> bool:
    """Whether a form is in UTF-8. It could name any Python codec, and some produce invalid text."""
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
    """An error without a page: a line of text, or JSON for scripts."""
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": said}, status)
    return PlainTextResponse(said, status)
