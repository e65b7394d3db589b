"""Suites on the page and by the API: browsed, brought in and taken out; whatever they hold is text."""

import io
import re
from dataclasses import replace
from html import unescape
from urllib.parse import quote, urlencode

import pytest
from httpx2 import Response

from lackmus.core.suites.revisions import GuidelineRevision
from lackmus.core.suites.suite import Suite
from lackmus.core.workspaces.people import Role
from lackmus.flows.suites.exporting import export_suite, show_suite
from lackmus.flows.suites.item_changes import ItemDraft, add_item, revise_item, set_guideline, show_item
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.plugins import PluginGroup, named
from tests.web.conftest import Opener, Site

NASTY = """<script>alert(1)</script>"'&/?#"""
DRAFT = ItemDraft(
    "de-en", NASTY, f"C {NASTY}", f"P {NASTY}", f"S {NASTY} שלום", tags=(NASTY.replace(",", ""),)
)


def suite_of(site: Site, name: str = "de-en") -> Suite:
    return show_suite(site.served.desk, name)


# -- browsing ----------------------------------------------------------------------------------------------


def test_all_suites_are_listed(site: Site) -> None:
    """With what they hold, and who changed them last."""
    page = site.client.get("/suites").text
    for name in ("de-en", "en-de", "en-es", "en-ru"):
        assert f">{name}</bdi>" in page
    assert page.count("Ada") >= 4
    told = site.client.get("/api/v1/suites").json()["suites"]
    assert [one["number"] for one in told] == [1, 2, 3, 4]
    assert [one["by"] for one in told] == ["Ada"] * 4
    assert {one["items"] for one in told} == {160}


def test_an_empty_workspace_says_what_to_do(empty_site: Site) -> None:
    """Import a suite, or take the sample; the sample can be reviewed at once."""
    page = empty_site.client.get("/suites").text
    assert "Import a suite" in page and "Take the sample" in page
    done = empty_site.client.post("/suites/sample")
    assert done.status_code == 303
    assert suite_of(empty_site).pairs
    assert empty_site.client.get("/suites/1?state=open").text.count("<tr data-number") > 5


@pytest.mark.parametrize(
    "asked, total",
    [
        ("", 160),
        ("category=Ambiguity", 20),
        ("category=Ambiguity&phenomenon=Lexical+ambiguity", 20),
        ("q=amb-001", 1),
        ("q=AMB-001", 1),
        ("q=%5Cbbench", 1),
        ("pair=en-de", 0),
        ("state=retired", 0),
        ("state=nonsense", 160),
        ("finding=error", 0),
        ("category=Nowhere", 0),
        ("page=99999", 160),
    ],
)
def test_filters_stand_in_the_address(site: Site, asked: str, total: int) -> None:
    """Page and API agree."""
    page = site.client.get(f"/suites/1?{asked}")
    assert page.status_code == 200
    assert f">{total} item" in page.text
    told = site.client.get(f"/api/v1/suites/1/items?{asked}&per_page=500").json()
    assert (told["total"], len(told["items"])) == (total, total)


def test_pages_of_fifty(site: Site) -> None:
    """Each item once, in the order of the suite."""
    found = []
    for number in range(1, 5):
        told = site.client.get(f"/api/v1/suites/1/items?page={number}").json()
        assert (told["page"], told["pages"]) == (number, 4)
        found += [one["item"] for one in told["items"]]
    assert found == [item.key for item in suite_of(site).items]
    assert "/suites/1?category=Ambiguity&amp;page" not in site.client.get("/suites/1?category=Ambiguity").text
    assert "/suites/1?page=3" in site.client.get("/suites/1?page=2").text


def test_open_texts_are_those_of_the_review(site: Site) -> None:
    """Every item with open texts is found, and only they."""
    told = site.client.get("/api/v1/suites/1/items?state=open&per_page=500").json()
    assert told["items"]
    assert all(one["open"] > 0 for one in told["items"])
    every = site.client.get("/api/v1/suites/1/items?per_page=500").json()["items"]
    assert sum(one["open"] > 0 for one in every) == told["total"]


