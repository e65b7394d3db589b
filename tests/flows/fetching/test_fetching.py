"""Fetching: every sentence is asked once, all is kept, and mistakes are found before anything is paid for."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from threading import Event
from traceback import format_exception

import pytest
from sqlalchemy import select

from lackmus import plugins
from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask
from lackmus.core.outputs.imports import ImportOutcome
from lackmus.core.suites.suite import Draft, Item, Kind, Rule, Side
from lackmus.core.workspaces.people import Role
from lackmus.engines import (
    About,
    Engine,
    EngineError,
    KeyRefusedError,
    Keys,
    Limits,
    Mark,
    Option,
    Price,
    QuotaError,
    Reply,
)
from lackmus.errors import LackmusError
from lackmus.flows.fetching.fetching import estimate, fetch, remarks
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.outputs.export import export_outputs
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup
from lackmus.store.db import bulk, schema
from lackmus.web.http.remedies import on_page
from lackmus.write.suites.jsonl import write
from tests.refusals import refuses

EN_DE = Pair("en", "de")


class Pupil(Engine):
    """Translates by writing backwards, and remembers what it was asked."""

    LABEL = "Pupil"
    OPTIONS = (
        Option("style", "how", "plain", ("plain", "fancy")),
        Option("speed", "how fast", "1", counts=False),
        Option("book", "a file", trusted=True, counts=False),
    )
    TAKES_CONTEXT = KEEPS_LINES = True
    PAID = True

    # What a test sets; one process runs one test at a time.
    asked: list[str] = []  # noqa: RUF012
    after: list[tuple[str, ...]] = []  # noqa: RUF012
    limits = Limits(texts=2, in_flight=1)
    answer: Callable[[str], str | Reply] = staticmethod(lambda source: source[::-1])
    quota: int | None = None

    def about(self, pair: Pair) -> About:
        return About("pupil-1", "3", Price(10, "EUR", as_of="2026-01"), Pupil.limits, {"school": "ours"})

    def translate(self, sources: Sequence[str], pair: Pair) -> list[str | Reply]:
        if Pupil.quota is not None and len(Pupil.asked) + len(sources) > Pupil.quota:
            raise QuotaError("Pupil is tired.", "Come back tomorrow.")
        Pupil.asked += sources
        return [Pupil.answer(source) for source in sources]

    def in_context(self, source: str, before: Sequence[str], pair: Pair) -> str | Reply:
        Pupil.after.append(tuple(before))
        return self.translate([source], pair)[0]


@pytest.fixture(autouse=True)
def school(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine comes in by the door, and knows nothing of the test before."""
    point = EntryPoint("pupil", f"{__name__}:Pupil", PluginGroup.ENGINE)
    others = plugins._others
    monkeypatch.setattr(
        plugins,
        "_others",
        lambda door: (point, *others(door)) if door is PluginGroup.ENGINE else others(door),
    )
    monkeypatch.setattr(Pupil, "asked", [])
    monkeypatch.setattr(Pupil, "after", [])


def item(number: int, source: str, reserved: bool = False) -> Item:
    """An item that passes if its translation ends with the first letter of the source."""
    rules = (Rule(Side.POSITIVE, Kind.PATTERN, f"{source[0]}$"),)
    return Item(EN_DE, str(number), "C", "P", source, rules, reserved=reserved)


