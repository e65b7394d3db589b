"""A challenge is built from what people and rules said about the texts of a workspace."""

import polars as pl
import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.choices import Choices
from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.challenges.building import JUDGED_TEXTS, Draw
from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.challenges import keeping
from lackmus.flows.challenges.building import build
from lackmus.flows.challenges.material import JudgedTexts, judged_texts
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.hand_ins import suspicions_json
from lackmus.store.reviews.decisions import decide
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
def desk(workspace: OpenWorkspace) -> Desk:
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


def texts_of(
    desk: Desk, campaigns: list[str] | None = None, keep: tuple[str, ...] = (), **asked: object
) -> JudgedTexts:
    """The texts that are asked for."""
    request = StoredRequest(choices=Choices(keep=tuple(keep)), **asked)  # type: ignore[arg-type]
    return judged_texts(FromWorkspace(desk, request), campaigns or ())


def test_all_campaigns_with_what_rules_and_people_say(desk: Desk, workspace: OpenWorkspace) -> None:
    """Who did not take part is left out, and named; of repeats the first counts."""
    with workspace.reading() as connection:
        open_text = text_number(connection, "He left.")
    with workspace.writing("Ada", "review decide") as change:
        decide(change, [(open_text, Verdict.FAIL)])
    found = judged_texts(FromWorkspace(desk))
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
    assert found.desk is desk
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
    found = texts_of(desk, **asked).texts  # type: ignore[arg-type]
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
        texts_of(desk, **asked)  # type: ignore[arg-type]
    assert said in worded(told.value)


def test_nobody_took_part(desk: Desk) -> None:
    with pytest.raises(NoAnswerError) as told:
        texts_of(desk, systems=["idle"])
    assert "2021/idle: of 3 items: 3 blank). Keep one" in worded(told.value)


def test_built_and_kept(desk: Desk) -> None:
    """From the workspace into the workspace: what comes out is what was built, and no secret is in it."""
    done = build(FromWorkspace(desk), None, Draw(), "mine")
    built = done.built.challenge
    assert done.kept == "mine"
    assert built.tuples["source"].unique().to_list() == ["Ihr Mann kam."]
    shown, loaded = keeping.challenge(desk, "mine"), keeping.load(desk, "mine")
    assert loaded.tuples.equals(built.tuples)
    assert (loaded.signature, loaded.about) == (built.signature, built.about)
    assert (shown.tuples, shown.signature) == (1, built.signature)
    assert keeping.challenges(desk) == [shown]