def test_findings_lead_to_items(site: Site) -> None:
    """What lint says about the suite as it is stored, kept until a suite changes."""
    assert "Nothing is wrong" in site.client.get("/suites/1/findings").text
    add_item(
        site.served.desk, 1, replace(DRAFT, id="x1", category="Ambiguity", phenomenon="Lexical ambiguity")
    )
    page = site.client.get("/suites/1/findings?code=rules-missing").text
    assert re.search(r'href="/items/\d+#lab"', page)
    told = site.client.get("/api/v1/suites/1/findings").json()
    assert told["counts"] == {"rules-missing": 1}
    assert told["findings"][0]["item"] == "de-en:x1"
    tree = site.client.get("/api/v1/suites/1").json()
    (one,) = [each for each in tree["phenomena"] if each["findings"]]
    assert (one["phenomenon"], one["findings"]) == ("Lexical ambiguity", {"warning": 1})
    assert site.client.get("/api/v1/suites/1/items?finding=rules-missing").json()["total"] == 1


@pytest.mark.parametrize("path", ["", "/findings", "/export", "/items/new"])
@pytest.mark.parametrize("number", ["99", str(2**31 - 1)])
def test_a_suite_that_is_not_there(site: Site, path: str, number: str) -> None:
    assert site.client.get(f"/suites/{number}{path}").status_code == 404


@pytest.mark.parametrize("path", ["/suites/0", f"/suites/{2**80}", "/suites/x", "/items/0/edit"])
def test_numbers_that_are_none(site: Site, path: str) -> None:
    assert site.client.get(path).status_code == 422


# -- whatever it holds is text -----------------------------------------------------------------------------


def test_names_are_shown_as_text_and_lead_where_they_should(site: Site) -> None:
    """Names that would break out of a page, an attribute or an address."""
    saved = add_item(site.served.desk, 1, DRAFT)
    where = (
        f"/suites/1?category={quote(DRAFT.category, safe='')}&phenomenon={quote(DRAFT.phenomenon, safe='')}"
    )
    for path in (
        "/suites/1",
        where,
        "/suites/1/findings",
        f"/items/{saved.number}/edit",
        "/suites/1/items/new",
    ):
        page = site.client.get(path).text
        assert "<script>alert" not in page
        assert NASTY not in page
    page = site.client.get(where).text
    assert ">1 item<" in page
    assert 'dir="rtl"' in page or 'dir="ltr"' in page
    links = [
        unescape(link)
        for link in re.findall(r'href="(/suites/1\?category=[^"]*)"', site.client.get("/suites/1").text)
    ]
    (own,) = [link for link in links if "alert" in link and "phenomenon" not in link]
    assert site.client.get("/api/v1/suites/1/items?" + own.partition("?")[2]).json()["total"] == 1


# -- files out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["dfki-json", "jsonl", "yaml"])
def test_a_suite_is_downloaded_in_every_format(site: Site, form: str) -> None:
    """As the command line writes it, as a file."""
    expected = named(PluginGroup.WRITE_SUITE, form).write(export_suite(site.served.desk, "de-en").suite)
    for path in ("/suites/1/export", "/api/v1/suites/1/export"):
        told = site.client.get(f"{path}?format={form}")
        assert told.text == expected
        assert told.headers["Content-Disposition"].startswith('attachment; filename="de-en.')


@pytest.mark.parametrize("form", ["tq-csv", "tq-tsv"])
def test_a_format_that_cannot_hold_it_says_so(site: Site, form: str) -> None:
    """The sample has guidelines, for which TQ-AutoTest has no place."""
    told = site.client.get(f"/api/v1/suites/1/export?format={form}")
    assert told.status_code == 400
    assert "has no guidelines" in told.json()["error"]


def test_unknown_formats_are_refused(site: Site) -> None:
    assert site.client.get("/suites/1/export?format=../../etc/passwd").status_code == 400