SENTENCES = ["One.", "Two.", "Three.", "Four.", "Five."]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A workspace with five sentences, one of them twice."""
    desk = Desk(str(tmp_path / "lackmus.db"), "Ada")
    bring(desk, tmp_path, [*SENTENCES, "One."])
    return desk


def bring(desk: Desk, folder: Path, sources: Sequence[str], reserved: Sequence[str] = ()) -> None:
    """Import the suite as it is now."""
    items = tuple(item(place, source, source in reserved) for place, source in enumerate(sources))
    (folder / "small.jsonl").write_text(write(Draft("small", items)))
    import_suite(desk, folder / "small.jsonl")


def outputs(desk: Desk, campaign: str = "C1") -> dict[str, str]:
    """What the only system of a campaign wrote, by item."""
    (hand_in,) = export_outputs(desk, campaign, with_reserved=True).hand_ins
    return {key.partition(":")[2]: hand_in.texts[line] for key, line in hand_in.places}


def rows(desk: Desk, table: str, *columns: str) -> list[tuple[object, ...]]:
    """What stands in a table."""
    found = schema.metadata.tables[table]
    with desk.open() as workspace, workspace.reading() as connection:
        return bulk.fetch(connection, select(*(found.c[name] for name in columns)))


WANTED = Fetch("pupil", campaign="C1")


def test_each_sentence_once(desk: Desk) -> None:
    """Also one that two items share; the outputs of the items are there and judged."""
    fetched = fetch(desk, WANTED)
    assert Pupil.asked == SENTENCES
    assert (fetched.asked, fetched.estimate.cached, fetched.missing) == (5, 0, ())
    assert fetched.imported is not None
    assert fetched.imported.systems[0].outcome is ImportOutcome.NEW
    assert outputs(desk) == {str(n): one[::-1] for n, one in enumerate([*SENTENCES, "One."])}
    assert {verdict for (verdict,) in rows(desk, "verdicts", "verdict")} == {"pass"}


PROMPTED = [("One.", "Formal."), ("One.", ""), ("One.", "Brief."), ("One.", "Formal."), ("A.\n\nB.", "")]


def bring_prompted(desk: Desk, folder: Path, prompted: Sequence[tuple[str, str]]) -> None:
    """Items with their prompts."""
    items = tuple(
        replace(item(place, source), prompt=prompt) for place, (source, prompt) in enumerate(prompted)
    )
    (folder / "small.jsonl").write_text(write(Draft("small", items)))
    import_suite(desk, folder / "small.jsonl")


def test_each_prompt_is_a_request(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One source with two prompts is asked twice, and an answer to one prompt is not used for another."""
    told: list[tuple[str, str]] = []

    def prompted(self: Engine, ask: Ask, pair: Pair) -> str:
        told.append((ask.text, ask.prompt))
        return f"{ask.prompt} {ask.text[::-1]}"

    monkeypatch.setattr(Pupil, "TAKES_PROMPTS", True)
    monkeypatch.setattr(Pupil, "prompted", prompted)
    bring_prompted(desk, tmp_path, PROMPTED)
    first = estimate(desk, WANTED)
    assert first.characters == sum(map(len, ["One.Formal.", "One.", "One.Brief.", "A.\n\nB."]))
    fetched = fetch(desk, WANTED)
    assert told == [("One.", "Formal."), ("One.", "Brief.")]
    assert Pupil.asked == ["One.", "A.\n\nB."]  # with its paragraphs
    assert (fetched.asked, fetched.estimate.on_prompts) == (4, "")
    assert "item_prompts=" in fetched.estimate.signature
    written = {"0": "Formal. .enO", "1": ".enO", "2": "Brief. .enO", "3": "Formal. .enO", "4": ".B\n\n.A"}
    assert outputs(desk) == written
    bring_prompted(desk, tmp_path, [("One.", "Formal."), ("One.", "Casual.")])
    again = fetch(desk, replace(WANTED, campaign="C2"))
    assert (again.asked, told[2:]) == (1, [("One.", "Casual.")])
    with refuses(LackmusError, match="In a document, prompts of items have no place"):
        fetch(desk, replace(WANTED, campaign="C3", document=True))


def test_prompts_that_are_not_sent_are_told(desk: Desk, tmp_path: Path) -> None:
    """Before and afterwards, in one line."""
    bring_prompted(desk, tmp_path, PROMPTED)
    fetched = fetch(desk, WANTED)
    assert Pupil.asked == ["One.", "A.\n\nB."]
    line = "3 items have a prompt of their own, which Pupil does not take: it is not sent."
    assert line in list(remarks(fetched, ""))
    assert line in estimate(desk, replace(WANTED, campaign="C2")).notes


def test_what_is_known_is_not_asked_again(desk: Desk) -> None:
    """In another campaign, under another name, with options that change no translation."""
    fetch(desk, WANTED)
    again = fetch(desk, replace(WANTED, campaign="C2", system="Other", options={"speed": "9"}))
    assert Pupil.asked == SENTENCES
    assert (again.asked, again.estimate.cached, again.estimate.said_cost) == (0, 5, "nothing")
    assert outputs(desk, "C2") == outputs(desk)


@pytest.mark.parametrize("other", [{"options": {"style": "fancy"}}, {"round": "2027"}, {"context": 1}])
def test_what_was_asked_otherwise_is_asked(desk: Desk, other: Mapping[str, object]) -> None:
    """Another option that counts, another round, other surroundings."""
    fetch(desk, WANTED)
    again = fetch(desk, replace(WANTED, campaign="C2", **other))  # type: ignore[arg-type]
    assert again.asked == (4 if "context" in other else 5)  # the first sentence has nothing before it


