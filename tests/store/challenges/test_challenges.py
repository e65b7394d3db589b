"""Challenges and scores go into a workspace and come out as they were; every change of them can be undone."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from sqlalchemy import func, select

from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.core.challenges.error_spans import SPANS, ErrorSpan
from lackmus.core.challenges.metrics import MetricInfo, Need, Scored
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError, NotFoundError
from lackmus.flows.workspaces.history import undo
from lackmus.flows.workspaces.log_pages import LogQuery, log_page
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.store.challenges.challenges import (
    add_challenge,
    challenges_of,
    load_challenge,
    remove_challenge,
    the_challenge,
    touched,
)
from lackmus.store.challenges.scores import add_scores, regroup, remove_scores, scores_of
from lackmus.store.db import schema
from lackmus.store.db.changes import Change
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.workspaces.people import add_person, give_role
from tests.store.grown import HOSTILE
from tests.store.soundness import faults

ROWS = [
    # tuple, item, phenomenon, source, reference, better, worse
    ("1-1", "1", "Lexical", "Ihr Mann kam.", "Her husband came.", "Her husband arrived.", "Her man came."),
    ("1-2", "1", "Lexical", "Ihr Mann kam.", "Her husband came.", "Her spouse came.", "Her man arrived."),
    ("2-1", "2", "Idiom", HOSTILE, HOSTILE, "It is raining hard.", "It rains twine."),
]
ABOUT = {"seed": "1", "per item": "5", "suite": "“ä” \u202e"}
BLEU = MetricInfo("BLEU", (Need.REFERENCE,), True, "baseline", "nrefs:1|“ä”")
TER = MetricInfo("TER", (Need.REFERENCE,), False, "", "")
KIWI = MetricInfo("Kiwi/ä “q”", (Need.SOURCE,), True, "", "")


def challenge(name: str = "first", rows: int = 3, signature: str = "challenge:first") -> ChallengeSet:
    """A small one, of one pair."""
    columns = ["tuple", "item", "phenomenon", "source", "reference", "better", "worse"]
    frame = pl.DataFrame(ROWS, schema=columns, orient="row")[:rows].with_columns(
        pl.lit("de-en").alias("pair"),
        pl.lit("Ambiguity").alias("category"),
        pl.lit("").alias("reference_from"),
        pl.lit("WMT21/A,WMT22/B").alias("better_from"),
        pl.lit("WMT22/C").alias("worse_from"),
    )
    return ChallengeSet(name, frame.select(*TUPLES), signature, ABOUT)


def scored(about: MetricInfo, *better: float, seconds: float | None = 0.1, file: str = "") -> Scored:
    """Scores whose worse half is the negative of the better one."""
    series = pl.Series("better", better or (0.1, 1e-300, 3.0), dtype=pl.Float64)
    return Scored(about, series, (-series).rename("worse"), seconds, 6, file)


def do(workspace: OpenWorkspace, act: Callable[[Change], object], person: str = "Ada") -> int | None:
    """One change, if it changed anything."""
    with workspace.writing(person, "act") as change:
        act(change)
    return change.number if change.written else None


def score(*given: Scored, name: str = "first", replacing: bool = True) -> Callable[[Change], object]:
    return lambda change: add_scores(change, the_challenge(change.connection, name), given, replacing)


def group(**groups: str) -> Callable[[Change], object]:
    return lambda change: regroup(change, the_challenge(change.connection, "first"), groups)


def unscore(*metrics: str) -> Callable[[Change], object]:
    return lambda change: remove_scores(change, the_challenge(change.connection, "first"), metrics)


def removed(change: Change) -> None:
    remove_challenge(change, the_challenge(change.connection, "first"))


def standing(workspace: OpenWorkspace) -> Mapping[str, object]:
    """All challenges with their tuples and scores."""
    with workspace.reading() as connection:
        return {
            one.name: (
                one,
                load_challenge(connection, one).tuples.rows(),
                [
                    (it.about, it.better.to_list(), it.worse.to_list(), it.seconds, it.computed, it.file)
                    for it in scores_of(connection, one)
                ],
            )
            for one in challenges_of(connection)
        }


def groups(workspace: OpenWorkspace) -> dict[str, str]:
    with workspace.reading() as connection:
        found = scores_of(connection, the_challenge(connection, "first"))
    return {one.about.name: one.about.group for one in found}


def token(workspace: OpenWorkspace, name: str = "first") -> str:
    with workspace.reading() as connection:
        return touched(connection, the_challenge(connection, name))


@pytest.fixture
def filled(workspace: OpenWorkspace) -> OpenWorkspace:
    fill(workspace)
    return workspace


def fill(workspace: OpenWorkspace) -> None:
    """#1 a challenge, #2 the scores of two metrics."""
    do(workspace, lambda change: add_challenge(change, challenge()))
    do(workspace, score(scored(BLEU), scored(TER, 3, 2, 1, seconds=None)))


