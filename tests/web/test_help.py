"""The help page: every term has its picture and its example, and pages link to terms that there are."""

import re

import pytest

from lackmus.core.workspaces.people import Role
from lackmus.web.http.assets import STATIC
from lackmus.web.workspaces.help_page import TERMS
from tests.web.conftest import Opener, Site


def articles(page: str) -> dict[str, str]:
    """The terms by their anchor."""
    found = re.findall(r'<article class="card term" id="(\w+)">(.*?)</article>', page, re.DOTALL)
    return dict(found)


@pytest.mark.parametrize("term", TERMS)
def test_every_term_has_a_picture_and_an_example(site: Site, term: str) -> None:
    """The picture has a title and a description for those who do not see it, and each id is there once."""
    page = site.client.get("/help").text
    told = articles(page)[term]
    assert told.count("<svg") == 1 and told.count('<dl class="example">') == 1
    named = re.search(r'role="img" aria-labelledby="([\w-]+)" aria-describedby="([\w-]+)"', told)
    assert named
    for one, tag in zip(named.groups(), ("title", "desc"), strict=True):
        assert page.count(f'id="{one}"') == 1
        assert re.search(rf'<{tag} id="{one}">[^<]{{15,}}</{tag}>', told)
    assert f'<li><a href="#{term}">' in page


def test_all_terms_are_on_the_page(site: Site) -> None:
    assert list(articles(site.client.get("/help").text)) == list(TERMS)


@pytest.mark.parametrize("role", Role)
def test_everybody_finds_help_on_every_page(empty_site_as: Opener, role: Role) -> None:
    site = empty_site_as(role)
    for place in ("/", "/suites", "/help", "/no/such/page"):
        assert '<a href="/help"' in site.client.get(place).text, place
    assert ('href="/review">Review</a> shows' in site.client.get("/help").text) is role.may(Role.ANNOTATOR)


def test_links_to_terms_lead_to_terms() -> None:
    """In all templates."""
    written = "\n".join(
        file.read_text(encoding="utf-8") for file in STATIC.parent.glob("*/templates/**/*.html")
    )
    meant = set(re.findall(r'href="/help#([\w-]+)"', written)) - {"keys-of-pages"}
    (explained,) = re.findall(r"EXPLAINED = {(.*?)}", written)
    meant |= set(re.findall(r': "(\w+)"', explained))
    assert meant and meant <= set(TERMS)