def test_reserved_items_are_left_out_unless_asked_for(site: Site) -> None:
    add_item(site.served.desk, 1, replace(DRAFT, id="secret-1", reserved=True))
    assert "secret-1" not in site.client.get("/suites/1/export?format=jsonl").text
    assert "secret-1" in site.client.get("/suites/1/export?format=jsonl&reserved=true").text


# -- files in ----------------------------------------------------------------------------------------------


def send(site: Site, content: str | bytes, file: str = "mine.jsonl", **fields: str) -> Response:
    """Send a file, to look what it would do."""
    raw = content.encode() if isinstance(content, str) else content
    told: Response = site.client.post(
        "/suites/import", files={"file": (file, io.BytesIO(raw), "text/plain")}, data=fields
    )
    return told


def fields_of(page: str) -> dict[str, str]:
    """What the form that agrees sends along."""
    form = page[page.index("/suites/import/confirm") :]
    return {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}


def written(suite: Suite) -> str:
    told: str = named(PluginGroup.WRITE_SUITE, "jsonl").write(suite)
    return told


def test_a_file_is_looked_at_and_then_brought_in(site: Site) -> None:
    """Nothing is written before somebody agrees, and nothing is left behind."""
    suite = suite_of(site)
    before = latest(site.served.desk).number
    looked = send(site, written(replace(suite, items=suite.items[:100])), "../../x y.jsonl", name="part")
    assert looked.status_code == 200
    assert "It becomes a new suite" in looked.text
    assert fields_of(looked.text)["label"] == "x y.jsonl"
    assert latest(site.served.desk).number == before
    (kept,) = site.served.folder.iterdir()
    assert re.fullmatch(r"sent-[0-9a-f]{64}", kept.name)
    done = site.client.post("/suites/import/confirm", data={**fields_of(looked.text), "why": "a part"})
    assert done.headers["Location"] == "/suites/5"
    assert len(suite_of(site, "part").items) == 100
    assert not list(site.served.folder.iterdir())
    again = site.client.post("/suites/import/confirm", data=fields_of(looked.text))
    assert again.status_code == 410


def test_what_a_file_retires_is_told(site: Site) -> None:
    suite = suite_of(site)
    told = unescape(send(site, written(replace(suite, items=suite.items[1:])), name="de-en").text)
    assert "Items retired" in told
    assert "amb-001" in told


def test_the_same_file_changes_nothing(site: Site) -> None:
    told = send(site, written(suite_of(site)), name="de-en")
    assert "Nothing would change" in told.text
    assert not list(site.served.folder.iterdir())


@pytest.mark.parametrize(
    "content, said",
    [
        ("", "mine.jsonl is empty"),
        ("nothing like it", "no format for a suite recognises it"),
        (b"\xff\xfe\x00", "not UTF-8"),
        ('{"id": "1"}\n{"id": 2', "mine.jsonl"),
    ],
)
def test_a_file_that_is_none_is_told_and_not_kept(site: Site, content: str | bytes, said: str) -> None:
    told = send(site, content)
    assert told.status_code == 400
    assert said in unescape(told.text)
    assert str(site.served.folder) not in told.text
    assert not list(site.served.folder.iterdir())


def test_no_file_no_import(site: Site) -> None:
    told = site.client.post("/suites/import", data={"name": "x"})
    assert told.status_code == 400
    assert "Choose a file first" in told.text


@pytest.mark.parametrize("token", ["", "../../etc/passwd", "0" * 32, "..", "a/b"])
def test_no_token_leads_out_of_the_folder(site: Site, token: str) -> None:
    fields = {"token": token, "label": "x.yaml", "fingerprint": "x"}
    assert site.client.post("/suites/import/confirm", data=fields).status_code in (410, 422)


def test_whoever_cancels_leaves_nothing(site: Site) -> None:
    looked = send(site, written(suite_of(site)), name="new")
    token = fields_of(looked.text)["token"]
    assert site.client.post("/suites/import/cancel", data={"token": token}).status_code == 303
    assert not list(site.served.folder.iterdir())