# -- in and out --------------------------------------------------------------------------------------------


def test_a_challenge_comes_out_as_it_went_in(filled: OpenWorkspace) -> None:
    kept = challenge()
    with filled.reading() as connection:
        (shown,) = challenges_of(connection)
        found = load_challenge(connection, shown)
    assert (found.name, found.signature, found.about) == (kept.name, kept.signature, kept.about)
    assert found.tuples.equals(kept.tuples)
    assert (shown.tuples, shown.items, shown.phenomena, shown.pairs) == (3, 2, 2, ("de-en",))
    assert (shown.metrics, shown.person, shown.about) == (("BLEU", "TER"), "Ada", ABOUT)
    assert faults(filled) == []


@pytest.mark.parametrize(
    "about, better, seconds, file",
    [
        (BLEU, (0.1 + 0.2, 5e-324, 1.7976931348623157e308), 1 / 3, ""),
        (KIWI, (-0.0, 0.0, 1.0), None, "kiwi.tsv"),
        (replace(BLEU, needs=(Need.SOURCE, Need.REFERENCE), group=""), (1, 2, 3), 0.0, HOSTILE),
        (replace(TER, needs=()), (1, 2, 3), 1e6, ""),
    ],
)
def test_scores_come_out_to_the_last_digit(
    workspace: OpenWorkspace, about: MetricInfo, better: tuple[float, ...], seconds: float | None, file: str
) -> None:
    """In both databases, whatever the numbers."""
    do(workspace, lambda change: add_challenge(change, challenge()))
    given = scored(about, *better, seconds=seconds, file=file)
    do(workspace, score(given))
    with workspace.reading() as connection:
        (found,) = scores_of(connection, the_challenge(connection, "first"))
    for side in ("better", "worse"):
        series, kept = getattr(found, side), getattr(given, side)
        assert (series.dtype, [repr(one) for one in series]) == (pl.Float64, [repr(one) for one in kept])
    assert (found.about, found.seconds, found.computed, found.file) == (about, seconds, 6, file)


def test_marked_errors_come_out_as_they_went_in(filled: OpenWorkspace) -> None:
    """Gold spans and grades of a challenge, spans, gaps and threshold of a metric."""
    spans = [[ErrorSpan(4, 7, "major", "“ä”").values], [], None]
    gold = [pl.Series("worse_spans", spans, dtype=SPANS), pl.Series("better_grade", ["90", None, "ä"])]
    one = challenge("marked")
    one = replace(one, tuples=one.tuples.with_columns(gold))
    given = replace(
        scored(replace(TER, threshold=0.5)),
        better=pl.Series("better", [1.0, None, 2.0]),
        worse=pl.Series("worse", [0.5, None, 1e-9]),
        spans=pl.Series("spans", spans[::-1], dtype=SPANS),
    )
    do(filled, lambda change: add_challenge(change, one))
    do(filled, score(given, name="marked"))
    with filled.reading() as connection:
        shown = the_challenge(connection, "marked")
        assert load_challenge(connection, shown).tuples.equals(one.tuples)
        (found,) = scores_of(connection, shown)
    assert found.about.threshold == 0.5 and found.spans is not None
    assert (found.better.to_list(), found.spans.to_list()) == ([1.0, None, 2.0], spans[::-1])


