"""Challenges are kept in a workspace with their scores, and built from what people and rules said there."""

from pathlib import Path

import polars as pl
import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.challenges.building import JUDGED_TEXTS, Draw, build
from lackmus.core.challenges.challenge import Challenge
from lackmus.core.challenges.metrics import About, Need, Scored
from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.challenges import stored_challenges as flow
from lackmus.flows.workspaces.history import Wanted, log, undo
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.store.db.workspaces import Workspace
from lackmus.store.outputs.hand_ins import suspicions_json
from lackmus.store.reviews.decisions import decide
from tests.store.challenges.test_challenges import BLEU, KIWI, TER, challenge, scored
from tests.store.filled import add_campaign, add_suite
from tests.store.grown import text_number

SHIFTED = Suspicion(Damage.SHIFTED, 2, 3, 1, "lengths")
DE_EN = Pair("de", "en")
HUSBAND = Rule(Side.POSITIVE, Kind.PATTERN, r"\b(husband|spouse)\b")
MAN = Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b")
SOURCES = ("Ihr Mann kam.", "Ihr Mann ging.", "Ihr Mann schlief.")
SUITE = Suite(
    "small",
    tuple(
        Item(DE_EN, str(number), "Ambiguity", "Lexical", source, (HUSBAND, MAN), reserved=number == 3)
        for number, source in enumerate(SOURCES, 1)
    ),
)


def hand_in(system: str, *texts: str) -> HandIn:
    """The translations of the three sentences, the first perhaps twice."""
    places = [(f"de-en:{number}", number - 1) for number in range(1, len(texts) + 1)][:3]
    places += [("de-en:1", line) for line in range(3, len(texts))]
    return HandIn(system, f"{system}.tsv", [*SOURCES, SOURCES[0]][: len(texts)], list(texts), places)


@pytest.fixture
def desk(workspace: Workspace) -> Desk:
    """Where Ada works: one suite, two campaigns."""
    number = add_suite(workspace, SUITE)
    add_campaign(
        workspace,
        number,
        "2021",
        [
            hand_in("A", "Her husband came.", "Her husband left.", "Her husband slept.", "Her man, again."),
            hand_in("B", "Her man came.", "Her old man left.", "Her spouse slept."),
            hand_in("idle", "", "", ""),
        ],
    )
    add_campaign(
        workspace,
        number,
        "2022",
        [hand_in("A", "Her spouse came.", "He left.", "Her man slept.")],
        suspicions={"A": suspicions_json([SHIFTED])},
    )
    return Desk(person="Ada", opened=workspace)


def verdicts(texts: pl.DataFrame) -> dict[tuple[str, str, str], tuple[str, str | None]]:
    """Campaign, system and text of the items that are no secret -> verdict and step."""
    shown = texts.filter(pl.col("item") != "de-en:3")
    return {
        (campaign, system, text): (verdict, step)
        for _, campaign, system, text, verdict, step in shown.iter_rows()
    }


# -- what a challenge is built from ------------------------------------------------------------------------


def test_all_campaigns_with_what_rules_and_people_say(desk: Desk, workspace: Workspace) -> None:
    """Who did not take part is left out, and named; of repeats the first counts."""
    with workspace.reading() as connection:
        open_text = text_number(connection, "He left.")
    with workspace.writing("Ada", "review decide") as change:
        decide(change, [(open_text, Verdict.FAIL)])
    found = flow.judged_texts(desk)
    assert found.texts.schema == JUDGED_TEXTS.schema
    assert verdicts(found.texts) == {
        ("2021", "A", "Her husband came."): ("pass", "pattern"),
        ("2021", "A", "Her husband left."): ("pass", "pattern"),
        ("2021", "B", "Her man came."): ("fail", "pattern"),
        ("2021", "B", "Her old man left."): ("fail", "pattern"),
        ("2022", "A", "Her spouse came."): ("pass", "pattern"),
        ("2022", "A", "He left."): ("fail", "decision"),
    }
    assert found.left_out == {"2021/idle": "of 3 items: 3 blank"}
    assert found.suspicions == {"2022/A": [SHIFTED]}
    assert [item.reserved for item in found.suite.items] == [False, False, True]
    assert found.revision == latest(desk)
    assert found.notes == ()


@pytest.mark.parametrize(
    "asked, systems",
    [
        ({"campaigns": ["2022"]}, {"2022/A"}),
        ({"campaigns": ["2022", "2021"]}, {"2021/A", "2021/B", "2022/A"}),
        ({"suite": "small", "pair": "de-en"}, {"2021/A", "2021/B", "2022/A"}),
        ({"keep": ["idle"]}, {"2021/A", "2021/B", "2021/idle", "2022/A"}),
        ({"systems": ["A"]}, {"2021/A", "2022/A"}),
        ({"systems": ["B,idle"]}, {"2021/B"}),
        ({"exclude": ["A"]}, {"2021/B"}),
        ({"as_of": "2"}, {"2021/A", "2021/B"}),  # before 2022 came
    ],
)
def test_only_what_was_asked_for(desk: Desk, asked: dict[str, object], systems: set[str]) -> None:
    found = flow.judged_texts(desk, **asked).texts  # type: ignore[arg-type]
    assert set(found.select(pl.format("{}/{}", "campaign", "system")).to_series()) == systems