def test_if_the_suite_changed_meanwhile_one_looks_again(site: Site) -> None:
    """What was agreed to is what happens, or nothing."""
    suite = suite_of(site)
    looked = send(site, written(replace(suite, items=suite.items[1:])), name="de-en")
    add_item(site.served.desk, 1, replace(DRAFT, id="late"))
    told = site.client.post("/suites/import/confirm", data=fields_of(looked.text))
    assert told.status_code == 409
    assert "late" in [item.id for item in suite_of(site).items]
    done = site.client.post("/suites/import/confirm", data=fields_of(told.text))
    assert done.status_code == 303
    assert "late" not in [item.id for item in suite_of(site).items]


@pytest.mark.parametrize("dry_run", [True, False])
def test_scripts_import_in_one_step(site: Site, dry_run: bool) -> None:
    suite = suite_of(site)
    file = {"file": ("new.jsonl", io.BytesIO(written(suite).encode()), "text/plain")}
    told = site.client.post("/api/v1/suites/import", files=file, data={"dry_run": str(dry_run)})
    assert told.status_code == 200
    answer = told.json()
    assert (answer["suite"], answer["dry_run"], answer["summary"]) == (
        "new",
        dry_run,
        "160 items added, 8 guidelines added.",
    )
    assert (answer["change"] is None, answer["number"] is None) == (dry_run, dry_run)
    assert not list(site.served.folder.iterdir())


# -- guidelines --------------------------------------------------------------------------------------------


def test_a_guideline_is_written_by_the_page(site: Site) -> None:
    before = suite_of(site).guideline("Ambiguity", "Lexical ambiguity")
    named_so = {"category": "Ambiguity", "phenomenon": "Lexical ambiguity"}
    done = site.client.post(
        "/suites/1/guideline", data={**named_so, "before": before, "after": "One.\r\nTwo."}
    )
    assert done.status_code == 303
    assert suite_of(site).guideline("Ambiguity", "Lexical ambiguity") == "One.\nTwo."


def test_two_who_write_one_guideline(site: Site) -> None:
    """The second is told, and what they wrote stays in the field."""
    before = suite_of(site).guideline("Ambiguity", "Lexical ambiguity")
    revision = GuidelineRevision("Ambiguity", "Lexical ambiguity", before, "Theirs.")
    set_guideline(replace(site.served.desk, person="Ben"), 1, revision)
    named_so = {"category": "Ambiguity", "phenomenon": "Lexical ambiguity"}
    told = site.client.post("/suites/1/guideline", data={**named_so, "before": before, "after": "Mine."})
    assert told.status_code == 409
    assert "Ben" in told.text and "Theirs." in told.text and "Mine." in told.text
    body = {**named_so, "before": "Theirs.", "guideline": "Mine."}
    assert site.client.put("/api/v1/suites/1/guideline", json=body).json()["change"]
    assert suite_of(site).guideline("Ambiguity", "Lexical ambiguity") == "Mine."


def test_examples_are_added_by_page_and_by_api(site_as: Opener) -> None:
    """Of a text of an item, or typed in; readers see them, and only editors write them."""
    editor, reader = site_as(Role.EDITOR), site_as(Role.READER)
    item = reader.client.get("/api/v1/items/1").json()
    words = {"category": item["category"], "phenomenon": item["phenomenon"]}
    text = item["texts"][0]["text_id"]
    made = {"text": text, "verdict": "undecided", "note": "both <b>"}
    assert editor.client.post("/items/1/examples", data=made).status_code == 303
    typed = {**words, "source": "Ein Tor.", "translation": "A gate.", "verdict": "pass"}
    assert editor.client.post("/suites/1/examples", data=typed).status_code == 303
    posted = {**typed, "translation": "A fool."}
    assert editor.client.post("/api/v1/suites/1/examples", json=posted).json()["number"] == 3
    assert editor.client.post(f"/api/v1/texts/{text}/example", json={"verdict": "undecided"}).json() == {
        **{"change": None, "suite": 1, "number": None}, **words
    }  # fmt: skip
    assert reader.client.post("/api/v1/suites/1/examples", json=posted).status_code == 403
    found = reader.client.get("/api/v1/suites/1/examples", params=words).json()["examples"]
    assert [(one["example"]["verdict"], one["example"]["item"]) for one in found] == [
        ("undecided", item["item"]), ("pass", None), ("pass", None)
    ]  # fmt: skip
    for place in (f"/suites/1?{urlencode(words)}", "/items/1"):
        page = reader.client.get(place).text
        assert "both &lt;b&gt;" in page and "A gate." in page and "Remove example" not in page
    assert "Remove example 1" in editor.client.get(f"/suites/1?{urlencode(words)}").text
    assert editor.client.post("/suites/1/examples/1/remove").status_code == 303
    assert editor.client.delete("/api/v1/suites/1/examples/1").status_code == 404
    assert len(reader.client.get("/api/v1/items/1").json()["examples"]) == 2


