"""Handing outputs in: what the files hold is told first, then all is stored or nothing."""

import gzip
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest

from lackmus.core.outputs.imports import ImportOutcome
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.flows.outputs import campaigns, coverage, removals, staged_uploads, templates
from lackmus.flows.outputs.handing_in import HandInRequest, Staged, hand_in
from lackmus.flows.outputs.labels import label_of
from lackmus.flows.outputs.staged_uploads import StagedUpload, StagedUploads, UploadState
from lackmus.flows.outputs.templates import TemplatePlan
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.read import read_suite
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.suites.suite_changes import new_suite
from tests.read.drafts import numbered, write_suite

TEXTS = {"1": "one", "2": "two", "3": "three"}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A workspace with a suite of three items; Ada works there."""
    file = str(tmp_path / "lackmus.db")
    with open_workspace(file, create=True) as workspace, workspace.writing("Ada", "suite import") as change:
        new_suite(change, _suite(tmp_path))
    return Desk(file, "Ada")


def _suite(folder: Path) -> Suite:
    return read_suite(write_suite(folder / "suite.json", numbered(3)))


def tsv(texts: Mapping[str, str] = TEXTS) -> bytes:
    """Ids and texts."""
    return "".join(f"{item}\t{text}\n" for item, text in texts.items()).encode()


def staged(folder: Path, **files: bytes) -> tuple[Staged, ...]:
    """Files as an upload leaves them: names that say nothing, and labels."""
    found = []
    folder.mkdir(exist_ok=True)
    for place, (name, content) in enumerate(files.items()):
        path = folder / f"{place:032x}"
        path.write_bytes(content)
        found.append(Staged(path, name.replace("__", "."), len(content)))
    return tuple(found)


@pytest.mark.parametrize(
    "sent, label",
    [
        ("A.tsv", "A.tsv"),
        ("../../etc/passwd", "passwd"),
        ("C:\\fakepath\\B.tsv", "B.tsv"),
        ("CON", "CON"),
        ("", "file"),
        (None, "file"),
        ("..", ".."),
        ("a\u202egnp.exe", "agnp.exe"),  # would read from right to left
        ("a\x00b\nc\x7f", "abc"),
        ("تجربه\u200cها.tsv", "تجربه\u200cها.tsv"),
        ("e\u0301.tsv", "é.tsv"),
        ("x" * 5000 + ".tsv", "x" * 150),
        ("\u2028 \u200b", "file"),
        ("\ud800.tsv", ".tsv"),
    ],
)
def test_a_files_name_is_a_label(sent: str | None, label: str) -> None:
    assert label_of(sent) == label


def shard(texts: Mapping[str, str]) -> bytes:
    """Rows of a data set as Parquet."""
    table = BytesIO()
    pl.DataFrame({"id": list(texts), "hypothesis": list(texts.values())}).write_parquet(table)
    return table.getvalue()


def test_shards_of_a_data_set_are_read_together(desk: Desk, tmp_path: Path) -> None:
    """Names tell which belong together; one that was not sent is missed by the name that the user knows."""
    shards = {"1": shard({"1": "one", "2": "two"}), "0": shard({"3": "three"})}
    sent = {f"Elm-0000{number}-of-00002__parquet": content for number, content in shards.items()}
    for _ in range(2):  # judged again
        found = hand_in(desk, HandInRequest(staged(tmp_path, **sent), campaign="2026"))
        assert [(one.system, one.items) for one in found.systems] == [("Elm", 3)] and not found.problem
    first, _ = staged(tmp_path / "other", **sent)
    (unread,) = hand_in(desk, HandInRequest((first,), campaign="2026")).unread
    assert unread.problem.startswith(
        "Elm-00000-of-00002.parquet does not exist, but Elm-00001-of-00002.parquet"
    )


def test_first_nothing_is_stored(desk: Desk, tmp_path: Path) -> None:
    files = staged(tmp_path, A__tsv=tsv(), B__tsv=gzip.compress(tsv({"1": "one", "2": "  "})))
    before = latest(desk)
    found = hand_in(desk, HandInRequest(files, campaign="WMT26"))
    assert latest(desk) == before and not found.stored and found.problem == ""
    told = [
        (one.system, one.file, one.lines, one.items, one.missing, one.repeated, one.blank)
        for one in found.systems
    ]
    assert told == [("A", "A.tsv", 3, 3, 0, 0, 0), ("B", "B.tsv", 2, 2, 1, 0, 1)]
    assert found.imported is not None and found.imported.made and found.imported.year == 2026
    assert found.systems[1].absent == "of 3 items: 1 missing, 1 blank"
    stored = hand_in(desk, HandInRequest(files, campaign="WMT26"), tried=False)
    assert stored.stored and [one.name for one in coverage.held(desk)[0].campaign.systems] == ["A", "B"]


def test_what_is_wrong_with_a_file_is_told_by_its_label(desk: Desk, tmp_path: Path) -> None:
    """An upload lies under a name that says nothing; people know only its own."""
    sources = "\\n\\n".join(read_suite(tmp_path / "suite.json").items[place].source for place in (0, 1))
    content = f'{{"doc_id": "de-en_US_#_x_#_y", "hypothesis": "a", "source": "{sources}"}}\n'.encode()
    found = hand_in(desk, HandInRequest(staged(tmp_path, Elm__jsonl=content), campaign="X"))
    (system,) = found.systems
    assert system.brought is not None
    assert [one.evidence[:18] for one in system.brought.suspicions] == ["Elm.jsonl, line 1,"]


def test_a_file_that_cannot_be_read_is_told_by_its_label_and_must_be_left_out(
    desk: Desk, tmp_path: Path
) -> None:
    files = staged(tmp_path, A__tsv=tsv(), B__tsv=b"1\tone\n2 two\n", C__tsv=b"\xff\xfe1")
    handing = HandInRequest(files, campaign="X")
    found = hand_in(desk, handing, tried=False)
    assert not found.stored and found.problem == "2 files cannot be read. Leave them out, or mend them."
    assert [(one.file, one.problem.split(":")[0]) for one in found.unread] == [
        ("C.tsv", "C.tsv"),
        ("B.tsv", "B.tsv, line 2"),
    ]
    assert str(tmp_path) not in repr([one.problem for one in found.unread])
    assert coverage.held(desk) == []
    assert hand_in(desk, replace(handing, without_unread=True), tried=False).stored


@pytest.mark.parametrize(
    "wanted, problem",
    [
        ({}, "X has other outputs under the same name (A: 1 of 3 items differs)"),
        ({"names": {0: "B"}}, ""),
        ({"replaces": True}, ""),
        ({"names": {0: "x" * 501}}, "longer than 500"),
        ({"without": frozenset({0})}, "There is nothing to store."),
    ],
)
def test_other_outputs_under_a_name_that_is_there(
    desk: Desk, tmp_path: Path, wanted: dict[str, object], problem: str
) -> None:
    hand_in(desk, HandInRequest(staged(tmp_path, A__tsv=tsv()), campaign="X"), tried=False)
    handing = replace(
        HandInRequest(staged(tmp_path, A__tsv=tsv({**TEXTS, "3": "tree"})), campaign="X"),
        **wanted,  # type: ignore[arg-type]
    )
    found = hand_in(desk, handing, tried=False)
    assert problem in found.problem and found.stored is not bool(problem)


def test_two_files_that_suggest_one_name_are_told_apart(desk: Desk, tmp_path: Path) -> None:
    first, second = staged(tmp_path, A__tsv=tsv(), B__tsv=tsv())
    found = hand_in(desk, HandInRequest((first, replace(second, name="A.tsv")), campaign="X"))
    assert [one.system for one in found.systems] == ["A", "A (2)"]
    same = HandInRequest((first, second), campaign="X", names={1: "A"})
    assert hand_in(desk, same, tried=False).problem.startswith("Several files hold outputs of A.")


def test_lines_beside_a_source(desk: Desk, tmp_path: Path) -> None:
    source = [item.source for item in _suite(tmp_path).items]
    text = "\n".join(["One more line.", *source]).encode()
    files = staged(tmp_path, A__en=b"x\none\ntwo\nthree\n", B__en=b"x\none\n", src__de=text)
    found = hand_in(desk, HandInRequest(files[:2], files[2], campaign="X"))
    assert [(one.system, one.lines, one.items) for one in found.systems] == [("A", 4, 3)]
    assert [one.problem.split(". ")[0] for one in found.unread] == ["B.en has 2 lines, but src.de has 4"]


def test_a_returned_template_is_known_by_its_name(desk: Desk, tmp_path: Path) -> None:
    (made,) = templates.make(desk, TemplatePlan(seed=1, amount="2"), lambda made, _: Path(made[0][1]))
    name = f"lackmus-de-en-{made.token}.Linde.txt"
    (file,) = staged(tmp_path, x=b"eins\nzwei\n")
    found = hand_in(desk, HandInRequest((replace(file, name=name),), campaign="X"))
    assert [(one.system, one.items, one.of) for one in found.systems] == [("Linde", 2, 2)]
    said = hand_in(desk, HandInRequest((replace(file, name="Eiche.txt"),), campaign="X", template=made.token))
    assert [one.system for one in said.systems] == ["Eiche"]
    (short,) = staged(tmp_path, x=b"eins\n")
    lost = hand_in(desk, HandInRequest((replace(short, name=name),), campaign="X"))
    assert "1 lines came back, but the template has 2" in lost.unread[0].problem


# -- uploads that wait -------------------------------------------------------------------------------------


def wait(staging: StagedUpload) -> StagedUpload:
    """Until the worker is done."""
    assert staging.over.wait(30)
    return staging


def upload(
    all_: StagedUploads, desk: Desk, folder: Path, content: bytes = b"", campaign: str = "X"
) -> StagedUpload:
    """One file, judged."""
    room = all_.room(folder)
    file = all_.keep(room, "A.tsv", BytesIO(content or tsv()))
    return wait(all_.open(desk, room, HandInRequest((file,), campaign=campaign)))


def test_an_upload_is_stored_once_and_leaves_nothing_behind(desk: Desk, tmp_path: Path) -> None:
    all_, folder = StagedUploads(), tmp_path / "uploads"
    staging = upload(all_, desk, folder)
    assert staging.state is UploadState.JUDGED and [one.name for one in folder.iterdir()] == [
        staging.folder.name
    ]
    assert all("A" not in one.name for one in folder.rglob("*"))
    assert wait(all_.store(desk, staging.token, lambda one: one)).state is UploadState.STORED
    number = latest(desk).number
    assert all_.store(desk, staging.token, lambda one: one).state is UploadState.STORED  # said again
    assert latest(desk).number == number and list(folder.iterdir()) == [] and all_.all_of(desk) == []


def test_an_upload_that_cannot_be_stored_stays_to_be_mended(desk: Desk, tmp_path: Path) -> None:
    all_ = StagedUploads()
    hand_in(desk, HandInRequest(staged(tmp_path, A__tsv=tsv({"1": "uno"})), campaign="X"), tried=False)
    staging = upload(all_, desk, tmp_path)
    assert staging.findings and staging.findings.systems[0].brought
    assert staging.findings.systems[0].brought.outcome is ImportOutcome.REFUSED
    wait(all_.store(desk, staging.token, lambda one: one))
    assert staging.state is UploadState.JUDGED and "other outputs" in staging.findings.problem
    mended = wait(all_.store(desk, staging.token, lambda one: replace(one, replaces=True)))
    assert mended.state is UploadState.STORED


def test_an_upload_belongs_to_who_made_it(desk: Desk, tmp_path: Path) -> None:
    all_ = StagedUploads()
    token = upload(all_, desk, tmp_path).token
    stranger = replace(desk, person="Ben")
    assert all_.all_of(stranger) == []
    for deed in (all_.of, all_.discard):
        with pytest.raises(staged_uploads.NoSuchUploadError):
            deed(stranger, token)
    all_.discard(desk, token)
    with pytest.raises(staged_uploads.NoSuchUploadError):
        all_.of(desk, token)


def test_uploads_are_bounded(desk: Desk, tmp_path: Path) -> None:
    """In bytes, and in number: the oldest goes."""
    all_, folder = StagedUploads(most_bytes=100, most_of_one=2), tmp_path / "uploads"
    room = all_.room(folder)
    with pytest.raises(LackmusError, match="no room"):
        all_.keep(room, "A", BytesIO(b"x" * 101))
    all_.clear(room)
    made = [upload(all_, desk, folder, b"1\tone\n") for _ in range(3)]
    all_.room(folder)
    assert [one.token for one in all_.all_of(desk)] == [one.token for one in made[:0:-1]]
    assert not made[0].folder.exists() and made[1].folder.exists()


# -- what happened to a system -----------------------------------------------------------------------------


def test_steps_of_a_system(desk: Desk, tmp_path: Path) -> None:
    hand_in(desk, HandInRequest(staged(tmp_path, A__tsv=tsv()), campaign="X"), tried=False)
    later = HandInRequest(
        staged(tmp_path, A2__tsv=tsv({"1": "uno"})), campaign="X", system="A", replaces=True
    )
    hand_in(desk, later, tried=False)
    told = [one.what for one in coverage.steps(desk, campaigns.system(desk, "A", "X"))]
    assert told == [
        "Handed in A2.tsv: 1 output (suite.json, de-en), in place of A.tsv (3 outputs)",
        "Handed in A.tsv: 3 outputs (suite.json, de-en)",
    ]


def test_deleting(desk: Desk, tmp_path: Path) -> None:
    hand_in(desk, HandInRequest(staged(tmp_path, A__tsv=tsv(), B__tsv=tsv()), campaign="X"), tried=False)
    assert str(removals.delete_system(desk, "A", "X")) == "X/A deleted: 1 system, 1 hand-in"
    assert str(removals.delete_campaign(desk, "X")) == "X deleted: 1 system, 1 hand-in"
    assert coverage.held(desk) == []
