"""The help page: every term has its picture and its example, and pages link to terms that there are."""

import re
from html import unescape

import pytest

from lackmus.core.workspaces.people import Role
from lackmus.web.http.assets import STATIC
from lackmus.web.http.key_list import bindings, key_list
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


# -- keys --------------------------------------------------------------------------------------------------


def keys_of(page: str) -> dict[str, dict[str, list[str]]]:
    """Title -> words -> keys, as the page shows them."""
    found: dict[str, dict[str, list[str]]] = {}
    for title, rows in re.findall(r"<section><h3>(.*?)</h3><dl>(.*?)</dl>", page, re.DOTALL):
        found[unescape(title)] = {
            unescape(does): [unescape(cap) for cap in re.findall(r"<kbd>(.*?)</kbd>", caps)]
            for caps, does in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", rows)
        }
    return found


@pytest.mark.parametrize(
    "title, does, caps",
    [
        ("Everywhere", "Show the keys", ["?"]),
        ("Go to", "Review", ["g", "r"]),
        ("Go to", "Help", ["g", "?"]),
        ("In every list", "Next line", ["j"]),
        ("Review", "Pass", ["p"]),
        ("Review", "Next, without deciding", ["j", "→"]),
        ("Review", "Clear: stays open", ["Space"]),
        ("Decide", "Not testable", ["x"]),
        ("Decide", "Comment", ["c"]),
        ("Rules", "New negative fixed string", ["a", "N"]),
        ("Rules", "Remove the rule", ["Alt+Delete"]),
        ("Suite", "New item", ["n"]),
        ("Items", "Fails only", ["2"]),
        ("Report", "Copy the signature", ["y"]),
        ("Compare", "Exchange the two systems", ["w"]),
        ("Rate", "Write the rating", ["0–9"]),
    ],
)
def test_keys_are_those_of_the_scripts(site: Site, title: str, does: str, caps: list[str]) -> None:
    assert keys_of(site.client.get("/help").text)[title][does] == caps


def test_no_key_of_a_script_is_left_out() -> None:
    """Whatever a script says in so many words that a key does."""
    known = {line.does for lines in key_list().values() for line in lines}
    for file in (STATIC / "js").rglob("*.js"):
        if file.name != "keys.js":
            said = re.findall(r'does: "([^"]+)"', file.read_text(encoding="utf-8"))
            assert set(said) <= known, file.name


@pytest.mark.parametrize(
    "script, found",
    [
        ('keys("Tree", { t: { does: "Grow", run: grow } });', [("Tree", "t", "Grow")]),
        (
            'keys("Tree", { "[": { does: tall ? "Cut" : "Water", run } });',
            [("Tree", "[", "Cut"), ("Tree", "[", "Water")],
        ),
        (
            'const all = { a: ["j ArrowDown", "Down", () => go(1)] };\nkeys("Tree", all);',
            [("Tree", "j", "Down"), ("Tree", "ArrowDown", "Down")],
        ),
        ('bindings.t = { does: "Grow", run: grow };\nkeys("Tree", bindings);', [("Tree", "t", "Grow")]),
        ('keys("Tree", Object.fromEntries(VERDICTS.map(one => one)));', [("Tree", "p", "Pass")]),
        (
            'for (const key of some) bindings[key] = { does: "Prune", run };\nkeys("Tree", bindings);',
            [("Tree", "1–9", "Prune")],
        ),
        ("const made = { t: { does: `Grow ${tree}`, run } };", []),
    ],
)
def test_scripts_are_read(script: str, found: list[tuple[str, str, str]]) -> None:
    """In each of the ways in which they say what a key does."""
    assert list(bindings(script, [("p 1", "Pass")])) == found
