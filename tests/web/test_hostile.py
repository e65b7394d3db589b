"""What no browser of ours sends: forms in strange letters, bombs, numbers beyond all bounds, secrets."""

import gzip
import io
import lzma
from pathlib import Path
from urllib.parse import unquote

import polars as pl
import pytest

from lackmus.core.workspaces.people import Role
from lackmus.flows.outputs import handing_in
from lackmus.flows.suites import file_preview
from lackmus.read.budgets import Weight
from lackmus.web.http import files
from lackmus.web.http.middleware import LITTLE
from tests.web.conftest import NAMES, Opener, Site

FORM = (
    b'--B\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\\ud800\r\n'
    b'--B\r\nContent-Disposition: form-data; name="name"\r\n\r\n\\ud800\r\n--B--\r\n'
)
BEYOND = ("9" * 30, "-9223372036854775809", "0")
PART = {"suite": "de-en", "pair": "de-en"}


@pytest.mark.parametrize("path", ["/login", "/settings/tokens", "/templates", "/api/v1/templates"])
@pytest.mark.parametrize("charset", ["unicode_escape", "undefined", "punycode", '"UTF-7"', "idna"])
def test_forms_come_in_our_letters(site: Site, path: str, charset: str) -> None:
    """A form could name any codec of Python; some of them make half characters, some make errors."""
    kind = f"multipart/form-data; boundary=B; charset={charset}"
    answer = site.client.post(path, content=FORM, headers={"Content-Type": kind})
    assert (answer.status_code, "UTF-8" in answer.text) == (415, True)


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", '; charset="UTF-8"', "; charset=utf8"])
def test_our_letters_may_be_named(site: Site, charset: str) -> None:
    kind = f"multipart/form-data; boundary=B{charset}"
    content = FORM.replace(b"\\ud800", b"Zo\xc3\xab")
    assert site.client.post("/people", content=content, headers={"Content-Type": kind}).status_code == 303


@pytest.mark.parametrize("number", BEYOND)
@pytest.mark.parametrize(
    "path, field", [("/log/{}/undo", ""), ("/outputs/restore", "change"), ("/settings/tokens/{}/revoke", "")]
)
def test_numbers_that_no_database_holds(site: Site, path: str, field: str, number: str) -> None:
    sent = {field: number} if field else {}
    assert site.client.post(path.format(number), data=sent).status_code in (400, 404, 422)


@pytest.mark.parametrize("year", ["000000001900999", "0" * 12 + "2" * 5000, "1899", "²", "2e3"])
def test_a_year_is_a_year(site: Site, year: str) -> None:
    """A number is looked at as a whole before it is believed."""
    sent = {"files": ("A.tsv", b"1\tx\n")}
    answer = site.client.post("/api/v1/outputs", files=sent, data={**PART, "campaign": "New", "year": year})
    assert (answer.status_code, answer.json()["error"].startswith("year: “")) == (400, True)


@pytest.mark.parametrize("role", [Role.READER, Role.ANNOTATOR])
def test_only_who_may_bring_files_in_may_send_large_ones(site_as: Opener, role: Role) -> None:
    """Others are refused before anything is written to the disk."""
    large = {"file": ("a.yaml", b"x" * (LITTLE + 1))}
    assert site_as(role).client.post("/suites/import", files=large).status_code == 413
    assert site_as(Role.EDITOR).client.post("/suites/import", files=large).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/suites/1/export?reserved=true",
        "/api/v1/suites/1/export?reserved=true",
        "/outputs/download?campaign=2026&format=jsonl&part=de-en%7Cde-en&with_reserved=true",
        "/api/v1/outputs?campaign=2026&suite=de-en&pair=de-en&with_reserved=true",
    ],
)
def test_secrets_leave_only_with_editors(site_as: Opener, path: str) -> None:
    told = {role: site_as(role).client.get(path).status_code for role in NAMES}
    assert told == {Role.READER: 403, Role.ANNOTATOR: 403, Role.EDITOR: 200, Role.ADMIN: 200}


