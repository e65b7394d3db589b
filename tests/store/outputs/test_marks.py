"""What an engine wrote that looks verbose or refused waits for a person, whatever the rules say of it."""

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from lackmus.core.base.choices import Choices, Semantics
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.reviews.offers import Filters
from lackmus.core.suites.suite import Kind, Rule, Side, Suite
from lackmus.flows.outputs.export import export_outputs
from lackmus.flows.outputs.importing import ImportOptions, import_outputs, take_in
from lackmus.flows.reviews import deciding, reviews
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.rules import lab, rules
from lackmus.flows.suites.file_preview import SuiteFile, look_into
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.views import StoredRequest
from lackmus.flows.verdicts.workspace_material import FromWorkspace
from lackmus.flows.workspaces import copies
from lackmus.flows.workspaces.history import history, undo
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.reviews.updates import updates_since
from lackmus.store.rules.judging import stored_verdicts
from lackmus.store.suites.suites import load_suite
from lackmus.write.outputs import unmarked, write_outputs
from lackmus.write.reports.json import evaluation_json
from tests.core.campaigns import suite_of
from tests.read.drafts import entry, write_suite
from tests.store.filled import add_suite
from tests.store.reviewed import number_of
from tests.store.soundness import faults

SUITE = suite_of("Ambiguity/Word", items=3)  # “good” passes, “bad” fails
Line = str | tuple[str, str]  # a text, or a text and its mark


@pytest.fixture
def suited(workspace: OpenWorkspace) -> OpenWorkspace:
    """A workspace with the suite; whatever is done to it, it stays sound."""
    add_suite(workspace, SUITE)
    return workspace


def desk(workspace: OpenWorkspace, person: str = "Ada") -> Desk:
    return Desk(workspace.name, person, opened=workspace)


def bring(
    workspace: OpenWorkspace, system: str, *lines: Line, replaces: bool = False, suite: Suite = SUITE
) -> None:
    """What a system wrote for the first items, each in a sentence of its own."""
    there = [one if isinstance(one, tuple) else (one, "") for one in lines]
    items = suite.items[: len(there)]
    marks = [mark for _, mark in there]
    hand_in = HandIn(
        system,
        f"{system}.jsonl",
        [item.source for item in items],
        [text for text, _ in there],
        [(item.key, line) for line, item in enumerate(items)],
        marks=marks if any(marks) else [],
    )
    with workspace.reading() as connection:
        stored, seen = load_suite(connection, 1), workspace.revision(connection).number
    wanted = ImportOptions("2026", replaces=replaces)
    take_in(workspace, desk(workspace), stored, seen, [hand_in], wanted, "outputs fetch")


def said(workspace: OpenWorkspace, revision: int | None = None) -> dict[str, str]:
    """What the rules and marks say of every text that has a verdict: “warning verbose mark”."""
    with workspace.reading() as connection:
        found = stored_verdicts(connection, revision=revision)
    told = found.select("text", "verdict", "reason", "step").rows()
    return {text: " ".join(filter(None, rest)) for text, *rest in told}


@pytest.mark.parametrize(
    "text, mark, verdict, evidence",
    [
        ("Sure! Here it is: good", "verbose", "warning verbose mark", (18, 22, None, None)),
        ("I cannot say bad words.", "refused", "warning refused mark", (None, None, 13, 16)),
        ("Sure! It is so so.", "verbose", "warning verbose mark", (None, None, None, None)),
        ("good or bad", "verbose", "warning verbose mark", (0, 4, 8, 11)),
        ("", "refused", "fail empty empty", (None, None, None, None)),  # a blank text stays what it is
        ("good", "", "pass pattern", (0, 4, None, None)),
    ],
)
def test_a_marked_text_is_a_warning(
    suited: OpenWorkspace, text: str, mark: str, verdict: str, evidence: tuple[int | None, ...]
) -> None:
    """Chatter may have any word that a rule looks for; where it stands is still told."""
    bring(suited, "A", (text, mark), "bad")
    assert said(suited) == {text: verdict, "bad": "fail pattern"}
    with suited.reading() as connection:
        spans = ("right_start", "right_end", "wrong_start", "wrong_end")
        assert stored_verdicts(connection, [1]).select(*spans).row(0) == evidence
    assert faults(suited) == []


def test_a_text_that_was_there_gets_a_mark(suited: OpenWorkspace) -> None:
    """It is judged again in the same change, for whoever else wrote it; the past stays as it was."""
    bring(suited, "A", "good", "bad", "good")
    with suited.reading() as connection:
        before = suited.revision(connection)
    bring(suited, "B", (" good", "verbose"), ("new", "refused"), "bad")
    assert said(suited)["good"] == "pass pattern"  # of item 3, which nobody marked
    with suited.reading() as connection:
        found = stored_verdicts(connection).select("item_id", "text", "verdict").rows()
        assert sorted(found) == [
            (1, "good", "warning"), (2, "bad", "fail"), (2, "new", "warning"), (3, "bad", "fail"),
            (3, "good", "pass"),
        ]  # fmt: skip
        then = stored_verdicts(connection, revision=before.number).select("verdict").to_series().to_list()
        assert sorted(then) == ["fail", "pass", "pass"]
        news = updates_since(connection, before.number, before.token)
    assert news and news.items == {1}  # whoever shows another campaign must look at it again
    assert faults(suited) == []


