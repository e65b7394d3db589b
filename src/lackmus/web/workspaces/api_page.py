"""The start of the API: links for scripts, and for browsers a page with examples and all addresses."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from lackmus import __version__
from lackmus.web.http.answers import page
from lackmus.web.http.auth import LoginNeeded, current_user, is_api
from lackmus.web.workspaces.api_examples import examples

router = APIRouter(tags=["start"])

_SEND = "Authorization: Bearer TOKEN. Tokens are made under Settings, or by lackmus user token."
# Where a script begins: addresses that answer with no more than a token.
FIRST = (
    "me",
    "overview",
    "suites",
    "campaigns",
    "reports",
    "review/choices",
    "challenges",
    "contrasts",
    "log",
)


class ApiStart(BaseModel):
    """What the API is, and where to go from here."""

    name: str
    version: str
    description: str = Field(description="The address of the description of all addresses (OpenAPI).")
    page: str = Field(description="A page for people, with examples; the same address in a browser.")
    authentication: str = Field(description="How a script says who it is.")
    links: dict[str, str] = Field(description="Addresses to begin with.")


@dataclass(frozen=True)
class ApiAddress:
    """An address of the API in one line."""

    method: str
    path: str
    words: str


def address_groups(app: FastAPI) -> Mapping[str, Sequence[ApiAddress]]:
    """All addresses of the API by what they are about, in the order of the description."""
    found: dict[str, list[ApiAddress]] = {}
    for tag, one in _addresses(app.openapi()):
        found.setdefault(tag, []).append(one)
    return found


def _addresses(described: Mapping[str, Any]) -> Iterator[tuple[str, ApiAddress]]:
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            first = told.get("description", "").split("\n")[0]
            yield told["tags"][0], ApiAddress(method.upper(), path, first)


@router.get("", response_model=ApiStart, responses={200: {"content": {"text/html": {}}}})
def start(request: Request, response: Response) -> Response | ApiStart:
    """Where to begin; a browser gets a page with examples. This needs no token."""
    response.headers["Vary"] = "Accept"
    base = str(request.base_url).rstrip("/")
    if is_api(request):
        api = f"{base}/api/v1"
        return ApiStart(
            name="Lackmus",
            version=__version__,
            description=f"{api}/openapi.json",
            page=api,
            authentication=_SEND,
            links={name: f"{api}/{name}" for name in FIRST},
        )
    with suppress(LoginNeeded):  # a stranger reads the page without the navigation
        current_user(request)
    shown = page(
        request,
        "api.html",
        base=base,
        examples=tuple(examples(base)),
        groups=address_groups(request.app),
    )
    shown.headers["Vary"] = "Accept"
    return shown
