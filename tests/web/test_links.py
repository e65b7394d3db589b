"""No page leads anybody to where they may not go: a link that is refused is a broken promise."""

import html
import re

import pytest

from lackmus.core.workspaces.people import Role
from lackmus.flows.contrasts.keeping import keep
from tests.studied import small_study
from tests.web.conftest import Opener
from tests.web.test_routes import endpoints

ASKED = "campaign=2026&suite=de-en&pair=de-en"
PLACES = [
    "/",
    f"/overview/glance?{ASKED}",
    "/suites",
    "/suites/1",
    "/suites/1/findings",
    "/items/1",
    "/outputs",
    "/outputs/campaign?name=2026",
    "/outputs/system?campaign=2026&name=Linde",
    "/templates",
    f"/report?{ASKED}",
    f"/report/items?{ASKED}&mode=warnings",
    "/reports",
    f"/compare?{ASKED}",
    "/trend",
    "/challenges",
    "/contrasts",
    "/contrasts/1",
    "/contrasts/1/items",
    "/contrasts/1/items/1",
    "/contrasts/1/refine",
    "/agreement",
    "/agreement/disputes",
    "/log",
    "/people",
    "/settings",
    "/help",
]
# <a href>, and what htmx fetches; a form's method decides which of the doors it means.
LEADS = re.compile(r'(?P<get>href|hx-get)="(?P<to>/[^"#?]*)|<form (?P<form>[^>]*)>')


def led_to(written: str) -> set[tuple[str, str]]:
    """Where a page leads, as method and path."""
    found = set()
    for one in LEADS.finditer(written):
        form = one["form"] or ""
        action = re.search(r'action="(/[^"?]*)', form)
        if action:
            found.add(("POST" if 'method="post"' in form else "GET", html.unescape(action[1])))
        elif one["to"]:
            found.add(("GET", html.unescape(one["to"])))
    return found


@pytest.mark.parametrize("role", [Role.READER, Role.ANNOTATOR, Role.EDITOR])
def test_every_link_may_be_followed(site_as: Opener, role: Role) -> None:
    """Whoever may not review sees how much is open, and no link to the review."""
    site = site_as(role)
    keep(site_as(Role.EDITOR).desk, small_study())
    known = [
        (
            endpoint,
            re.compile(re.sub(r"\{\w+(:path)?\}", lambda part: ".+" if part[1] else "[^/]+", endpoint.path)),
        )
        for endpoint in endpoints(site.client.app)  # type: ignore[arg-type]
    ]
    refused = []
    for place in PLACES:
        answer = site.client.get(place)
        assert answer.status_code == 200, (place, answer.status_code)
        for method, path in led_to(answer.text):
            fitting = (
                endpoint.least
                for endpoint, shape in known
                if endpoint.method == method and shape.fullmatch(path)
            )
            least = next(fitting, None)
            if least is not None and not role.may(least):
                refused.append(f"{place} leads to {method} {path}, which is for {least}s")
    assert not refused, "\n".join(refused)
