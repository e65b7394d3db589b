"""Uploads in two steps, on the page and by script."""

import gzip
import re
from io import BytesIO
from typing import Any

import polars as pl
import pytest

from lackmus.flows.outputs import coverage
from lackmus.flows.outputs.staged_uploads import StagedUploads, UploadState
from lackmus.flows.suites.samples import sample_files, samples
from lackmus.flows.workspaces.workspaces import latest
from tests.web.conftest import Site

OUTPUTS = samples()["de-en"].parent / "outputs" / "2026"
PART = {"part": "de-en|de-en"}


def content(system: str) -> bytes:
    """What a system of the sample wrote."""
    return (OUTPUTS / f"{system}.tsv").read_bytes()


def sent(*files: tuple[str, bytes], field: str = "files") -> list[Any]:
    """Files as a browser sends them."""
    return [(field, (name, data)) for name, data in files]


def upload(site: Site, *files: tuple[str, bytes], **said: str) -> str:
    """The address of an upload, judged."""
    answer = site.client.post("/outputs/upload", data={"campaign": "New", **PART, **said}, files=sent(*files))
    assert answer.status_code == 303, answer.text
    place: str = answer.headers["location"]
    assert site.served.stagings.of(site.served.desk_of("Ada"), place.rsplit("/", 1)[1]).over.wait(30)
    return place


def test_what_files_hold_is_shown_before_anything_is_stored(site: Site) -> None:
    before = latest(site.desk)
    place = upload(site, ("Linde.tsv", content("Linde")), ("bad.tsv", b"1\tx\nno tab\n"))
    told = site.client.get(place).text
    for part in ("new campaign", 'value="Linde"', "bad.tsv, line 2: no tab", "Leave it out", "Store these"):
        assert part in told
    assert latest(site.desk) == before and "/tmp" not in told and str(site.served.folder) not in told
    waiting = site.client.get("/outputs").text
    assert waiting.count(place) == 1  # it waits, and is found again
    assert re.search(r"Linde\.tsv</bdi> and 1 more for <bdi[^>]*>New<", waiting)  # by what was chosen


def test_columns_of_a_data_set_are_named(site: Site) -> None:
    """On the page and by script: the error lists the columns, and a field names them."""
    rows = [line.split("\t", 1) for line in content("Linde").decode().splitlines()]
    table = BytesIO()
    pl.DataFrame(rows, schema=["nr", "english"], orient="row").write_ipc_stream(table)
    file = ("Linde.arrow", table.getvalue())
    said = {"campaign": "New", "suite": "de-en", "pair": "de-en", "dry_run": "true"}
    told = site.client.post("/api/v1/outputs", data=said, files=sent(file)).json()["unread"][0]["problem"]
    assert told.startswith("Linde.arrow: no column is known as the texts (its columns are nr, english). Name")
    named = {"columns": "item=nr,text=english"}
    found = site.client.post("/api/v1/outputs", data={**said, **named}, files=sent(file)).json()
    assert [(one["system"], one["missing"]) for one in found["systems"]] == [("Linde", 0)]
    assert 'value="Linde"' in site.client.get(upload(site, file, **named)).text


def test_names_are_edited_and_all_is_stored_once(site: Site) -> None:
    place = upload(site, ("Linde.tsv", content("Linde")), ("Eiche.tsv.gz", gzip.compress(content("Eiche"))))
    form = {
        "name-0": "Tilia",
        "take-0": "true",
        "name-1": "Quercus",
        "take-1": "true",
        "campaign": "New 2031",
    }
    for said in ("Stored: New 2031: 2 systems (2 new)", "Stored already, nothing was done twice"):
        answer = site.client.post(f"{place}/store", data=form)
        assert answer.headers["location"] == "/outputs/campaign?name=New+2031"
        told = answer.headers["set-cookie"].replace("%20", " ").replace("%28", "(").replace("%29", ")")
        assert said.split(":")[0].split(",")[0] in told
        number = latest(site.desk).number
    assert latest(site.desk).number == number
    (one,) = [one for one in coverage.held(site.desk) if one.campaign.name == "New 2031"]
    assert [system.name for system in one.campaign.systems] == [
        "Tilia",
        "Quercus",
    ] and one.campaign.year == 2031
    assert list(site.served.folder.iterdir()) == []
    assert "To New 2031" in re.sub("<[^>]+>", "", site.client.get(place).text)


