"""Items are written, edited, retired and brought back; whatever goes wrong, what was typed stays."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from lackmus.core.suites.suite import Item, Suite
from lackmus.flows.suites.exporting import show_suite
from lackmus.flows.suites.item_changes import ItemDraft, revise_item, show_item
from lackmus.flows.workspaces.workspaces import latest
from tests.web.conftest import Site

NEW = {
    "pair": "de-en",
    "id": "new-1",
    "category": "Ambiguity",
    "phenomenon": "Lexical ambiguity",
    "source": "Die Bank war zu.",
    "tags": "a, b ,a",
    "paradigm": "bank",
    "comment": "two\r\nlines",
    "why": "for the log",
}
RULES = [
    {"rule_id": None, "side": "positive", "kind": "pattern", "value": r"\bbank\b"},
    {"rule_id": None, "side": "negative", "kind": "fixed", "value": "bench"},
]


def suite_of(site: Site) -> Suite:
    return show_suite(site.served.desk, "de-en")


def item_of(site: Site, number: int = 1) -> Item:
    return show_item(site.served.desk, number).item


def fields_of(page: str) -> dict[str, str]:
    """What the form of an item holds, as a browser would send it."""
    form = page[page.index('id="item"') : page.index("</form>", page.index('id="item"'))]
    found = {}
    for tag in re.findall(r"<input [^>]*>", form):
        name, value = re.search(r'name="(\w+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and (('type="checkbox"' not in tag) or " checked" in tag):
            found[name[1]] = unescape(value[1]) if value else ""
    for name_, text in re.findall(r'<textarea name="(\w+)"[^>]*>\n(.*?)</textarea>', form, re.DOTALL):
        found[name_] = unescape(text)
    return found


# -- new ---------------------------------------------------------------------------------------------------


def test_a_new_item_with_its_rules(site: Site) -> None:
    """One change, at the end of the suite, as it was written."""
    before = latest(site.served.desk).number
    done = site.client.post("/suites/1/items", data={**NEW, "rules": json.dumps(RULES)})
    assert done.status_code == 303
    item = suite_of(site).items[-1]
    assert (item.id, item.tags, item.paradigm, item.comment) == ("new-1", ("a", "b"), "bank", "two\nlines")
    assert [(rule.side, rule.kind, rule.value) for rule in item.rules] == [
        (rule["side"], rule["kind"], rule["value"]) for rule in RULES
    ]
    assert latest(site.served.desk).number == before + 1
    assert item.id in site.client.get(done.headers["Location"]).text
    assert "for the log" in site.client.get("/log").text


MARKED = {
    "prompt": "Be brief.",
    "stretch": "Bank",
    "occurrence": "",
    "scope": "paragraph",
    "plain_rules": "A bench.\r\nNo bank.\r\n",
}


def test_a_new_item_with_a_stretch_and_a_prompt(site: Site) -> None:
    """They are kept, shown on its page and in its form, and stay when something else is edited."""
    done = site.client.post("/suites/1/items", data={**NEW, **MARKED})
    assert done.status_code == 303
    item = suite_of(site).items[-1]
    assert (item.prompt, item.stretch, item.scope) == ("Be brief.", "Bank", "paragraph")
    assert item.plain_rules == ("A bench.", "No bank.")
    assert "No bank." in site.client.get(done.headers["Location"]).text
    fields = fields_of(site.client.get(f"{done.headers['Location']}/edit").text)
    assert (fields["stretch"], fields["prompt"], fields["occurrence"]) == ("Bank", "Be brief.", "1")
    again = {**fields, "scope": "paragraph", "comment": "another"}
    assert site.client.post(f"{done.headers['Location']}/edit", data=again).status_code == 303
    assert suite_of(site).items[-1] == replace(item, comment="another")


def test_the_next_one_begins_where_the_last_ended(site: Site) -> None:
    done = site.client.post("/suites/1/items", data={**NEW, "again": "true"})
    assert done.headers["Location"].startswith("/suites/1/items/new?pair=de-en&category=Ambiguity")
    fields = fields_of(site.client.get(done.headers["Location"]).text)
    assert (fields["category"], fields["pair"], fields["source"]) == ("Ambiguity", "de-en", "")


def test_one_like_another(site: Site) -> None:
    """Everything but the id."""
    page = site.client.get("/suites/1/items/new?like=1").text
    fields, item = fields_of(page), item_of(site)
    assert (fields["source"], fields["id"]) == (item.source, "")
    assert len(json.loads(unescape(re.search(r"data-rules='([^']*)'", page)[1]))) == len(item.rules)  # type: ignore[index]


@pytest.mark.parametrize(
    "wrong, said",
    [
        ({"id": ""}, "needs an id"),
        ({"id": "amb-001"}, "has an item de-en:amb-001 already"),
        ({"source": " "}, "needs a source sentence"),
        ({"category": ""}, "needs a category"),
        ({"phenomenon": "\t"}, "needs a phenomenon"),
        ({"pair": "nowhere"}, "no language pair"),
        ({"rules": json.dumps([{**RULES[0], "value": "("}])}, "does not compile"),
        ({"source": "a\x00b"}, "NUL"),
        ({**MARKED, "stretch": "Ufer"}, "the stretch “Ufer” is not in the source"),
        ({**MARKED, "stretch": ""}, "the scope “paragraph” needs a stretch"),
        ({**MARKED, "stretch": "a"}, "Say which by “occurrence”"),
        ({**MARKED, "occurrence": "7"}, "has no occurrence 7, only 1"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_typed_is_lost(
    site: Site, wrong: dict[str, str], said: str
) -> None:
    before = latest(site.served.desk).number
    told = site.client.post("/suites/1/items", data={**NEW, **wrong})
    assert told.status_code == 400
    assert said in unescape(told.text)
    fields = fields_of(told.text)
    kept = {**NEW, **wrong}
    assert fields["why"] == kept["why"]
    assert fields["id"] == kept["id"]
    assert fields["paradigm"] == kept["paradigm"]
    assert latest(site.served.desk).number == before


@pytest.mark.parametrize("rules", ["{}", "[1]", '[{"side": "x"}]', "null"])
def test_rules_that_are_none(site: Site, rules: str) -> None:
    assert site.client.post("/suites/1/items", data={**NEW, "rules": rules}).status_code == 400


# -- edit --------------------------------------------------------------------------------------------------


def test_saving_what_is_there_changes_nothing(site: Site) -> None:
    """Whatever a browser does to line breaks and white space."""
    before = latest(site.served.desk).number
    odd = replace(ItemDraft.of(item_of(site)), source=" Ein Satz \n mit  Rand. ", comment="x\n\ny ")
    revise_item(site.served.desk, 1, odd)
    stored = item_of(site)
    fields = fields_of(site.client.get("/items/1/edit").text)
    sent = {name: value.replace("\n", "\r\n") for name, value in fields.items()}
    assert site.client.post("/items/1/edit", data=sent).status_code == 303
    assert item_of(site) == stored
    assert latest(site.served.desk).number == before + 1


def test_everything_but_id_pair_and_rules_is_edited(site: Site) -> None:
    before = item_of(site)
    fields = {
        **fields_of(site.client.get("/items/1/edit").text),
        "source": "Neu.",
        "tags": "t",
        "reserved": "true",
    }
    assert site.client.post("/items/1/edit", data={**fields, "id": "x", "pair": "en-de"}).status_code == 303
    assert item_of(site) == replace(before, source="Neu.", tags=("t",), reserved=True)
    assert "item change" in site.client.get("/log").text


def test_two_who_edit_one_item(site: Site) -> None:
    """The second sees both versions, keeps what was typed, and may insist."""
    fields = fields_of(site.client.get("/items/1/edit").text)
    theirs = replace(ItemDraft.of(item_of(site)), source="Ihrer.", comment="von Ben")
    revise_item(replace(site.served.desk, person="Ben"), 1, theirs, int(fields["base"]))
    told = site.client.post("/items/1/edit", data={**fields, "source": "Meiner.", "why": "because"})
    assert told.status_code == 409
    assert "Ben changed item" in told.text and "Ihrer." in told.text and "von Ben" in told.text
    again = fields_of(told.text)
    assert (again["source"], again["why"]) == ("Meiner.", "because")
    assert item_of(site).source == "Ihrer."
    assert site.client.post("/items/1/edit", data=again).status_code == 303
    assert item_of(site).source == "Meiner."


def test_retire_and_bring_back(site: Site) -> None:
    """It stands among the retired ones meanwhile, and comes back as it was."""
    whole = suite_of(site)
    assert site.client.post("/items/1/retire", data={"why": "wrong"}).headers["Location"] == "/suites/1"
    assert len(suite_of(site).items) == len(whole.items) - 1
    listed = site.client.get("/suites/1?state=retired").text
    assert "/items/1/back" in listed and "amb-001" in listed
    assert "This item is retired" in site.client.get("/items/1/edit").text
    assert site.client.post("/items/1/edit", data={**NEW}).status_code == 400
    assert site.client.post("/items/1/back").status_code == 303
    assert suite_of(site) == whole


# -- the same for scripts ----------------------------------------------------------------------------------

SAID: dict[str, Any] = {"category": "Ambiguity", "phenomenon": "New", "source": "Neu.", "tags": ["a"]}


def test_scripts_write_items(site: Site) -> None:
    api = "/api/v1"
    told = site.client.post(
        f"{api}/suites/1/items", json={**SAID, "pair": "de-en", "id": "s1", "rules": RULES}
    )
    assert told.status_code == 201
    number = told.json()["item_id"]
    base = site.client.get(f"{api}/items/{number}").json()["base"]
    put = site.client.put(f"{api}/items/{number}", json={**SAID, "source": "Anders.", "base": base})
    assert put.json()["change"]
    late = site.client.put(f"{api}/items/{number}", json={**SAID, "source": "Spät.", "base": base})
    assert late.status_code == 409
    assert late.json()["now"]["source"] == "Anders."
    assert late.json()["base"] == put.json()["change"]
    assert site.client.post(f"{api}/items/{number}/retire", json={}).json()["change"]
    assert site.client.post(f"{api}/items/{number}/retire", json={}).status_code == 400
    assert site.client.post(f"{api}/items/{number}/back", json={}).json()["change"]
    assert suite_of(site).by_key["de-en:s1"].source == "Anders."


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("put", "/items/99999", {**SAID, "base": 1}),
        ("post", "/items/99999/retire", {}),
        ("post", "/items/99999/back", {}),
        ("post", "/suites/99999/items", {**SAID, "pair": "de-en", "id": "x"}),
        ("put", "/suites/99999/guideline", {"category": "a", "phenomenon": "b", "guideline": "c"}),
    ],
)
def test_what_is_not_there(site: Site, method: str, path: str, body: dict[str, Any]) -> None:
    told = site.client.request(method, f"/api/v1{path}", json=body)
    assert told.status_code == 404
    assert told.json()["error"]