def test_whoever_cannot_have_secrets_is_not_offered_them(site_as: Opener) -> None:
    for role, offered in ((Role.ANNOTATOR, False), (Role.EDITOR, True)):
        page = site_as(role).client.get("/outputs/campaign?name=2026").text
        assert ("with_reserved" in page) is offered


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bytes])
@pytest.mark.parametrize("content", [b"1\tx\n" * 40, b"\r" * 40, b"1\t" + b"x" * 400])
def test_what_unpacks_to_too_much_is_not_read(
    site: Site, monkeypatch: pytest.MonkeyPatch, pack: type[bytes], content: bytes
) -> None:
    """Many files together count as one; nothing is left of them, and no path is told."""
    monkeypatch.setattr(handing_in, "MOST_UNPACKED", Weight(300, 30))
    monkeypatch.setattr(file_preview, "MOST", Weight(300, 30))
    half = content[: len(content) // 2]
    outputs = [("files", (name, pack(half))) for name in ("A.tsv", "B.tsv", "C.tsv")]
    for path in ("/api/v1/outputs", "/api/v1/outputs/uploads", "/outputs/upload"):
        answer = site.client.post(path, files=outputs, data={**PART, "campaign": "New"})
        assert (answer.status_code, ".tsv holds more than" in answer.text) == (400, True), answer.text
        assert str(site.served.folder) not in answer.text
    for path in ("/api/v1/suites/import", "/suites/import"):
        answer = site.client.post(path, files={"file": ("S.yaml", pack(content))})
        assert (answer.status_code, "S.yaml holds more than" in answer.text) == (400, True), answer.text
    assert list(site.served.folder.iterdir()) == []


def test_a_damaged_file_stops_no_other(site: Site) -> None:
    """That it is damaged is told beside what the others hold."""
    sent = [("files", ("A.tsv.gz", gzip.compress(b"1\tx\n")[:-9])), ("files", ("B.tsv", b"1\tx\n"))]
    answer = site.client.post("/api/v1/outputs", files=sent, data={**PART, "campaign": "New", "dry_run": "1"})
    assert "A.tsv.gz" in {one["file"] for one in answer.json()["unread"]}, answer.text


@pytest.mark.parametrize("rows, letters", [(100, 1), (20, 200)])
def test_few_bytes_of_parquet_can_be_much(
    site: Site, monkeypatch: pytest.MonkeyPatch, rows: int, letters: int
) -> None:
    """Many rows, or one long text again and again, which the file holds once; a page offers no way round."""
    monkeypatch.setattr(handing_in, "MOST_UNPACKED", Weight(3000, 99))
    table = io.BytesIO()
    columns = {"item": ["1"] * rows, "system": ["A"] * rows, "text": ["x" * letters] * rows}
    pl.DataFrame(columns).write_parquet(table)
    sent = {"files": ("A.parquet", table.getvalue())}
    answer = site.client.post("/api/v1/outputs", files=sent, data={**PART, "campaign": "New"})
    assert "A.parquet holds more than 0 MB or 99 lines" in answer.text
    assert "Split it." in answer.text and "--allow-large" not in answer.text


def test_files_that_wait_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest goes, so that nobody fills the disk."""
    monkeypatch.setattr(files, "_MOST_WAITING", 3)
    tokens = [files.put_aside(tmp_path, io.BytesIO(b"x"), "Ada") for _ in range(6)]
    assert len(list(tmp_path.iterdir())) == 3
    assert files.put_by(tmp_path, tokens[-1], "Ada").read_bytes() == b"x"


@pytest.mark.parametrize("place", ["/log?text=Ж", "/log?text=%D0%96", '/log?text="<'])
def test_where_to_go_next_fits_into_a_header(site: Site, place: str) -> None:
    """For a script of the page as for the browser itself."""
    for headers, name in (({"HX-Request": "true"}, "HX-Redirect"), ({}, "Location")):
        site.client.post("/people", data={"name": f"Zoe {name}"})
        number = site.client.get("/api/v1/log").json()["changes"][0]["number"]
        answer = site.client.post(f"/log/{number}/undo", data={"next": place}, headers=headers)
        assert unquote(answer.headers[name]) == unquote(place), answer.text
        assert answer.headers[name].isascii()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_workspace_that_is_not_in_its_place(site: Site, tmp_path: Path, replaced: bool) -> None:
    """Whoever went on writing would lose it; the page says so, names no path, and all is well afterwards."""
    file = tmp_path / "lackmus.db"
    before = site.client.get("/api/v1/people").json()
    file.rename(tmp_path / "elsewhere.db")
    if replaced:
        file.write_bytes(b"another")
    for path in ("/", "/people", "/log", "/suites", "/api/v1/people"):
        answer = site.client.get(path)
        assert answer.status_code == 503 and "The workspace is not the file that was opened" in answer.text
        assert str(tmp_path) not in answer.text
    assert site.client.post("/people", data={"name": "Zoe"}).status_code == 503
    assert file.exists() is replaced  # none is made in its place
    (tmp_path / "elsewhere.db").rename(file)
    assert site.client.get("/api/v1/people").json() == before
    assert site.client.get("/people").status_code == 200