def test_a_grown_suite_fetches_what_is_new(desk: Desk, tmp_path: Path) -> None:
    """And the outputs grow, without anybody saying that they may be replaced."""
    fetch(desk, WANTED)
    bring(desk, tmp_path, [*SENTENCES, "One.", "Six."])
    again = fetch(desk, WANTED)
    assert Pupil.asked == [*SENTENCES, "Six."]
    assert again.imported is not None
    assert again.imported.systems[0].outcome is ImportOutcome.GROWN
    assert len(outputs(desk)) == 7


def test_somebody_edits_the_suite_meanwhile(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is handed in are translations of the sentences as they are then."""

    def answer(source: str) -> str:
        if source == "Three.":
            bring(desk, tmp_path, ["One.", "Two!", *SENTENCES[2:]])
        return source[::-1]

    monkeypatch.setattr(Pupil, "answer", staticmethod(answer))
    fetched = fetch(desk, WANTED)
    assert (Pupil.asked, fetched.asked) == ([*SENTENCES, "Two!"], 6)
    assert outputs(desk) == {str(n): one[::-1] for n, one in enumerate(["One.", "Two!", *SENTENCES[2:]])}


def test_other_outputs_are_not_replaced_by_the_way(desk: Desk) -> None:
    """Nothing is asked, hence nothing paid, for what could not be handed in."""
    fetch(desk, WANTED)
    fancy = replace(WANTED, options={"style": "fancy"})
    with refuses(LackmusError, match=r"C1 has other outputs of Pupil.*--system NAME.*--replace"):
        fetch(desk, fancy)
    assert len(Pupil.asked) == 5
    replaced = fetch(desk, replace(fancy, replaces=True)).imported
    assert replaced is not None


@pytest.mark.parametrize("first, then", [(0, 1), (1, 0), (1, 2)])
def test_what_was_seen_in_other_company_is_other_outputs(desk: Desk, first: int, then: int) -> None:
    """Found out before anything is paid for, although the engine and its options are the same."""
    fetch(desk, replace(WANTED, context=first))
    Pupil.asked.clear()
    with refuses(LackmusError, match="C1 has other outputs of Pupil, which were made otherwise"):
        fetch(desk, replace(WANTED, context=then))
    assert Pupil.asked == []
    assert fetch(desk, replace(WANTED, context=first)).asked == 0


def test_an_end_in_the_middle_goes_on_there(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was fetched is kept, told, and not asked again."""
    monkeypatch.setattr(Pupil, "quota", 2)
    with refuses(QuotaError, match=r"tired\. Come back tomorrow\. 2 of 5 sentences are kept") as caught:
        fetch(desk, WANTED)
    assert "--partial" not in on_page(caught.value)
    assert rows(desk, "hand_ins", "id") == []
    monkeypatch.setattr(Pupil, "quota", None)
    fetched = fetch(desk, WANTED)
    assert sorted(Pupil.asked) == sorted(SENTENCES)
    assert (fetched.asked, fetched.estimate.cached) == (3, 2)
    assert len(outputs(desk)) == 6


def test_a_part_if_that_will_do(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is missing, and comes later."""
    monkeypatch.setattr(Pupil, "quota", 2)
    fetched = fetch(desk, replace(WANTED, partial=True))
    assert (len(fetched.missing), sorted(outputs(desk))) == (3, ["0", "1", "5"])
    assert fetched.problem == "Pupil is tired. Come back tomorrow."
    monkeypatch.setattr(Pupil, "quota", None)
    fetch(desk, WANTED)
    assert len(outputs(desk)) == 6


def test_nothing_at_all(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing came there is nothing to go on from, and no part to be stored."""
    monkeypatch.setattr(Pupil, "quota", 0)
    with pytest.raises(QuotaError) as caught:
        fetch(desk, replace(WANTED, partial=True))
    assert worded(caught.value) == "Pupil is tired. Come back tomorrow."


def test_somebody_stops_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was under way is kept; nothing is handed in."""
    stop = Event()

    def answer(source: str) -> str:
        if source == "Two.":
            stop.set()
        return source

    monkeypatch.setattr(Pupil, "answer", staticmethod(answer))
    stopped = fetch(desk, WANTED, stop=stop)
    assert (stopped.stopped, stopped.imported, Pupil.asked) == (True, None, ["One.", "Two."])
    assert fetch(desk, WANTED).asked == 3


def test_too_long_for_the_engine(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never sent; the others are handed in, and it is told."""
    monkeypatch.setattr(Pupil, "limits", Limits(texts=2, text=5))
    told = estimate(desk, WANTED)
    assert (told.too_long, told.left) == (("Three.",), 4)
    fetched = fetch(desk, WANTED)
    assert (fetched.missing, "Three." in Pupil.asked) == (("Three.",), False)
    assert "2" not in outputs(desk)


def test_what_stands_before(desk: Desk) -> None:
    """The first has nothing before it."""
    fetch(desk, replace(WANTED, context=2))
    assert Pupil.after == [
        ("One.",),
        ("One.", "Two."),
        ("Two.", "Three."),
        ("Three.", "Four."),
    ]


def test_secret_items_are_not_sent(desk: Desk, tmp_path: Path) -> None:
    """Unless somebody wants that."""
    bring(desk, tmp_path, SENTENCES, reserved=["Two."])
    assert fetch(desk, WANTED).estimate.reserved == 1
    assert "Two." not in Pupil.asked
    fetch(desk, replace(WANTED, with_reserved=True))
    assert Pupil.asked[-1] == "Two."


@pytest.fixture
def template(desk: Desk, tmp_path: Path) -> str:
    """The five sentences among five others."""
    from lackmus.flows.outputs.templates import TemplatePlan, make

    (tmp_path / "others.txt").write_text("".join(f"Other {n}.\n" for n in range(9)))
    recipe = TemplatePlan(distractors=tmp_path / "others.txt", factor=1, seed=1)
    (made,) = make(desk, recipe, lambda *_: tmp_path / "template.txt")
    return made.token


def test_a_template_line_by_line(desk: Desk, template: str) -> None:
    """Distractors are sent, and not handed in."""
    fetch(desk, replace(WANTED, template=template))
    assert len(Pupil.asked) > 5
    assert set(SENTENCES) < set(Pupil.asked)
    assert outputs(desk)["2"] == ".eerhT"


def lined(source: str) -> str:
    return "\n".join(line[::-1] for line in source.split("\n"))


def test_a_template_as_a_document(desk: Desk, template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many lines in one text as fit, in the template's order."""
    monkeypatch.setattr(Pupil, "limits", Limits(text=40))
    monkeypatch.setattr(Pupil, "answer", staticmethod(lined))
    fetch(desk, replace(WANTED, template=template, document=True))
    assert all(len(one) <= 40 for one in Pupil.asked)
    assert max(one.count("\n") for one in Pupil.asked) >= 2
    assert outputs(desk) == {str(n): one[::-1] for n, one in enumerate([*SENTENCES, "One."])}


def test_lines_may_end_as_on_windows(desk: Desk, template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends a line belongs to none."""
    monkeypatch.setattr(Pupil, "answer", staticmethod(lambda source: lined(source).replace("\n", "\r\n")))
    fetch(desk, replace(WANTED, template=template, document=True))
    assert any("\n" in one for one in Pupil.asked)
    assert outputs(desk) == {str(n): one[::-1] for n, one in enumerate([*SENTENCES, "One."])}


def test_a_document_that_loses_a_line(desk: Desk, template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody guesses which: its halves are asked, and the answer that was paid for is not asked again."""

    def careless(source: str) -> str:
        found = lined(source).split("\n")
        return "\n".join(found[1:] if len(found) > 2 else found)

    monkeypatch.setattr(Pupil, "answer", staticmethod(careless))
    wanted = replace(WANTED, template=template, document=True)
    fetch(desk, wanted)
    assert outputs(desk) == {str(n): one[::-1] for n, one in enumerate([*SENTENCES, "One."])}
    assert len(Pupil.asked) == len(set(Pupil.asked))
    assert fetch(desk, replace(wanted, campaign="C2")).asked == 0


def test_an_estimate_sends_nothing(desk: Desk) -> None:
    """Characters, price and cost of what is not known."""
    told = estimate(desk, WANTED)
    assert (told.sentences, told.cached, told.characters, told.left) == (5, 0, 24, 5)
    assert told.cost == pytest.approx(24 * 10 / 1_000_000)
    assert told.said_cost == "about 0.0002 EUR"
    assert (Pupil.asked, rows(desk, "requests", "id")) == ([], [])
    fetch(desk, WANTED)
    told = estimate(desk, replace(WANTED, campaign="C2"))
    assert (told.cached, told.left, told.said_cost) == (5, 0, "nothing")
    assert told.oldest is not None


def test_an_engine_with_a_mistake_tells_no_key(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in its words nor behind them."""
    key = "secret-0123456789"

    def about(self: Engine, pair: Pair) -> About:
        raise RuntimeError(f"no header for {self.keys.need('PUPIL_KEY')}")

    monkeypatch.setattr(Pupil, "about", about)
    with refuses(EngineError, match=r"Pupil failed \(RuntimeError: no header for \(key\)\)") as caught:
        fetch(desk, WANTED, keys=Keys({"PUPIL_KEY": key}, Path("no-file-of-keys")))
    assert key not in "".join(format_exception(caught.value))


def test_prices_change(desk: Desk) -> None:
    """Who knows better says so."""
    told = estimate(desk, replace(WANTED, price=500_000.0))
    assert told.said_cost == "about 12.00 EUR"


def test_an_estimate_needs_no_key(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known without asking is told, and that nobody was asked."""

    def about(self: Pupil, pair: Pair) -> About:
        raise KeyRefusedError("There is no key PUPIL_KEY.")

    monkeypatch.setattr(Pupil, "about", about)
    told = estimate(desk, WANTED)
    assert (told.doubt, told.left) == ("There is no key PUPIL_KEY.", 5)
    with pytest.raises(KeyRefusedError):
        fetch(desk, WANTED)


def test_how_it_was_made_stays_with_it(desk: Desk) -> None:
    """What the engine says about itself, and every option that counts."""
    fetch(desk, replace(WANTED, options={"style": "fancy"}, round="x"))
    ((about, signature),) = rows(desk, "origins", "about", "signature")
    told = json.loads(str(about))
    assert (told["model"], told["version"], told["price"]["amount"]) == ("pupil-1", "3", 10)
    assert "engine:pupil|model:pupil-1|engine-version:3|pair:en-de|options:round=x,style=fancy|" in str(
        signature
    )
    assert "speed" not in str(signature)


def test_marks_become_reasons(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks verbose is a warning although the rules would let it pass."""

    def answer(source: str) -> Reply:
        text = source[::-1]
        return Reply(text, f"“{text}”", Mark.VERBOSE if source == "Two." else None, ("quotes",), "m-7", 3)

    monkeypatch.setattr(Pupil, "answer", staticmethod(answer))
    fetched = fetch(desk, WANTED)
    assert (fetched.marked, fetched.cleaned, fetched.models) == ({"verbose": 1}, {"quotes": 5}, ("m-7",))
    found = rows(desk, "verdicts", "verdict", "reason")
    assert (found.count(("warning", "verbose")), found.count(("pass", None))) == (1, 5)
    assert {raw for (raw,) in rows(desk, "replies", "raw")} == {f"“{one[::-1]}”" for one in SENTENCES}


def test_who_may_only_look_sends_nothing(desk: Desk) -> None:
    """Found out before anything is paid for."""
    from lackmus.flows.workspaces.people import add_person

    add_person(desk, "Rea", Role.READER)
    with refuses(LackmusError, match="Rea is reader here"):
        fetch(replace(desk, person="Rea"), WANTED)
    assert Pupil.asked == []


@pytest.mark.parametrize(
    "wanted, said",
    [
        (replace(WANTED, engine="teacher"), "there is no engine teacher"),
        (replace(WANTED, options={"style": "loud"}), "style cannot be loud. Choose plain, fancy"),
        (replace(WANTED, options={"volume": "1"}), "pupil has no option volume. It has style, speed, book"),
        (replace(WANTED, campaign=" "), "the campaign's name is empty"),
        (replace(WANTED, campaign=None), "Say which campaign"),
        (replace(WANTED, template="nosuch22"), "nosuch22"),
        (replace(WANTED, context=1, document=True), "not for both"),
    ],
)
def test_mistakes_cost_nothing(desk: Desk, wanted: Fetch, said: str) -> None:
    """Each says what would be right."""
    with refuses(LackmusError, match=said):
        fetch(desk, wanted)
    assert Pupil.asked == []


def test_a_name_of_ones_own(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands for an engine and its options; what it fetched is known under any other name."""
    (tmp_path / "engines.toml").write_text('[fancy-pupil]\nengine = "pupil"\nstyle = "fancy"\nspeed = 3\n')
    monkeypatch.setenv("LACKMUS_ENGINES", str(tmp_path / "engines.toml"))
    fetch(desk, Fetch("fancy-pupil", campaign="C1"))
    assert fetch(desk, Fetch("pupil", {"style": "fancy"}, "C2")).asked == 0
    assert fetch(desk, Fetch("fancy-pupil", {"style": "plain"}, "C3")).asked == 5