def test_what_is_there_is_replaced_only_if_one_says_so(site: Site) -> None:
    place = upload(site, ("Ahorn.tsv", content("Linde")), campaign="2025")
    assert "items differ" in site.client.get(place).text
    form = {"name-0": "Ahorn", "take-0": "true"}
    answer = site.client.post(f"{place}/store", data=form)
    assert (
        answer.headers["location"] == place
        and "other outputs under the same name" in site.client.get(place).text
    )
    assert site.client.post(f"{place}/store", data={**form, "replace": "true"}).headers["location"] != place
    told = site.client.get("/outputs/system", params={"campaign": "2025", "name": "Ahorn"}).text
    assert "in place of Ahorn.tsv" in told


def test_another_campaign_can_be_chosen_and_looked_at_again(site: Site) -> None:
    place = upload(site, ("Ahorn.tsv", content("Ahorn")))
    form = {"name-0": "Ahorn", "take-0": "true", "campaign": "2026"}
    assert site.client.post(f"{place}/judge", data=form).headers["location"] == place
    assert "already has exactly these outputs" in site.client.get(place).text


def test_discarded_is_gone(site: Site) -> None:
    place = upload(site, ("A.tsv", content("Ahorn")))
    site.client.post(f"{place}/discard")
    assert site.client.get(place).status_code == 404 and list(site.served.folder.iterdir()) == []


def test_a_shifted_file_is_told_loudly(site: Site) -> None:
    lines = [line.split("\t", 1) for line in content("Ahorn").decode().splitlines()]
    texts = [text for _, text in lines]
    late = [*texts[:40], *texts[41:], "x"]
    shifted = "".join(f"{item}\t{text}\n" for (item, _), text in zip(lines, late, strict=True)).encode()
    assert "looks misaligned (shifted)" in site.client.get(upload(site, ("A.tsv", shifted))).text


@pytest.mark.parametrize(
    "name, shown",
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\CON", "CON"),
        ("CON.tsv", "CON"),
        ("x" * 400 + ".tsv", "x" * 150),
        ("Ü بهتر 🌳.tsv", "Ü بهتر 🌳"),
        ("evil\u202evst.exe.tsv", "evilvst.exe"),
        ("<img src=x onerror=alert(1)>.tsv", "&lt;img src=x onerror=alert(1)&gt;"),
    ],
)
def test_no_name_reaches_the_file_system(site: Site, name: str, shown: str) -> None:
    place = upload(site, (name, content("Ahorn")))
    paths = [path.relative_to(site.served.folder) for path in site.served.folder.rglob("*")]
    assert len(paths) == 2 and all(re.fullmatch(r"[0-9a-f]{32}(/[0-9a-f]{32})?", str(path)) for path in paths)
    told = site.client.get(place).text
    assert f'value="{shown}"' in told and "<img" not in told.split("<main", 1)[1]


@pytest.mark.parametrize("files", [[], [("files", ("", b""))], [("other", ("A", b"x"))]])
def test_no_file_is_told(site: Site, files: list[Any]) -> None:
    answer = site.client.post("/outputs/upload", data={"campaign": "X", **PART}, files=files or None)
    assert answer.status_code == 400 and "No file came" in answer.text


def test_what_has_no_room_leaves_nothing(site: Site) -> None:
    object.__setattr__(site.served, "stagings", StagedUploads(most_bytes=10))
    answer = site.client.post("/outputs/upload", data={"campaign": "X"}, files=sent(("A", b"x" * 11)))
    assert answer.status_code == 400 and list(site.served.folder.iterdir()) == []


def test_the_bar_while_one_waits(site: Site) -> None:
    """The address carries all: a page that is loaded again shows how far it is, and goes on asking."""
    place = upload(site, ("A.tsv", content("Ahorn")))
    staging = site.served.stagings.all_of(site.served.desk_of("Ada"))[0]
    staging.state, staging.stage, staging.done, staging.total = UploadState.JUDGING, "Judging", 2, 9
    for part in (place, f"{place}/progress"):
        told = site.client.get(part).text
        assert "Judging 3 of 9" in told and 'hx-trigger="every 1s"' in told
    staging.state = UploadState.JUDGED
    assert "Store these" in site.client.get(f"{place}/progress").text