@pytest.mark.parametrize(
    "asked, said",
    [
        ({"campaigns": ["2023"]}, "There is no campaign 2023. There are 2021, 2022."),
        ({"campaigns": ["2021", "2021"]}, "A campaign is named twice"),
        ({"suite": "large"}, "There is no suite large"),
        ({"pair": "de-fr"}, "no items for de-fr"),
        ({"keep": ["C"]}, "--keep: there is no system C"),
        ({"exclude": ["A", "B", "idle"]}, "No system is left to build from."),
        ({"as_of": "1"}, "No campaign has outputs for small (de-en)."),
    ],
)
def test_what_is_not_there_is_named(desk: Desk, asked: dict[str, object], said: str) -> None:
    with pytest.raises(LackmusError) as told:
        flow.judged_texts(desk, **asked)  # type: ignore[arg-type]
    assert said in str(told.value)


def test_nobody_took_part(desk: Desk) -> None:
    with pytest.raises(NoAnswerError, match=r"2021/idle: of 3 items: 3 blank\)\. Keep one"):
        flow.judged_texts(desk, systems=["idle"])


def test_built_and_kept(desk: Desk) -> None:
    """From the workspace into the workspace: what comes out is what was built, and no secret is in it."""
    found = flow.judged_texts(desk)
    built = build(found.suite, found.texts, Draw(), "mine").challenge
    assert built.tuples["source"].unique().to_list() == ["Ihr Mann kam."]
    shown = flow.keep(desk, built)
    loaded = flow.load(desk, "mine")
    assert loaded.tuples.equals(built.tuples)
    assert (loaded.signature, loaded.about) == (built.signature, built.about)
    assert (shown.tuples, shown.signature) == (1, built.signature)
    assert flow.challenges(desk) == [shown] == [flow.challenge(desk, "mine")]


# -- keeping -----------------------------------------------------------------------------------------------


def test_every_deed_is_a_line_in_the_log(desk: Desk) -> None:
    """In words that tell what it was about; each can be undone."""
    flow.keep(desk, challenge(), "challenge import")
    many = [About(f"m{number}", (Need.SOURCE,)) for number in range(5)]
    flow.keep_scores(desk, "first", [scored(one) for one in (BLEU, TER, *many)])
    flow.keep_scores(desk, "first", [scored(BLEU)])  # as before: no line
    flow.regroup(desk, "first", {"BLEU": "mine", "TER": ""})
    flow.remove_scores(desk, "first", ["TER"])
    flow.remove(desk, "first")
    lines = [(one.verb, one.about) for one in log(desk, Wanted())][:5]
    assert lines == [
        ("challenge remove", "first: 3 tuples of 2 items, de-en, scored by 6 metrics"),
        ("challenge unscore", "first: TER"),
        ("challenge group", "first: BLEU in mine"),
        ("challenge score", "first: BLEU, TER, m0, m1, m2 and 2 more"),
        ("challenge import", "first: 3 tuples of 2 items, de-en"),
    ]
    undo(desk)
    undo(desk)
    found = {one.about.name: one.about.group for one in flow.scored(desk, "first")}
    assert found == {"BLEU": "mine", "TER": "", **{one.name: "" for one in many}}


def test_scores_of_a_challenge_that_was_replaced_meanwhile(desk: Desk) -> None:
    """As many tuples, but others: nobody would see it from the numbers."""
    old = challenge()
    flow.keep(desk, old)
    flow.keep_scores(desk, "first", [scored(BLEU)], of=old)
    flow.keep(desk, Challenge("first", old.tuples.reverse()), replacing=True)
    with pytest.raises(LackmusError, match=r"first is another challenge by now .* Score it anew"):
        flow.keep_scores(desk, "first", [scored(BLEU)], of=old)
    assert flow.scored(desk, "first") == []


@pytest.mark.parametrize("ask", [flow.load, flow.scored, flow.challenge, flow.touched, flow.remove])
def test_an_unknown_challenge(desk: Desk, ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(flow.NoSuchChallengeError, match="The workspace has no challenge yet"):
        ask(desk, "first")


def test_who_keeps_one_in_memory_is_told_when_to_look_again(desk: Desk, workspace: Workspace) -> None:
    flow.keep(desk, challenge())
    seen = [flow.touched(desk, "first")]
    add_suite(workspace, Suite("other", SUITE.items))
    assert flow.touched(desk, "first") == seen[0]
    flow.keep_scores(desk, "first", [scored(KIWI)])
    seen.append(flow.touched(desk, "first"))
    undo(desk)
    seen.append(flow.touched(desk, "first"))
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    "name, verb, made",
    [
        ("ACES", flow.IMPORT, True),
        ("ACES", flow.BUILD, False),  # built of what?
        ("", flow.IMPORT, False),  # what cannot be kept leaves no workspace behind
    ],
)
def test_a_challenge_may_be_the_first_thing_of_a_workspace(
    tmp_path: Path, name: str, verb: str, made: bool
) -> None:
    desk = Desk(str(tmp_path / "lackmus.db"), "Ada")
    try:
        flow.keep(desk, challenge(name), verb)
    except LackmusError:
        assert not made
    assert (tmp_path / "lackmus.db").exists() is made
    assert flow.challenges_there(desk.workspace) == (["ACES"] if made else [])


def test_large_ones_come_out_as_they_went_in(desk: Desk) -> None:
    """More tuples than a database takes at once, and many metrics."""
    tuples = pl.concat([challenge().tuples] * 2_000).with_columns(
        pl.format("{}-{}", "tuple", pl.int_range(pl.len())).alias("tuple")
    )
    large = Challenge("large", tuples)
    flow.keep(desk, large)
    numbers = pl.Series("better", [one / 7 for one in range(tuples.height)])
    given = [Scored(About(f"m{one}"), numbers + one, numbers) for one in range(3)]
    flow.keep_scores(desk, "large", given)
    assert flow.load(desk, "large").tuples.equals(tuples)
    found = flow.scored(desk, "large")
    assert [one.about for one in found] == [one.about for one in given]
    assert all(one.better.equals(other.better) for one, other in zip(found, given, strict=True))
