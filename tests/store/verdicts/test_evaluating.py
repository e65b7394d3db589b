"""What is stored gives the numbers that the files give, now and later."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from sqlalchemy import select

from lackmus.core.base.choices import Choices, Intervals, Order, Repeats, Semantics, Test, Testing
from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.core.outputs.outputs import outputs_of
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.core.verdicts.evaluation import HANDED_IN, evaluate_judged
from lackmus.core.verdicts.evaluation import evaluate as evaluate_outputs
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.comparing import Evaluated, compare, evaluate, trend
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import campaigns_of, revise_campaign, revise_system, systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins, suspicions_json
from lackmus.store.reviews.decisions import decide
from lackmus.store.rules.held_rules import add_rules
from lackmus.store.rules.judging import rejudge
from lackmus.store.rules.rejudging import rejudge_items, stale_items
from lackmus.store.suites.suites import load_suite
from lackmus.store.verdicts import evaluating
from lackmus.store.verdicts.evaluating import judged_outputs
from lackmus.store.verdicts.snapshots import folder_of, token_of
from lackmus.write.reports.json import evaluation_json
from tests.store.filled import add_campaign, add_suite, fill, hand_in, sample_outputs, sample_suite

DE_EN = Pair("de", "en")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of one's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def desk(workspace: OpenWorkspace, where: str) -> Desk:
    """A workspace with the bundled sample, and somebody who works there."""
    fill(workspace)
    return Desk(where, "Ada")


def written(reported: Evaluated) -> str:
    """All that a report says, as JSON."""
    return evaluation_json(reported.evaluation, reported.suspicions, reported.labels)


CHOICES = [
    Choices(),
    Choices(Semantics.CLASSIC),
    Choices(repeats=Repeats.ALL),
    Choices(testing=Testing(Test.BOOTSTRAP, intervals=Intervals.WILSON, samples=200)),
    Choices(order=Order.NAME, testing=Testing(Test.MCNEMAR, samples=200)),
]


def test_the_same_outputs_give_the_same_numbers(desk: Desk) -> None:
    """From files or from the workspace, cold or warm: everything but the suite's digest and the revision."""
    suite = sample_suite()
    with desk.open() as workspace, workspace.reading() as connection:
        stored = load_suite(connection, 1)
    suite = replace(suite, digest=stored.suite.digest)
    outputs = outputs_of(sample_outputs("2026"))
    for choices in CHOICES:
        plain = evaluation_json(evaluate_outputs(suite, outputs, replace(choices, revision=3)))
        for _ in ("cold", "warm"):
            assert plain == written(evaluate(FromWorkspace(desk, StoredRequest(choices=choices), "2026")))


def test_evidence_is_kept(desk: Desk) -> None:
    """Rules are named by their place, as by the judge, with the spans that they matched."""
    with desk.open() as workspace, workspace.reading() as connection:
        stored = load_suite(connection, 1)
        judged = judged_outputs(connection, 2, stored, DE_EN)
    plain = evaluate_outputs(sample_suite(), outputs_of(sample_outputs("2026"))).verdicts
    kept = evaluate_judged(stored.suite, judged).verdicts
    by = ["system", "item"]
    assert kept.sort(by).equals(plain.sort(by))
    assert plain["right_rule"].n_unique() > 1


def test_what_was_handed_in_is_kept_where_it_is_no_key(workspace: OpenWorkspace) -> None:
    """A text that is its own key stands there once; every other output is found as it was handed in."""
    first, *others = sample_outputs("2026")
    spaced = [replace(first, texts=[f"{text} " for text in first.texts]), *others]
    add_campaign(workspace, add_suite(workspace, sample_suite()), "2026", spaced)
    with workspace.reading() as connection:
        judged = judged_outputs(connection, 1, load_suite(connection, 1), DE_EN)
    same = judged["raw"].is_null()
    assert set(judged.filter(same)["system"]) == {one.system for one in others}
    assert judged.filter(judged["raw"] == judged["text"]).is_empty()
    rows = judged.select("item", "system", HANDED_IN)
    assert rows.sort(rows.columns).equals(outputs_of(spaced).sort(rows.columns))


