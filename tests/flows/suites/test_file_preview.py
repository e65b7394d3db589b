"""A suite's file is looked into before it is brought in, and is called as whoever sent it does."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.errors import LackmusError
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.suites import file_preview
from lackmus.flows.suites.catalogue import catalogue, looked_through
from lackmus.flows.suites.exporting import export_suite
from lackmus.flows.suites.file_preview import (
    Contradiction,
    SuiteChanged,
    SuiteFile,
    bring_in,
    look_into,
    take_sample,
)
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, named
from lackmus.store.db import schema
from lackmus.store.suites.suites import suite_names
from lackmus.web.http.remedies import on_page
from tests.refusals import refuses

ITEM = """\
pair: de-en
phenomena:
  - category: Ambiguity
    phenomenon: Lexical
    items:
      - id: '1'
        source: Ihr Mann kam.
        positive: ['{positive}']
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A workspace with the sample."""
    desk = Desk(str(tmp_path / "lackmus.db"), "Ada")
    desk.open(create=True).close()
    return desk


def sent(folder: Path, content: str, label: str = "mine.yaml", name: str = "") -> SuiteFile:
    """A file as it lies on the server."""
    path = folder / "sent-0123"
    path.write_text(content)
    return SuiteFile(path, label, name)


@pytest.mark.parametrize(
    "label, name, suite",
    [
        ("mine.yaml", "", "mine"),
        ("mine.json.gz", "", "mine"),
        ("mine.v2.json", "", "mine.v2"),
        ("mine", "", "mine"),
        ("C:\\suites\\mine.tsv", "", "mine"),
        (".yaml", "", ".yaml"),
        ("mine.yaml", " other ", "other"),
    ],
)
def test_a_suite_is_called_as_asked_or_as_its_file(label: str, name: str, suite: str) -> None:
    """Packed or not."""
    assert SuiteFile(Path("x"), label, name).suite == suite


@pytest.mark.parametrize(
    "content, said",
    [
        ("", r"mine\.yaml is empty"),
        ("no suite at all", r"mine\.yaml: no format for a suite recognises it"),
        (ITEM.format(positive="("), r"mine\.yaml, .*does not compile|mine\.yaml, .*item de-en:1"),
        (ITEM.replace("de-en", "nowhere").format(positive="x"), r"mine\.yaml"),
    ],
)
def test_what_is_wrong_is_told_by_the_senders_name(
    desk: Desk, tmp_path: Path, content: str, said: str
) -> None:
    """Nobody learns where the server keeps it."""
    with refuses(LackmusError, match=said) as told:
        look_into(desk, sent(tmp_path, content))
    assert "sent-0123" not in worded(told.value)
    assert str(tmp_path) not in worded(told.value)


def test_looking_writes_nothing(desk: Desk, tmp_path: Path) -> None:
    """And tells what is new and what is wrong."""
    looked = look_into(desk, sent(tmp_path, ITEM.format(positive="husband")))
    assert (looked.suite, looked.known, looked.form) == ("mine", False, "yaml")
    assert looked.revision.summary == "1 item added."
    assert {one.file for one in looked.lint.findings} == {"mine.yaml"}
    assert bring_in(desk, sent(tmp_path, ITEM.format(positive="husband")), looked.fingerprint).change == 1


def test_what_was_shown_is_what_happens(desk: Desk, tmp_path: Path) -> None:
    """Else nothing does."""
    first = sent(tmp_path, ITEM.format(positive="husband"))
    looked = look_into(desk, first)
    bring_in(desk, first, looked.fingerprint)
    second = sent(tmp_path, ITEM.format(positive="spouse"))
    looked = look_into(desk, second)
    assert looked.known
    assert looked.revision.counts["rules edited"] == 1
    bring_in(desk, sent(tmp_path, ITEM.format(positive="hubby")))
    with pytest.raises(SuiteChanged):
        bring_in(desk, sent(tmp_path, ITEM.format(positive="spouse")), looked.fingerprint)


def test_whom_a_file_would_contradict(desk: Desk, tmp_path: Path) -> None:
    """People's decisions that the new rules would oppose, with the people."""
    take_sample(desk)
    suite = export_suite(desk, "de-en").suite
    with desk.open() as workspace, workspace.reading() as connection:
        text = connection.execute(schema.texts.select().where(schema.texts.c.item == 1)).first()
    assert text is not None
    decide(replace(desk, person="Ben"), [(text.id, Verdict.FAIL)])
    opposed = replace(suite.items[0], rules=(Rule(Side.POSITIVE, Kind.PATTERN, "."),))
    written = named(PluginGroup.WRITE_SUITE, "jsonl").write(replace(suite, items=(opposed, *suite.items[1:])))
    looked = look_into(desk, sent(tmp_path, written, "de-en.jsonl"))
    assert looked.known
    assert looked.contradictions == (Contradiction(opposed.key, text.key, "fail", "pass", ("Ben",)),)


@pytest.mark.parametrize("bring", [look_into, bring_in])
def test_a_suite_with_laborious_patterns_is_refused(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bring: Callable[[Desk, SuiteFile], object]
) -> None:
    """All patterns of a file have one deadline; on the command line there is none."""
    monkeypatch.setattr(file_preview, "SUITE_SECONDS", -1.0)
    with pytest.raises(
        LackmusError, match=r"^The patterns of mine\.yaml take more than -1 seconds\.$"
    ) as told:
        bring(desk, sent(tmp_path, ITEM.format(positive="husband")))
    assert on_page(told.value).endswith("Bring it in on the command line: lackmus suite import.")
    with desk.open() as workspace, workspace.reading() as connection:
        assert suite_names(connection) == {}


@pytest.mark.parametrize("bring", [look_into, bring_in])
def test_a_pattern_that_is_too_large_is_told_like_any_that_does_not_compile(
    desk: Desk, tmp_path: Path, bring: Callable[[Desk, SuiteFile], object]
) -> None:
    large = "((a{1000}){1000}){1000}"
    with refuses(LackmusError, match=r"mine\.yaml, .*does not compile \(it is too large: counted repeats"):
        bring(desk, sent(tmp_path, ITEM.format(positive=large)))


@pytest.mark.parametrize(
    "positive, mended", [("husband", {}), ("husband', 'husband", {"rule-doubled": 1}), ("(a|a)*b", {})]
)
def test_the_preview_counts_as_the_page_of_the_suite(
    desk: Desk, tmp_path: Path, positive: str, mended: dict[str, int]
) -> None:
    """A rule that stands in the file twice is kept once, and no finding any more; the preview says so."""
    file = sent(tmp_path, ITEM.format(positive=positive))
    for _ in range(2):  # a new suite, and one that is there
        looked = look_into(desk, file)
        bring_in(desk, file, looked.fingerprint)
        page = looked_through(catalogue(desk, 1))
        assert (looked.lint.levels, looked.lint.counts) == (page.lint.levels, page.lint.counts)
        assert looked.mended == mended