def test_an_unknown_name_tells_those_there(filled: OpenWorkspace) -> None:
    with filled.reading() as connection, pytest.raises(LackmusError, match="no challenge second") as told:
        the_challenge(connection, "second")
    assert str(told.value).endswith("There is first.")
    assert isinstance(told.value, NotFoundError)


# -- names and groups --------------------------------------------------------------------------------------


def test_a_name_is_had_by_one_only(filled: OpenWorkspace) -> None:
    """The very same again is no change; another one must be asked for, and begins without scores."""
    before = standing(filled)
    assert do(filled, lambda change: add_challenge(change, challenge(" first "))) is None
    assert token(filled, " first ") == token(filled)
    with pytest.raises(LackmusError, match=r"There is a challenge first already.*3 tuples.*Ada"):
        do(filled, lambda change: add_challenge(change, challenge(rows=2)))
    assert standing(filled) == before
    do(filled, lambda change: add_challenge(change, challenge(rows=2), replacing=True))
    with filled.reading() as connection:
        (shown,) = challenges_of(connection)
    assert (shown.number, shown.tuples, shown.metrics) == (2, 2, ())


def test_scoring_anew(filled: OpenWorkspace) -> None:
    """Other numbers take the place of those before; the same, however fast, change nothing."""
    before = token(filled)
    assert do(filled, score(scored(BLEU, seconds=9.0))) is None
    with pytest.raises(LackmusError, match="first has scores of BLEU already"):
        do(filled, score(scored(BLEU, 1, 2, 4), replacing=False))
    assert token(filled) == before
    assert do(filled, score(scored(BLEU, 1, 2, 4), scored(KIWI))) == 3
    with filled.reading() as connection:
        found = scores_of(connection, the_challenge(connection, "first"))
    assert {one.about.name: one.better.to_list()[2] for one in found} == {"TER": 1, "BLEU": 4, KIWI.name: 3}
    # How fast a metric is, is learnt when it was not known.
    assert do(filled, score(scored(TER, 3, 2, 1, seconds=0.5))) == 4


@pytest.mark.parametrize(
    "acts, found",
    [
        ([], {"BLEU": "baseline", "TER": ""}),
        ([group(BLEU="mine", TER=" yours ")], {"BLEU": "mine", "TER": "yours"}),
        ([group(BLEU="mine"), group(BLEU="")], {"BLEU": "baseline", "TER": ""}),
        # What somebody chose outlives new scores, but not a new choice.
        ([group(BLEU="mine"), score(scored(BLEU, 1, 2, 4))], {"BLEU": "mine", "TER": ""}),
        (
            [group(BLEU="mine"), score(scored(replace(BLEU, group="yours")))],
            {"BLEU": "yours", "TER": ""},
        ),
    ],
)
def test_groups(filled: OpenWorkspace, acts: list[Callable[[Change], object]], found: dict[str, str]) -> None:
    for act in acts:
        assert do(filled, act)
    assert groups(filled) == found


def test_grouping_as_before_is_no_change(filled: OpenWorkspace) -> None:
    assert do(filled, group(BLEU="baseline", TER="")) is None


