"""The page of an item and the API of the rule lab: tried by anybody, saved by editors, broken by nothing."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lackmus.core.workspaces.people import Role
from lackmus.flows.suites.item_pages import item_page
from lackmus.flows.workspaces.history import LogFilter, log
from tests.web.conftest import Opener, Site

JSON = {"Content-Type": "application/json"}
POSITIVE = {"rule_id": None, "side": "positive", "kind": "pattern"}


def rules_of(site: Site, item: int = 1) -> tuple[list[dict[str, Any]], int]:
    """The rules of an item as the API tells them, and the revision."""
    told = site.client.get(f"/api/v1/items/{item}").json()
    return told["rules"], told["base"]


def rule(value: str, **more: object) -> dict[str, object]:
    return {**POSITIVE, "value": value, **more}


# -- the page ----------------------------------------------------------------------------------------------


def test_a_page_shows_the_item_its_rules_and_its_texts(site: Site) -> None:
    page = site.client.get("/items/1").text
    one = item_page(site.served.desk, 1)
    assert one.stored.item.source in page and 'id="lab"' in page
    assert page.count('class="item-text') == len(one.texts) > 0
    assert '<mark class="right">' in page
    assert "/items/2" in page  # its neighbour
    assert "Restore this set" not in page  # nothing older yet


def test_names_of_systems_are_shown_to_whoever_asks(site: Site) -> None:
    one = item_page(site.served.desk, 1, reveal=True)
    assert one.systems is not None
    name = next(iter(one.systems.values()))[0][1]
    assert f"<span>{name} " not in site.client.get("/items/1").text
    assert f"<span>{name} " in site.client.get("/items/1?systems=1").text
    assert "looked who wrote" in site.client.get("/").text or "review reveal" in site.client.get("/log").text


@pytest.mark.parametrize("role", Role)
def test_names_of_systems_are_shown_to_every_role(site_as: Opener, role: Role) -> None:
    """The log keeps it of those who judge; readers do not, and cannot write to it."""
    site = site_as(role)
    assert "Show the systems’ names" in site.client.get("/items/1").text
    told = site.client.get("/items/1?systems=1")
    assert (told.status_code, 'class="about-text names"' in told.text) == (200, True)
    kept = [entry for entry in log(site.desk, LogFilter()) if entry.verb == "review reveal"]
    assert len(kept) == (role is not Role.READER)


@pytest.mark.parametrize(
    "place, shown",
    [
        ("/review?campaign=2026", True),
        ("//evil.example/", False),
        ("/\\evil.example", False),
        ("https://evil.example", False),
        ("javascript:alert(1)", False),
        ("", False),
    ],
)
def test_one_returns_only_to_places_of_ours(site: Site, place: str, shown: bool) -> None:
    page = site.client.get("/items/1", params={"next": place}).text
    assert ('id="back"' in page) is shown and "evil" not in page.replace(place if shown else "", "")


@pytest.mark.parametrize("path", ["/items/99999", "/api/v1/items/99999", "/items/999999999999", "/items/x"])
def test_an_item_that_is_not_there(site: Site, path: str) -> None:
    assert site.client.get(path).status_code in (404, 422)


def test_restoring_from_the_page(site: Site) -> None:
    rules, base = rules_of(site)
    site.client.put("/api/v1/items/1/rules", json={"rules": rules[:1], "base": base})
    page = site.client.get("/items/1").text
    assert "Restore this set" in page and "Restore old" in page
    answer = site.client.post("/items/1/restore", data={"revision": str(base)})
    assert answer.status_code == 303 and answer.headers["location"] == "/items/1"
    assert [one["value"] for one in rules_of(site)[0]] == [one["value"] for one in rules]


# -- the API -----------------------------------------------------------------------------------------------


def test_a_preview_has_the_fixed_shape(site: Site) -> None:
    rules, _ = rules_of(site)
    told = site.client.post("/api/v1/items/1/preview", json={"rules": [*rules, rule("(")]}).json()
    assert told["rules"][-1] == {
        "error": "missing ), unterminated subpattern at 0", "position": 0, "risk": None,
    }  # fmt: skip
    assert told["texts"] == []
    told = site.client.post("/api/v1/items/1/preview", json={"rules": rules}).json()
    assert set(told) == {"rules", "texts", "ms"}
    assert set(told["texts"][0]) >= {
        "text_id", "text", "systems", "verdict", "reason", "step", "marks", "before", "decided", "people",
    }  # fmt: skip
    assert all(text["verdict"] == text["before"] for text in told["texts"])


def test_a_refused_rule_is_quoted_as_it_was_written(site: Site) -> None:
    """Capital letters make a difference in patterns."""
    rules, base = rules_of(site)
    told = site.client.post(
        "/api/v1/items/1/impact", json={"rules": [*rules, rule(r"\bDas (")], "base": base}
    )
    assert told.status_code == 400
    assert r"The positive pattern “\bDas (”: missing )" in told.json()["error"]


def test_what_is_seen_is_what_is_saved(site: Site) -> None:
    rules, base = rules_of(site)
    wanted = [*rules, rule("the", side="negative")]
    seen = site.client.post("/api/v1/items/1/preview", json={"rules": wanted}).json()
    foreseen = site.client.post("/api/v1/items/1/impact", json={"rules": wanted, "base": base}).json()
    saved = site.client.put(
        "/api/v1/items/1/rules", json={"rules": wanted, "base": base, "comment": "articles"}
    ).json()
    assert saved["change"] == base + 1 == saved["base"] and saved["changed"]
    assert {name: saved[name] for name in foreseen} == foreseen
    flipped = {
        text["text_id"]: text["verdict"] for text in seen["texts"] if text["verdict"] != text["before"]
    }
    assert {
        one["text_id"]: one["after"] for one in foreseen["flips"] if one["before"] != one["after"]
    } == flipped
    assert flipped
    assert [one["value"] for one in saved["rules"]] == [one["value"] for one in rules_of(site)[0]]
    told = site.client.get("/api/v1/items/1/history").json()
    assert any(one["comment"] == "articles" for one in told["events"])


def test_who_is_slower_gets_the_rules_as_they_are_now(site: Site) -> None:
    rules, base = rules_of(site)
    edited = [{**rules[0], "value": "faster"}, *rules[1:]]
    assert site.client.put("/api/v1/items/1/rules", json={"rules": edited, "base": base}).status_code == 200
    mine = [{**rules[0], "value": "slower"}, *rules[1:]]
    for method, path in (("PUT", "rules"), ("POST", "impact")):
        answer = site.client.request(method, f"/api/v1/items/1/{path}", json={"rules": mine, "base": base})
        assert answer.status_code == 409
        told = answer.json()
        assert told["base"] == base + 1 and "faster" in [one["value"] for one in told["now"]]
        assert set(told["now"][0]) == {"rule_id", "side", "kind", "value"}


def test_restoring_by_the_api(site: Site) -> None:
    rules, base = rules_of(site)
    site.client.put("/api/v1/items/1/rules", json={"rules": [], "base": base})
    back = site.client.post("/api/v1/items/1/restore", json={"rule": rules[0]["rule_id"]}).json()
    assert back["rules"] == rules[:1]


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("PUT", "/items/1/rules", {"rules": [rule("(")], "base": 1}),
        ("POST", "/items/1/impact", {"rules": [rule("a\x00", kind="fixed")], "base": 1}),
        ("POST", "/items/1/impact", {"rules": [], "base": 10**6}),
        ("POST", "/items/1/impact", {"rules": [rule("a", rule_id=5000)], "base": 1}),
        ("POST", "/items/1/restore", {}),
        ("PUT", "/items/1/rules", {"rules": [rule("a")], "base": 1, "comment": "\x00"}),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    site: Site, method: str, path: str, body: dict[str, object]
) -> None:
    answer = site.client.request(method, f"/api/v1{path}", json=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]


def test_sentences_are_tried_before_there_is_an_item(site: Site) -> None:
    rules = [rule("bench"), rule("bank", side="negative")]
    told = site.client.post(
        "/api/v1/rules/try", json={"rules": rules, "texts": ["the  bench ", "the bank", "bench bank", ""]}
    ).json()
    assert [(one["text"], one["verdict"], one["reason"]) for one in told["texts"]] == [
        ("the bench", "pass", None),
        ("the bank", "fail", None),
        ("bench bank", "warning", "contradiction"),
        ("", "fail", "empty"),
    ]
    assert told["texts"][0]["marks"] == [{"side": "positive", "start": 4, "end": 9}]


# -- any text as a pattern ---------------------------------------------------------------------------------

_SIGNS = st.sampled_from(
    [*r"()[]{}|*+?.^$\bdwsn1,-=!<>:Pi#&~", "\x00", "\u202e", "\u05d0", "é", "\ud800", " "]
)
HOSTILE = [
    "(" * 10_000,
    "a?" * 5_000,
    r"\w*" * 3_000,
    "(a|a)*" * 500,
    "(?:a{1,1000}){1,1000}",
    "\u202e\u2066(א|ב)*\u2069",
    "[[a--b]&&~~||]",
    "(?(1)a|b)",
    "(?i)(?-i:a)",
    "(?L)a",
    r"\N{NO SUCH NAME}",
    "a{99999999999999999999}",
    "\ud800",
]
PATTERNS = st.one_of(st.text(_SIGNS, max_size=40), st.text(max_size=20), st.sampled_from(HOSTILE))


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(value=PATTERNS, kind=st.sampled_from(["pattern", "fixed"]), text=st.text(_SIGNS, max_size=30))
def test_no_wording_breaks_the_lab(site: Site, value: str, kind: str, text: str) -> None:
    """Whatever is typed, the preview answers with what is wrong with it, or with verdicts."""
    rules = [rule(value, kind=kind)]
    base = {"rules": rules, "base": 1}
    for method, path, body in (
        ("POST", "/items/1/preview", {"rules": rules}),
        ("POST", "/rules/try", {"rules": rules, "texts": [text]}),
        ("POST", "/items/1/impact", base),
    ):
        answer = site.client.request(method, f"/api/v1{path}", content=_json(body), headers=JSON)
        told = answer.json()
        if answer.status_code == 200 and "rules" in told:
            (check,) = told["rules"]
            assert bool(check["error"]) != bool(told["texts"])
            assert check["position"] is None or 0 <= check["position"] <= len(value)
            for one in told["texts"]:
                assert all(0 <= mark["start"] <= mark["end"] <= len(one["text"]) for mark in one["marks"])
        elif answer.status_code != 200:
            assert answer.status_code in (400, 409, 422) and told["error"]


def _json(body: object) -> bytes:
    """With every sign that is no ASCII written out, so that half a character can be sent."""
    return json.dumps(body).encode()


@pytest.mark.parametrize("value", ["a" * 20_001, "(" * 20_001])
def test_nobody_writes_a_rule_so_long(site: Site, value: str) -> None:
    answer = site.client.post("/api/v1/items/1/preview", json={"rules": [rule(value)]})
    assert answer.status_code == 422 and "20000" in answer.json()["error"].replace(",", "")


def test_readers_see_the_impact_of_rules(site_as: Opener) -> None:
    """Nothing is written, so whoever may look may ask."""
    client = site_as(Role.READER).client
    base = client.get("/api/v1/items/1").json()["base"]
    rules = [{"side": "negative", "kind": "pattern", "value": "."}]
    answer = client.post("/api/v1/items/1/impact", json={"rules": rules, "base": base})
    assert answer.status_code == 200 and answer.json()["changed"]
    assert client.put("/api/v1/items/1/rules", json={"rules": rules, "base": base}).status_code == 403