def test_error_types_are_defined_by_page_and_by_api(site_as: Opener) -> None:
    """Readers see them with their keys, editors write them; they go with a decision that a text fails."""
    editor, reader = site_as(Role.EDITOR), site_as(Role.READER)
    item = reader.client.get("/api/v1/items/1").json()
    words = {"category": item["category"], "phenomenon": item["phenomenon"]}
    place, api = f"/suites/1?{urlencode(words)}", "/api/v1/suites/1/error-types"
    for scope, label in (("phenomenon", "wrong <b>"), ("suite", "untranslated"), ("suite", "garbled")):
        sent = {**words, "label": label, "scope": scope}
        assert editor.client.post("/suites/1/error-types", data=sent).status_code == 303
    assert (
        editor.client.post(api, json={"label": "literal", "category": words["category"]}).json()["number"]
        == 4
    )
    assert reader.client.post(api, json={"label": "other"}).status_code == 403
    assert "at most 40" in editor.client.post(api, json={"label": "x" * 41}).json()["error"]
    assert editor.client.patch(f"{api}/3", json={"up": True}).json()["label"] == "garbled"
    assert editor.client.patch(f"{api}/3", json={"label": "unreadable"}).json()["label"] == "unreadable"
    assert editor.client.post("/suites/1/error-types/3", data={**words, "deed": "retire"}).status_code == 303
    found = reader.client.get(api, params=words).json()["error_types"]
    assert [one["label"] for one in found] == ["untranslated", "literal", "wrong <b>"]
    assert (
        "wrong &lt;b&gt;" in reader.client.get(place).text and "Retire" not in reader.client.get(place).text
    )
    assert 'aria-label="Retire: untranslated"' in editor.client.get(place).text
    text = item["texts"][0]["text_id"]
    said = {"text_id": text, "error_type": "literal"}
    assert editor.client.post("/api/v1/review/error-type", json=said).status_code == 400
    decided = {"text_id": text, "verdict": "fail", "error_type": "1"}
    where = {"campaign": "2026", "suite": item["suite"], "pair": item["item"].split(":")[0]}
    made = editor.client.post("/api/v1/review/decide", json={**where, "decisions": [decided]})
    assert made.status_code == 200, made.text
    assert editor.client.post("/api/v1/review/error-type", json=said).json() == {"own_error": 4}
    assert editor.client.get(f"/api/v1/review/texts/{text}", params=where).json()["own_error"] == 4
    profile = reader.client.get("/api/v1/report", params=where).json()["error_profile"]
    assert {one["error_type"] for one in profile} == {"literal", None}
    assert "Error profile" in reader.client.get("/report", params=where).text
    assert editor.client.delete(f"{api}/9").status_code == 404


def test_the_desk_of_others(site: Site) -> None:
    """Revisions are seen as of now, whoever writes."""
    base = show_item(site.served.desk, 1).base
    draft = replace(ItemDraft.of(show_item(site.served.desk, 1).item), comment="theirs")
    revise_item(Desk(site.desk.workspace, "Ben"), 1, draft, base)
    assert "theirs" in site.client.get("/items/1/edit").text


