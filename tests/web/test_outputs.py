"""Campaigns and systems on pages and by script: shown, changed, deleted, brought back, downloaded."""

import io
import re
import zipfile
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest

from lackmus.flows.outputs import coverage
from tests.web.conftest import Site

NASTY = "<script>alert('x')</script> & \"q\" / ? # ü"


def test_the_list_of_campaigns(site: Site) -> None:
    told = site.client.get("/outputs").text
    for part in ("/outputs/campaign?name=2025", "2,168", "160 <span", "Upload outputs"):
        assert part in told


def test_a_number_of_open_texts_is_what_its_link_shows(site: Site) -> None:
    """One for each suite and pair of a campaign; of one system on its page."""
    links = re.findall(r'<a href="(/review[^"]*)">([\d,]+)</a>', site.client.get("/outputs").text)
    assert len(links) == 5
    for link, many in links:
        assert f'<span data-told="open">{many} texts open' in site.client.get(unescape(link)).text
    told = site.client.get("/outputs/campaign?name=2026").text
    assert all(f'href="{link}">Review' in told for link, _ in links if "campaign=2026" in link)
    one = site.client.get("/outputs/system?campaign=2025&name=Ahorn").text
    ((link, many),) = re.findall(r'<a href="(/review[^"]*)">([\d,]+)</a>', one)
    scope = dict(parse_qsl(urlsplit(unescape(link)).query))
    left = site.client.post("/api/v1/review/next", json={**scope, "many": 1}).json()["left"]
    assert left + 1 == int(many)


@pytest.mark.parametrize("path", ["/outputs", "/outputs/upload", "/templates", "/templates/new"])
def test_an_empty_workspace_says_what_to_do(empty_site: Site, path: str) -> None:
    answer = empty_site.client.get(path)
    assert answer.status_code == 200 and "No suite yet" in answer.text


def test_a_campaign_and_its_systems(site: Site) -> None:
    told = site.client.get("/outputs/campaign", params={"name": "2025"}).text
    for part in (
        "/outputs/system?campaign=2025&amp;name=Ahorn",
        "Eiche.tsv",
        "Delete this campaign",
        "480 outputs",
    ):
        assert part in told
    one = site.client.get("/outputs/system", params={"campaign": "2025", "name": "Ahorn"}).text
    assert "Handed in Ahorn.tsv: 160 outputs" in one


@pytest.mark.parametrize(
    "path, params, status",
    [
        ("/outputs/campaign", {"name": "WMT99"}, 404),
        ("/outputs/campaign", {}, 303),
        ("/outputs/system", {"campaign": "2025", "name": "Nobody"}, 404),
        ("/outputs/download", {"campaign": "2025", "format": "docx"}, 400),
        ("/outputs/download", {"campaign": "2025", "format": "../x"}, 400),
        ("/outputs/uploads/nothing", {}, 404),
    ],
)
def test_what_is_not_there(site: Site, path: str, params: dict[str, str], status: int) -> None:
    assert site.client.get(path, params=params).status_code == status


def test_names_are_text_wherever_they_stand(site: Site) -> None:
    """Whatever a campaign and a system are called, their pages are found and show it as text."""
    site.client.post("/outputs/campaign", data={"of": "2025", "name": NASTY, "tags": NASTY, "comment": NASTY})
    said = {
        "campaign": NASTY,
        "of": "Ahorn",
        "name": NASTY,
        "label": "<b>",
        "tags": "<i>,ok",
        "comment": NASTY,
    }
    answer = site.client.post("/outputs/system", data=said)
    assert answer.status_code == 303
    for place in ("/outputs", answer.headers["location"], site.client.get("/outputs").url.path):
        told = site.client.get(place).text
        assert "<script>alert" not in told and "<b>" not in told and "<i>" not in told
    told = site.client.get("/outputs/campaign", params={"name": NASTY}).text
    assert "&lt;script&gt;alert(" in told and "<script>alert" not in told
    (one,) = [one for one in coverage.held(site.desk) if one.campaign.name == NASTY]
    assert (one.campaign.systems[0].name, one.campaign.systems[0].tags) == (NASTY, ("<i>", "ok"))