def edit(workspace: OpenWorkspace, judging: bool = True) -> None:
    """A rule that fails what Birke wrote for the first item that it passes."""
    with workspace.writing("Ada", "rule add") as change:
        stored = load_suite(change.connection, 1)
        judged = judged_outputs(change.connection, 2, stored, DE_EN)
        passed = judged.filter((pl.col("system") == "Birke") & (pl.col("verdict") == "pass"))
        key, text = passed.select("item", "text").row(0)
        number = stored.items[key]
        add_rules(change, [(number, 99, Rule(Side.NEGATIVE, Kind.FIXED, text), None)])
        if judging:
            rejudge(change, load_suite(change.connection, 1, only=[number]))


def test_the_past_asks_no_judge(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that came later have no verdict of that time, and nobody asks for one."""
    with desk.open() as workspace, workspace.reading() as connection:
        (first, _) = campaigns_of(connection)
        monkeypatch.setattr(evaluating, "judged_texts", lambda *_: pytest.fail("judged afresh"))
        then = judged_outputs(connection, first.id, load_suite(connection, 1), DE_EN, revision=2)
        assert then.equals(judged_outputs(connection, first.id, load_suite(connection, 1), DE_EN))


def test_that_day_s_numbers(desk: Desk) -> None:
    """After edits, decisions, replaced outputs and new names, the old report is the same to the byte."""
    request = StoredRequest()
    before = evaluate(FromWorkspace(desk, request, "2026"))
    then = replace(request, as_of=str(before.revision))
    with desk.open() as workspace:
        edit(workspace)
        with workspace.reading() as connection:
            verdicts, texts = schema.verdicts, schema.texts
            query = select(texts.c.id).join(verdicts).where(verdicts.c.verdict == "warning")
            opened = [number for (number,) in connection.execute(query)]
        with workspace.writing("Ben", "decide") as change:
            decide(change, [(number, Verdict.PASS) for number in opened])
        with workspace.writing("Ada", "outputs import") as change:
            systems = {one.name: one for one in systems_of(change.connection, 2)}
            (old,) = (
                number
                for number, system, *_ in current_hand_ins(change.connection, 2)
                if system == systems["Ahorn"].id
            )
            change.retire(schema.hand_in_states, schema.hand_in_states.c.hand_in == old)
            other = next(one for one in sample_outputs("2026") if one.system == "Linde")
            hand_in(change, 1, {systems["Ahorn"].id: other})
        with workspace.writing("Ada", "rename") as change:
            revise_system(change, replace(systems["Birke"], name="Buche", label="Bu"))
            (campaign,) = (one for one in campaigns_of(change.connection) if one.name == "2026")
            revise_campaign(change, replace(campaign, name="Summer"))
            change.revise(schema.suite_states, {"suite": 1}, {"name": "Renamed", "comment": ""})
    now = evaluate(FromWorkspace(desk, request, "Summer"))
    assert set(now.evaluation.systems) == {"Ahorn", "Buche", "Eiche", "Linde"}
    assert now.evaluation.identical == (("Ahorn", "Linde"),)
    assert now.evaluation.fairness.fair > before.evaluation.fairness.fair
    assert now.labels == {"Buche": "Bu"}
    assert "|revision:7|" in now.evaluation.signature
    assert written(evaluate(FromWorkspace(desk, then, "2026"))) == written(before)  # from the snapshot
    with desk.open() as workspace, workspace.reading() as connection:
        for file in folder_of(token_of(connection)).iterdir():
            file.unlink()
    assert written(evaluate(FromWorkspace(desk, then, "2026"))) == written(before)  # from the workspace


def test_a_decision_counts_and_does_not_hide_what_the_rules_said(desk: Desk) -> None:
    """What people decided goes before the rules; `before` still says what those left open."""
    before = evaluate(FromWorkspace(desk, StoredRequest(), "2026")).evaluation
    with desk.open() as workspace, workspace.reading() as connection:
        stored = load_suite(connection, 1)
        judged = judged_outputs(connection, 2, stored, DE_EN)
        birke = judged.filter((pl.col("system") == "Birke") & (pl.col("verdict") == "warning"))
        texts = schema.texts
        numbers = [
            connection.execute(
                select(texts.c.id).where(texts.c.item == stored.items[item], texts.c.key == text)
            ).scalar_one()
            for item, text in birke.select("item", "text").iter_rows()
        ]
    with desk.open() as workspace, workspace.writing("Ben", "decide") as change:
        decide(change, [(number, Verdict.FAIL) for number in numbers])
    after = evaluate(FromWorkspace(desk, StoredRequest(), "2026")).evaluation
    assert (after.warnings["Birke"].count, after.before["Birke"].count) == (0, before.warnings["Birke"].count)
    assert after.fairness.fair > before.fairness.fair


def test_a_changed_rule_that_has_not_judged_is_told(desk: Desk) -> None:
    """Until somebody judges, the numbers are those of the former rules, and the report says so."""
    before = evaluate(FromWorkspace(desk, StoredRequest(), "2026"))
    assert before.notes == ()
    with desk.open() as workspace:
        edit(workspace, judging=False)
    stale = evaluate(FromWorkspace(desk, StoredRequest(), "2026"))
    assert stale.evaluation.bounds == before.evaluation.bounds
    (note,) = stale.notes
    assert note.startswith("The rules of 1 item were changed and have not judged yet (")
    assert note.endswith("The owner of the workspace can let them judge on the command line: lackmus judge.")
    assert evaluate(FromWorkspace(desk, StoredRequest(as_of="3"), "2026")).notes == ()
    with desk.open() as workspace, workspace.writing("Ada", "judge") as change:
        rejudge_items(change, 1, stale_items(change.connection)[1])
    judged = evaluate(FromWorkspace(desk, StoredRequest(), "2026"))
    assert (judged.notes, judged.evaluation.bounds != before.evaluation.bounds) == ((), True)


def test_a_text_without_a_verdict_is_judged(desk: Desk) -> None:
    """Undoing an import takes its verdicts along, also of texts that others wrote later."""
    before = evaluate(FromWorkspace(desk, StoredRequest(), "2026")).evaluation
    with desk.open() as workspace, workspace.writing("Ada", "undo") as change:
        change.retire(schema.verdicts, schema.verdicts.c.text < 100)
    after = evaluate(FromWorkspace(desk, StoredRequest(), "2026")).evaluation
    assert (after.rows, after.warnings) == (before.rows, before.warnings)


def test_systems_of_two_campaigns_are_compared_on_common_items(workspace: OpenWorkspace, where: str) -> None:
    """What one campaign was never given is nobody's open warning."""
    suite = add_suite(workspace, sample_suite())
    whole, part = (
        next(one for one in sample_outputs(year) if one.system == "Birke") for year in ("2025", "2026")
    )
    add_campaign(workspace, suite, "old", [whole])
    add_campaign(workspace, suite, "new", [replace(part, places=part.places[:40])])
    comparison, _ = compare(FromWorkspace(Desk(where), StoredRequest(), compared=["old/Birke", "new/Birke"]))
    assert comparison.systems == ("old/Birke", "new/Birke")
    assert comparison.items.height == 40
    assert not comparison.items.explode("reason").filter(pl.col("reason") == "missing").height


def test_a_trend_leaves_systems_out_of_its_average_by_tag(workspace: OpenWorkspace, where: str) -> None:
    """They keep their own columns; in the average only the others count."""
    suite = add_suite(workspace, sample_suite())
    for year in ("2025", "2026"):
        add_campaign(workspace, suite, year, sample_outputs(year), {"Ahorn": ["unsupervised"]})
    desk = Desk(where)
    everybody = trend(FromWorkspace(desk), ["2025", "2026"]).trend
    some = trend(FromWorkspace(desk, StoredRequest(exclude_tags=["unsupervised"])), ["2025", "2026"]).trend
    assert some.systems == everybody.systems == ("Ahorn", "Birke", "Eiche")
    assert some.unaveraged == {"2025": ("Ahorn",), "2026": ("Ahorn",)}
    assert some.common > everybody.common
    assert "|unaveraged:2025/Ahorn+2026/Ahorn|" in some.signature


def test_a_trend_joins_systems_by_spelling_and_by_label(workspace: OpenWorkspace, where: str) -> None:
    """A label that was given in the workspace is the alias of a system over the years."""
    suite = add_suite(workspace, sample_suite())
    older = {"Ahorn": "AHORN", "Birke": "Betula", "Eiche": "Quercus"}
    first = [replace(one, system=older.get(one.system, one.system)) for one in sample_outputs("2025")]
    add_campaign(workspace, suite, "2025", first, labels={"Betula": "Bi"})
    add_campaign(workspace, suite, "2026", sample_outputs("2026"), labels={"Birke": "Bi"})
    desk, years = Desk(where), ["2025", "2026"]
    found = trend(FromWorkspace(desk), years)
    assert found.trend.systems == ("Ahorn", "Birke")
    assert {one.system: one.because for one in found.trend.joined.joins} == {
        "Ahorn": ("spelling",),
        "Birke": ("label",),
    }
    assert found.labels == {"Birke": "Bi"}
    assert trend(FromWorkspace(desk), years, exact_names=True).trend.systems == ()
    wanted = StoredRequest(systems=["Quercus"])
    asked = trend(FromWorkspace(desk, wanted), years, same=["Quercus=Eiche"]).trend
    assert asked.systems == ("Eiche",)
    with pytest.raises(LackmusError, match="both systems of 2025"):
        trend(FromWorkspace(desk), years, same=["Quercus=AHORN"])


def test_suspicions_and_labels_come_along(workspace: OpenWorkspace, where: str) -> None:
    """What looked wrong with a file when it was handed in is told with every report."""
    suspicion = Suspicion(Damage.SHIFTED, 31, 160, 1, "lines 31 to 160 stand 1 line too late.")
    suite = add_suite(workspace, sample_suite())
    add_campaign(
        workspace,
        suite,
        "2026",
        sample_outputs("2026"),
        labels={"Birke": "B"},
        suspicions={"Birke": suspicions_json([suspicion])},
    )
    reported = evaluate(FromWorkspace(Desk(where)))
    assert reported.suspicions == {"Birke": [suspicion]}
    assert reported.labels == {"Birke": "B"}


def test_anonymous_names_reveal_nobody(workspace: OpenWorkspace, where: str) -> None:
    """Neither names nor labels are anywhere in the answer, and the numbers are the same."""
    suite = add_suite(workspace, sample_suite())
    add_campaign(workspace, suite, "2026", sample_outputs("2026"), labels={"Birke": "Betula"})
    desk = Desk(where)
    plain, hidden = (evaluate(FromWorkspace(desk, StoredRequest(anonymous=hide))) for hide in (False, True))
    said = written(hidden)
    assert not [name for name in (*plain.evaluation.systems, "Betula") if name in said]
    assert all(name.startswith("System ") for name in hidden.evaluation.systems)
    assert [row.average for row in hidden.evaluation.rows] == [row.average for row in plain.evaluation.rows]
    came = hidden.evaluation.verdicts["system"].unique(maintain_order=True).to_list()
    assert came == sorted(came)  # not in the order of the alphabet in which files are read
    named = StoredRequest(anonymous=True, systems=["Birke", "Eiche"])
    again = evaluate(FromWorkspace(desk, named)).evaluation
    assert set(again.systems) < set(hidden.evaluation.systems)
    first, second, *_ = hidden.evaluation.systems
    two = evaluate(FromWorkspace(desk, StoredRequest(anonymous=True, systems=[first, second]))).evaluation
    assert set(two.systems) == {first, second}


def test_a_decision_leaves_the_snapshot_as_it_is(desk: Desk) -> None:
    """The rules say the same whoever decides; other outputs, names or rules are another matter."""

    def kept() -> set[str]:
        evaluate(FromWorkspace(desk, StoredRequest(), "2026"))
        with desk.open() as workspace, workspace.reading() as connection:
            return {file.name for file in folder_of(token_of(connection)).iterdir()}

    first = kept()
    with desk.open() as workspace, workspace.writing("Ben", "decide") as change:
        decide(change, [(1, Verdict.FAIL)])
    assert kept() == first
    with desk.open() as workspace, workspace.writing("Ada", "system rename") as change:
        (one, *_) = systems_of(change.connection, 2)
        revise_system(change, replace(one, name="Linden", label="Linden"))
    assert kept() > first
    assert "Linden" in evaluate(FromWorkspace(desk, StoredRequest(), "2026")).evaluation.systems
