"""Static files for the browser, held in memory, since a page requests a dozen at once."""

import mimetypes
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from lackmus.errors import LackmusError

STATIC = Path(__file__).parents[1] / "static"
PACKAGES = ("packages/htmx.js",)  # not ours: taken from npm when Lackmus is installed or built
# Some machines have other MIME types for these, and browsers then refuse scripts.
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class Asset:
    """A file with its headers."""

    content: bytes
    kind: str
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """All assets by their name after /static/; a name can reach no other file."""
    return {file.relative_to(STATIC).as_posix(): _read(file) for file in STATIC.rglob("*") if file.is_file()}


def address(name: str) -> str:
    """The URL of an asset; it changes with the content, so that caches never serve an old one."""
    return f"/static/{name}?v={assets()[name].digest}"


def need_packages() -> None:
    """Fail early if the npm files are missing: without them no page works, not even errors."""
    for name in PACKAGES:
        if name not in assets():
            raise LackmusError(
                f"{STATIC / name} is missing: Lackmus was installed without what its pages take from npm.",
                "Run `python hatch_build.py` in the folder of the project and start again.",
            )


async def static(scope: Scope, receive: Receive, send: Send) -> None:
    """Send an asset, or 304 if the browser has it."""
    found = assets().get(scope["path"].removeprefix(f"{scope['root_path']}/"))
    if scope["type"] != "http" or found is None:
        raise HTTPException(404)
    if scope["method"] not in ("GET", "HEAD"):
        raise HTTPException(405, headers={"Allow": "GET, HEAD"})
    tag = f'"{found.digest}"'
    if tag in Headers(scope=scope).get("if-none-match", ""):
        answer = Response(status_code=304, headers={"ETag": tag})
    else:
        answer = Response(found.content, media_type=found.kind, headers={"ETag": tag})
    await answer(scope, receive, send)


def _read(file: Path) -> Asset:
    content = file.read_bytes()
    kind = _KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(content, kind, sha256(content).hexdigest()[:10])