def test_a_large_suite_is_shown_before_it_is_looked_through(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page asks for what is wrong with it as soon as it stands there."""
    monkeypatch.setattr("lackmus.web.suites.browsing._LARGE", 10)
    for _ in range(2):  # nobody has waited for it yet
        first = site.client.get("/suites/1").text
        assert "looking …" in first and 'hx-trigger="load"' in first
    assert "looking …" not in site.client.get("/suites/1?page=1", headers={"HX-Request": "true"}).text
    assert "looking …" not in site.client.get("/suites/1").text


# -- many items at once ------------------------------------------------------------------------------------


def test_a_list_is_sorted_and_all_its_numbers_are_told(site: Site) -> None:
    """By page and API alike; an unknown column is one line."""
    asked = "category=Ambiguity&sort=-source"
    told = site.client.get(f"/api/v1/suites/1/items?{asked}&per_page=500").json()["items"]
    sources = [one["source"].casefold() for one in told]
    assert sources == sorted(sources, reverse=True)
    numbers = [one["item_id"] for one in told]
    assert site.client.get(f"/api/v1/suites/1/items/numbers?{asked}").json() == {"items": numbers}
    page = site.client.get(f"/suites/1?{asked}").text
    assert [int(one) for one in re.findall(r'<tr data-number="(\d+)"', page)] == numbers
    for address in ("/suites/1", "/api/v1/suites/1/items"):
        wrong = site.client.get(f"{address}?sort=size")
        assert (wrong.status_code, "There is no size. There are item, pair," in wrong.text) == (400, True)


def test_open_texts_are_those_of_the_campaign_that_is_named(site: Site) -> None:
    def told(asked: str) -> list[tuple[int, bool | None]]:
        found = site.client.get(f"/api/v1/suites/1/items?per_page=500&{asked}").json()["items"]
        return [(one["open"], one["fair"]) for one in found]

    of_one, fair = told("campaign=2026&sort=-open"), told("campaign=2026&state=fair")
    assert 0 < sum(one for one, _ in of_one) < sum(one for one, _ in told("sort=-open"))
    assert of_one == sorted(of_one, reverse=True, key=lambda one: one[0])
    assert {one for _, one in fair} == {True} and len(fair) + len(told("campaign=2026&state=unfair")) == 160
    assert site.client.get("/suites/1?state=fair").status_code == 400


def test_many_items_are_changed_by_the_api(site: Site) -> None:
    """One change; the list knows it, and undo takes it back."""
    sent = {"items": [1, 2, 3], "action": "tag", "add": ["hard"], "log": "for the talk"}
    done = site.client.post("/api/v1/items/edit", json=sent).json()
    assert (done["items"], done["unchanged"]) == ([1, 2, 3], 0)
    assert done["said"] == "3 items tagged: +hard."
    listed = site.client.get("/api/v1/suites/1/items?tag=hard").json()["items"]
    assert [(one["item_id"], one["changed"]["number"]) for one in listed] == [
        (number, done["change"]) for number in (1, 2, 3)
    ]
    assert site.client.post("/api/v1/undo", json={}).status_code == 200
    assert site.client.get("/api/v1/suites/1/items?tag=hard").json()["total"] == 0


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        (
            {"action": "tag", "add": ["x" * 101]},
            400,
            "The tag “xxxxxxxxxxxxxxxxxxxx…” has 101 ",
        ),
        ({"action": "move", "phenomenon": "Nothing"}, 400, "To make a new one, write its category"),
        ({"action": "assign", "person": "Nobody here"}, 400, "There is no person named Nobody here."),
        ({"action": "shuffle"}, 422, "action"),
        ({"items": [99_999], "action": "retire"}, 404, "There is no item of the number 99999."),
    ],
)
def test_what_the_api_refuses_is_one_line(
    site: Site, sent: dict[str, object], status: int, told: str
) -> None:
    answer = site.client.post("/api/v1/items/edit", json={"items": [1], **sent})
    assert (answer.status_code, told in answer.text) == (status, True), answer.text


def test_only_editors_change_items(site_as: Opener) -> None:
    for role, status in ((Role.READER, 403), (Role.ANNOTATOR, 403)):
        answer = site_as(role).client.post("/api/v1/items/edit", json={"items": [1], "action": "retire"})
        assert answer.status_code == status