def test_the_same_without_a_mark_changes_nothing(suited: OpenWorkspace) -> None:
    """The text is what it is, whoever writes it, even if the system that brought the mark writes anew."""
    bring(suited, "A", ("good", "verbose"))
    bring(suited, "B", "good")
    bring(suited, "A", "good indeed", replaces=True)
    assert said(suited) == {"good": "warning verbose mark", "good indeed": "pass pattern"}


def test_the_same_outputs_again_with_marks(suited: OpenWorkspace) -> None:
    """What was imported without marks gets them when it comes once more, and another if it is another."""
    bring(suited, "A", "good", "bad")
    for mark in ("verbose", "verbose", "refused"):
        bring(suited, "A", ("good", mark), "bad")
        assert said(suited) == {"good": f"warning {mark} mark", "bad": "fail pattern"}
    with suited.reading() as connection:
        assert suited.revision(connection).number == 4  # the second time there was nothing to write
    assert faults(suited) == []


def test_undo(suited: OpenWorkspace) -> None:
    """Marks come and go with the outputs that brought them; what another brought, too, stays."""
    bring(suited, "A", "good", "bad")  # 2
    bring(suited, "B", ("good", "verbose"), ("bad", "refused"))
    bring(suited, "C", ("good", "refused"), "bad")
    both = {"good": "warning refused mark", "bad": "warning refused mark"}
    assert said(suited) == both  # the latest mark of a text
    assert undo(desk(suited), 3).flips == {}
    assert said(suited) == {"good": "warning refused mark", "bad": "fail pattern"}
    undo(desk(suited), 4)
    assert said(suited) == {"good": "pass pattern", "bad": "fail pattern"}
    undo(desk(suited), 5)  # B is back, C is not
    assert said(suited) == {"good": "warning verbose mark", "bad": "warning refused mark"}
    undo(desk(suited), 6)
    assert said(suited) == both
    assert said(suited, 2) == {"good": "pass pattern", "bad": "fail pattern"}
    assert faults(suited) == []


def test_rules_that_change_do_not_settle_it(suited: OpenWorkspace) -> None:
    """Nor does `lackmus judge`; but where they match is told anew, and the lab shows what would be."""
    bring(suited, "A", ("Sure: fine", "verbose"), "fine")
    fine = Rule(Side.POSITIVE, Kind.PATTERN, "fine")
    with suited.reading() as connection:
        held = [lab.RuleDraft(rule) for rule in load_suite(connection, 1).suite.items[0].rules]
    (shown,) = lab.preview(desk(suited), 1, [*held, lab.RuleDraft(fine)]).texts
    assert (shown.tried.verdict, shown.tried.reason, len(shown.tried.marks)) == ("warning", "verbose", 1)
    assert rules.add_rule(desk(suited), "001", fine).edited.flips.is_empty()
    assert rules.judge_again(desk(suited), everything=True).flips.is_empty()
    assert said(suited)["Sure: fine"] == "warning verbose mark"
    with suited.reading() as connection:
        assert stored_verdicts(connection, [1]).select("right_start", "right_end").row(0) == (6, 10)


def test_a_person_settles_it(suited: OpenWorkspace) -> None:
    """By deciding, as with any warning; taken back, it waits again. No rule contradicts the decision."""
    bring(suited, "A", ("Sure: good", "verbose"), "good")
    number = number_of(suited, "Sure: good")
    deciding.decide(desk(suited), [(number, Verdict.FAIL)])
    assert open_reasons(suited) == {}
    deciding.withdraw(desk(suited), [number])
    assert open_reasons(suited) == {"verbose": 1}


def open_reasons(workspace: OpenWorkspace) -> dict[str, int]:
    return dict(reviews.status(desk(workspace), Scope()).review.reasons)


def test_a_file_of_rules_does_not_contradict_who_decided_it(suited: OpenWorkspace, tmp_path: Path) -> None:
    """New rules would settle the same words without a mark the other way."""
    bring(suited, "A", ("Sure: nice", "verbose"), "nice")
    decided = [(number_of(suited, text), Verdict.FAIL) for text in ("Sure: nice", "nice")]
    deciding.decide(desk(suited), decided)
    entries = [
        entry(item.id, langpair="deen", source_sentence=item.source, positive_regex="nice")
        for item in SUITE.items
    ]
    looked = look_into(desk(suited), SuiteFile(write_suite(tmp_path / "s.json", entries), "s.json", "drawn"))
    assert [one.text for one in looked.contradictions] == ["nice"]