@pytest.mark.parametrize(
    "act, said",
    [
        (group(BLEU="mine", chrF="mine"), "first has no scores of chrF. It has those of BLEU, TER."),
        (unscore("BLEU", "chrF"), "first has no scores of chrF. It has those of BLEU, TER."),
        (score(scored(KIWI), scored(BLEU, 1, 2)), "BLEU has 2 scores for the better texts of first"),
        (score(scored(KIWI, 1, float("nan"), 3)), "the better text of tuple 2 of first is nan"),
        (score(scored(KIWI, 1, 2, float("inf"))), "the better text of tuple 3 of first is inf"),
        (score(scored(KIWI), scored(KIWI)), "Two metrics are called Kiwi/ä “q”"),
        (score(scored(replace(KIWI, name=" "))), "the metric's name is empty"),
        (score(scored(replace(KIWI, name="\x00"))), "the metric's name has a NUL character"),
        (score(scored(replace(KIWI, group="\ud800"))), "its group has half a character"),
        (score(scored(replace(KIWI, signature="\x00"))), "its signature has a NUL character"),
        (score(scored(KIWI, file="\ud800")), "its file has half a character"),
        (group(BLEU="\x00"), "the group of BLEU has a NUL character"),
        (lambda change: add_challenge(change, challenge("")), "the challenge's name is empty"),
        (lambda change: add_challenge(change, challenge("x\x00")), "the challenge's name has a NUL"),
        (lambda change: add_challenge(change, challenge("x", rows=0)), "x has no tuples"),
        (lambda change: add_challenge(change, challenge("x", signature="\ud800")), "x: signature has half"),
        (
            lambda change: add_challenge(change, replace(challenge("x"), about={"seed": "\x00"})),
            "x: seed has a NUL",
        ),
        (lambda change: add_challenge(change, _with_nul()), "x, tuple '1-2': its worse has a NUL"),
    ],
)
def test_what_cannot_be_kept_changes_nothing(
    tmp_path: Path, empty_file: Path, act: Callable[[Change], object], said: str
) -> None:
    """No database is asked: it is refused before."""
    with open_workspace(str(shutil.copy(str(empty_file), str(tmp_path / "lackmus.db")))) as workspace:
        fill(workspace)
        before = standing(workspace)
        with pytest.raises(LackmusError) as told:
            do(workspace, act)
        assert said in str(told.value)
        assert standing(workspace) == before


def _with_nul() -> ChallengeSet:
    spoilt = pl.when(pl.col("tuple") == "1-2").then(pl.lit("a\x00b")).otherwise("worse").alias("worse")
    return ChallengeSet("x", challenge().tuples.with_columns(spoilt))


# -- who may, and undo -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act, editors_only",
    [
        (removed, True),
        (unscore("BLEU"), True),
        (lambda change: add_challenge(change, challenge(rows=1), replacing=True), True),
        (lambda change: add_challenge(change, challenge("second")), False),
        (score(scored(KIWI)), False),
        (score(scored(BLEU, 1, 2, 4)), False),
        (group(BLEU="mine"), False),
    ],
)
def test_what_others_built_is_for_editors_to_remove(
    filled: OpenWorkspace, act: Callable[[Change], object], editors_only: bool
) -> None:
    """Ben is an annotator, then an editor; whoever only looks may do none of it."""
    before = standing(filled)
    do(filled, lambda change: [add_person(change, name) for name in ("Ben", "Cem")])
    do(filled, lambda change: give_role(change, "Cem", Role.READER))
    with pytest.raises(LackmusError, match="Cem is reader here"):
        do(filled, act, "Cem")
    if editors_only:
        with pytest.raises(LackmusError, match="Only an editor may"):
            do(filled, act, "Ben")
        do(filled, lambda change: give_role(change, "Ben", Role.EDITOR))
    assert standing(filled) == before
    assert do(filled, act, "Ben")
    assert standing(filled) != before


def test_ones_own_can_be_removed(filled: OpenWorkspace) -> None:
    do(filled, lambda change: add_challenge(change, challenge("second")), "Ben")
    do(filled, score(scored(KIWI)), "Ben")
    assert do(filled, unscore(KIWI.name), "Ben")
    do(filled, lambda change: remove_challenge(change, the_challenge(change.connection, "second")), "Ben")
    assert list(standing(filled)) == ["first"]