def test_the_label_follows_the_name_unless_it_is_ones_own(site: Site) -> None:
    said = {"campaign": "2025", "of": "Ahorn", "name": "Acer"}
    site.client.post("/outputs/system", data=said)
    told = site.client.get("/api/v1/system", params={"campaign": "2025", "name": "Acer"}).json()
    assert told["label"] == "Acer"
    site.client.post("/outputs/system", data={**said, "of": "Acer", "name": "Maple", "label": "M"})
    site.client.patch("/api/v1/system", params={"campaign": "2025", "name": "Maple"}, json={"name": "Oak"})
    told = site.client.get("/api/v1/system", params={"campaign": "2025", "name": "Oak"}).json()
    assert told["label"] == "M" and len(told["history"]) == 4


def test_a_campaign_is_deleted_by_its_name_and_brought_back(site: Site) -> None:
    refused = site.client.post("/outputs/campaign/delete", data={"of": "2025", "typed": "2026"})
    assert refused.status_code == 400 and "Nothing was deleted" in refused.text
    assert (
        site.client.post("/outputs/campaign/delete", data={"of": "2025", "typed": "2025"}).status_code == 303
    )
    told = site.client.get("/outputs").text
    assert "?name=2025" not in told and "2025 deleted: 3 systems, 3 hand-ins" in told
    number = told.split('name="change" value="')[1].split('"')[0]
    assert site.client.post("/outputs/restore", data={"change": number}).status_code == 303
    assert "?name=2025" in site.client.get("/outputs").text


def test_a_deleted_system_vanishes_and_the_log_knows(site: Site) -> None:
    site.client.post("/outputs/system/delete", data={"campaign": "2026", "of": "Linde"})
    told = site.client.get("/outputs/campaign", params={"name": "2026"}).text
    assert "name=Linde" not in told and "name=Ahorn" in told


def test_by_script(site: Site) -> None:
    """What the pages do, and what is not said stays."""
    api = site.client
    assert [one["name"] for one in api.get("/api/v1/campaigns").json()["campaigns"]] == ["2025", "2026"]
    edited = api.patch("/api/v1/campaign", params={"name": "2025"}, json={"tags": ["a, b"], "year": None})
    assert (edited.json()["name"], edited.json()["tags"], edited.json()["year"]) == ("2025", ["a", "b"], None)
    assert edited.json()["covered"] == [
        {"suite": "de-en", "pair": "de-en", "items": 160, "of": 160, "open": 21}
    ]
    gone = api.delete("/api/v1/system", params={"campaign": "2025", "name": "Ahorn"}).json()
    assert (gone["name"], gone["hand_ins"]) == ("2025/Ahorn", 1)
    assert api.get("/api/v1/system", params={"campaign": "2025", "name": "Ahorn"}).status_code == 404
    assert api.delete("/api/v1/campaign", params={"name": "2025"}).json()["systems"] == 2


@pytest.mark.parametrize("form", ["parquet", "wmt-xml", "jsonl", "mtme", "tsv"])
def test_outputs_come_out_again(site: Site, form: str) -> None:
    answer = site.client.get("/api/v1/outputs", params={"campaign": "2025", "format": form})
    page = site.client.get("/outputs/download", params={"campaign": "2025", "format": form})
    assert answer.status_code == page.status_code == 200
    assert answer.headers["content-disposition"].startswith('attachment; filename="2025.')
    if form in ("mtme", "tsv"):
        files = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
        assert len(files) >= 3 and not any(name.startswith(("/", "..")) for name in files)
    elif form == "jsonl":
        assert len(answer.text.splitlines()) == 480


def test_a_long_name_is_no_reason_to_keep_outputs(site: Site) -> None:
    site.client.patch("/api/v1/campaign", params={"name": "2025"}, json={"name": "Ü" * 400})
    answer = site.client.get("/api/v1/outputs", params={"campaign": "Ü" * 400, "format": "jsonl"})
    assert answer.status_code == 200 and 'filename="______' in answer.headers["content-disposition"]


@pytest.mark.parametrize(
    "place, crumbs", [("", ""), ("?campaign=2026", ' › <a href="/outputs/campaign?name=2026">')]
)
def test_crumbs_end_with_a_place(site: Site, place: str, crumbs: str) -> None:
    shown = site.client.get(f"/outputs/upload{place}").text
    assert f'<p class="crumbs"><a href="/outputs">Outputs</a>{crumbs}' in shown and "›</p>" not in shown


def test_a_pair_is_named_once_where_its_suite_is_called_like_it(site: Site) -> None:
    shown = site.client.get("/outputs/system", params={"campaign": "2026", "name": "Linde"}).text
    assert "160 outputs (de-en)" in shown and "(de-en, de-en)" not in shown