def test_review_offers_it_with_its_reason(suited: OpenWorkspace) -> None:
    """Found by the reason, told in words, with what the rules matched."""
    bring(suited, "A", ("Sure: good", "verbose"), ("Sorry, I cannot.", "refused"), "so so")
    assert open_reasons(suited) == {"unmatched": 1, "verbose": 1, "refused": 1}
    for reason, why in {
        "verbose": "it looks like more than a translation (verbose)",
        "refused": "it looks like a refusal to translate (refused)",
    }.items():
        (one,) = reviews.next_texts(desk(suited), Scope(), 9, Filters(reason=reason)).offers
        assert (one.why, one.reason) == (why, reason)
    (verbose,) = reviews.next_texts(desk(suited), Scope(), 9, Filters(reason="verbose")).offers
    assert verbose.marked == "Sure: +[good]"


def test_reports_count_it(suited: OpenWorkspace) -> None:
    """As a warning with its reason, and in the signature; not before it came, nor in classic semantics."""
    bring(suited, "A", "good", "bad", "so so")
    bring(suited, "B", ("good", "verbose"), ("Sorry!", "refused"), "good")

    def reasons(**asked: object) -> dict[str, dict[str, int]]:
        told = evaluate(FromWorkspace(desk(suited), StoredRequest(**asked), "2026"))  # type: ignore[arg-type]
        content = json.loads(evaluation_json(told.evaluation, told.suspicions))
        assert ("marked:" in content["signature"]) is ("verbose" in str(content["warnings"]))
        return {system: one["reasons"] for system, one in content["warnings"].items()}

    assert reasons() == {"A": {"verbose": 1, "unmatched": 1}, "B": {"verbose": 1, "refused": 1}}
    assert reasons(as_of="2") == {"A": {"unmatched": 1}}
    classic = Choices(semantics=Semantics.CLASSIC)
    assert reasons(choices=classic) == {"A": {"unmatched": 1}, "B": {"unmatched": 1}}


def test_out_and_in_again(suited: OpenWorkspace, tmp_path: Path) -> None:
    """JSON Lines keep marks: another workspace, and whoever reads the file, count the same."""
    bring(suited, "A", ("Sure: good", "verbose"), "bad", ("", "refused"))
    bring(suited, "B", "good", ("Sorry!", "refused"), "good")
    exported = export_outputs(desk(suited)).hand_ins
    assert [unmarked(exported, form) for form in ("jsonl", "tsv", "parquet")] == [0, 3, 3]
    (file,) = write_outputs(exported, "jsonl", tmp_path / "out.jsonl")
    assert [json.loads(line).get("mark") for line in file.read_text().splitlines()] == [
        "verbose", None, "refused", None, "refused", None,
    ]  # fmt: skip
    with open_workspace(str(tmp_path / "other.db"), create=True) as other:
        add_suite(other, SUITE)
        import_outputs(desk(other), [str(file)], ReadOptions(), ImportOptions("2026"))
        assert said(other) == said(suited)
    entries = [
        entry(
            item.id, langpair="deen", source_sentence=item.source, positive_regex="good", negative_regex="bad"
        )
        for item in SUITE.items
    ]
    suite = write_suite(tmp_path / "drawn.json", entries)
    read = evaluate(Request(suite, [str(file)])).evaluation
    stored = evaluate(FromWorkspace(desk(suited), StoredRequest(), "2026")).evaluation
    assert {name: one.reasons for name, one in read.warnings.items()} == {
        name: one.reasons for name, one in stored.warnings.items()
    }
    assert "|marked:2|" in read.signature


def test_copies_have_them(suited: OpenWorkspace, tmp_path: Path) -> None:
    """A backup and an exported folder, each restored."""
    bring(suited, "A", ("good", "verbose"), "bad")
    copies.back_up(desk(suited), tmp_path / "backup.db")
    copies.export(desk(suited), tmp_path / "folder")
    for number, source in enumerate(("backup.db", "folder")):
        copies.restore(Desk(str(tmp_path / f"{number}.db"), "Ada"), tmp_path / source)
        with open_workspace(str(tmp_path / f"{number}.db")) as again:
            assert said(again) == said(suited)
            bring(again, "B", "good")
            assert said(again)["good"] == "warning verbose mark"


def test_the_history_of_the_item_tells(suited: OpenWorkspace) -> None:
    """Which text was marked as what, and when that was taken away."""
    bring(suited, "A", ("good", "verbose"))
    undo(desk(suited))
    told = [one for one in history(desk(suited), "001").events if one.kind == "mark"]
    assert [(one.change, one.what, one.before, one.after) for one in told] == [
        (2, "text 1 marked: good", None, "verbose"),
        (3, "text 1 mark taken away: good", "verbose", None),
    ]


def test_marks_of_two_lines_of_one_sentence(suited: OpenWorkspace) -> None:
    """One hand-in marks a text once."""
    item = SUITE.items[0]
    lines = HandIn(
        "A", "A", [item.source] * 2, ["good", "good "], [(item.key, 0), (item.key, 1)], marks=["", "verbose"]
    )
    with suited.reading() as connection:
        stored = load_suite(connection, 1)
    take_in(suited, desk(suited), stored, 1, [lines], ImportOptions("2026"), "outputs fetch")
    with suited.reading() as connection:
        kept = bulk.fetch(connection, select(schema.marks).where(holds(schema.marks)))
    assert kept == [(1, 1, 2, None, "verbose")]
    assert said(suited) == {"good": "warning verbose mark"}