DEEDS: dict[str, Callable[[Change], object]] = {
    "another challenge": lambda change: add_challenge(change, challenge("second")),
    "replaced": lambda change: add_challenge(change, challenge(rows=1), replacing=True),
    "removed": removed,
    "more scores": score(scored(KIWI)),
    "scored anew": score(scored(BLEU, 1, 2, 4)),
    "grouped": group(BLEU="mine", TER="mine"),
    "unscored": unscore("TER"),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_back_and_forth(filled: OpenWorkspace, deed: str) -> None:
    """Undone, all is as before; undone again, as after; tokens tell that something happened."""
    desk = Desk(person="Ada", opened=filled)
    before, seen = standing(filled), token(filled)
    number = do(filled, DEEDS[deed])
    after = standing(filled)
    assert after != before
    undone = undo(desk)
    assert (undone.entry.number, standing(filled)) == (number, before)
    assert (token(filled) == seen) is (deed == "another challenge")
    undo(desk, undone.number)
    assert standing(filled) == after
    assert faults(filled) == []


@pytest.mark.parametrize(
    "acts, number, said",
    [
        ([], 1, r"#2 \(act\) by Ada rests on it since. Undo #2 first"),
        ([group(BLEU="mine")], 2, "#3 .* changed the same"),
        ([score(scored(BLEU, 1, 2, 4))], 2, "#3 .* changed the same"),
        ([unscore("BLEU"), score(scored(BLEU, 1, 2, 4))], 3, "#4 .* took the name BLEU"),
        (
            [removed, lambda change: add_challenge(change, challenge(rows=1))],
            3,
            "#4 .* took the name first",
        ),
    ],
)
def test_what_came_later_stands_in_the_way(
    filled: OpenWorkspace, acts: list[Callable[[Change], object]], number: int, said: str
) -> None:
    for act in acts:
        do(filled, act)
    before = standing(filled)
    with pytest.raises(LackmusError, match=said):
        undo(Desk(person="Ada", opened=filled), number)
    assert standing(filled) == before


def test_scores_that_were_undone_do_not_come_back_without_their_challenge(filled: OpenWorkspace) -> None:
    desk = Desk(person="Ada", opened=filled)
    undone = undo(desk)
    undo(desk, 1)
    with pytest.raises(LackmusError, match="rests on it"):
        undo(desk, undone.number)


def test_tokens_tell_which_challenge_was_touched(filled: OpenWorkspace) -> None:
    """Whoever keeps one in memory looks again only if it changed itself."""
    do(filled, lambda change: add_challenge(change, challenge("second")))
    seen = token(filled), token(filled, "second")
    assert seen[0] != seen[1]
    do(filled, group(BLEU="mine"))
    assert token(filled) != seen[0]
    assert token(filled, "second") == seen[1]


def test_the_log_leads_to_challenges_that_are_there(filled: OpenWorkspace) -> None:
    desk = Desk(person="Ada", opened=filled)
    do(filled, lambda change: add_challenge(change, challenge("second")))
    do(filled, lambda change: remove_challenge(change, the_challenge(change.connection, "second")))
    subjects = log_page(desk, LogQuery()).subjects
    assert {change: (one.kind, one.number, one.name) for change, one in subjects.items()} == {
        1: ("challenge", 1, "first"),
        2: ("challenge", 1, "first"),
    }
    assert latest(desk).number == 4


def test_texts_are_kept_once(filled: OpenWorkspace) -> None:
    """Scoring anew and grouping copy no tuple."""
    for act in (score(scored(BLEU, 1, 2, 4)), group(BLEU="mine"), unscore("TER")):
        do(filled, act)
    with filled.reading() as connection:
        many = connection.execute(select(func.count()).select_from(schema.challenge_tuples)).scalar()
    assert many == 3