# -- by script ---------------------------------------------------------------------------------------------


def test_in_one_step(site: Site) -> None:
    said = {"campaign": "Script", "suite": "de-en", "pair": "de-en"}
    for dry_run, stored in (("true", False), ("false", True)):
        files = sent(("Linde.tsv", content("Linde")))
        told = site.client.post("/api/v1/outputs", data={**said, "dry_run": dry_run}, files=files).json()
        assert (told["stored"], told["systems"][0]["outcome"], told["imported"]["dry_run"]) == (
            stored,
            "new",
            not stored,
        )
    refused = site.client.post("/api/v1/outputs", data=said, files=sent(("A.tsv", b"1 x\n")))
    assert refused.status_code == 400 and "A.tsv" in refused.json()["error"]
    assert list(site.served.folder.iterdir()) == []


def test_in_two_steps(site: Site) -> None:
    said = {"campaign": "Script", "suite": "de-en", "pair": "de-en"}
    begun = site.client.post(
        "/api/v1/outputs/uploads", data=said, files=sent(("A.tsv", content("Linde")))
    ).json()
    place = f"/api/v1/outputs/uploads/{begun['token']}"
    staging = site.served.stagings.of(site.served.desk_of("Ada"), begun["token"])
    assert staging.over.wait(30) and site.client.get(place).json()["state"] == "judged"
    site.client.post(f"{place}/store", json={"names": {"0": "B"}})
    assert staging.over.wait(30)
    told = site.client.get(place).json()
    assert told["state"] == "stored" and told["judged"]["systems"][0]["system"] == "B"
    other = site.client.post("/api/v1/outputs/uploads", data=said, files=sent(("A.tsv", b"x"))).json()
    assert site.served.stagings.of(site.served.desk_of("Ada"), other["token"]).over.wait(30)
    assert site.client.delete(f"/api/v1/outputs/uploads/{other['token']}").status_code == 204


@pytest.mark.parametrize("which", ["jsonl", "wmt-xml", "parquet"])
def test_what_came_out_comes_in_again(site: Site, which: str) -> None:
    """And is the same."""
    said = {"campaign": "2025", "suite": "de-en", "pair": "de-en", "dry_run": "true"}
    out = site.client.get("/api/v1/outputs", params={"campaign": "2025", "format": which}).content
    told = site.client.post("/api/v1/outputs", data=said, files=sent((f"all.{which}", out))).json()
    assert [one["outcome"] for one in told["systems"]] == ["unchanged"] * 3


def test_lines_beside_their_source(site: Site) -> None:
    every = sample_files("de-en")
    said = {"campaign": "2026", "suite": "de-en", "pair": "de-en", "dry_run": "true"}
    hyps = sent(*((f"{name}.en", every[f"hyps/{name}.en"]) for name in ("Linde", "Eiche")))
    files = [*hyps, *sent(("source.de", every["source.de"]), field="source")]
    told = site.client.post("/api/v1/outputs", data=said, files=files).json()
    assert {one["system"]: one["outcome"] for one in told["systems"]} == {
        "Linde": "unchanged",
        "Eiche": "unchanged",
    }


def test_what_cannot_be_read_waits_with_the_reason(site: Site) -> None:
    """It was not judged, so the list does not say so."""
    sent = [("files", ("Nonsense.bin", b"\x00\x01\x02"))]
    site.client.post("/outputs/upload", files=sent, data={"part": "de-en|de-en", "campaign": "2026"})
    page = site.client.get("/outputs").text
    assert "Nonsense.bin" in page and "cannot be read" in page and "judged, not stored" not in page
    sent.append(("files", ("Tanne.tsv", b"amb-001\tA bench.\n")))
    site.client.post("/outputs/upload", files=sent, data={"part": "de-en|de-en", "campaign": "2026"})
    assert re.search(
        r"judged, not stored; .*Nonsense\.bin.* cannot be read", site.client.get("/outputs").text
    )
