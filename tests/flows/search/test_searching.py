"""A workspace is searched alike in both databases: as it is now, and by those who may see it."""

from dataclasses import replace
from typing import Any

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.search.query import Matching, Place, SearchOrder, SearchQuery, SearchState, SystemsShown
from lackmus.errors import LackmusError
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.reviews.remarks import comment
from lackmus.flows.search.searching import review_texts, search, search_choices
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from tests.core.campaigns import suite_of
from tests.refusals import refuses
from tests.store.reviewed import drawn, number_of

OPEN = SearchState.OPEN


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Six items, the fifth reserved; three systems: Ada is the editor."""
    suite = suite_of("Ambiguity/Word", "Negation/Scope", items=3)
    items = [replace(item, reserved=nth == 4) for nth, item in enumerate(suite.items)]
    items[0] = replace(items[0], prompt="Keep it polite.", plain_rules=("The aunt is old.", "No aunts."))
    items[4] = replace(items[4], prompt="A secret aunt.")
    drawn(workspace, suite=replace(suite, items=tuple(items)), A="+?x-y+", B="+?-+y ", C="-+z+zz")
    return Desk(person="Ada", opened=workspace)


def texts(desk: Desk, query: SearchQuery) -> list[str]:
    return [line.text for line in search(desk, query).lines]


def test_words_are_found_with_their_verdicts_and_systems(desk: Desk) -> None:
    found = search(desk, SearchQuery("z"))
    assert [(line.text, line.item, line.verdict, line.systems) for line in found.lines] == [
        ("z 003", "de-en:003", Verdict.WARNING, 1),
        ("z 005", "de-en:005", Verdict.WARNING, 1),
        ("z 006", "de-en:006", Verdict.WARNING, 1),
    ]
    assert [(part.campaign, part.pair, part.texts) for part in found.parts] == [("WMT26", "de-en", 3)]
    assert (found.total, found.outputs, found.reserved) == (3, 3, 0)


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"category": "Ambiguity"}, ["x 003", "z 003"]),
        ({"phenomenon": "Scope", "state": OPEN}, ["y 005", "z 005", "z 006"]),
        ({"system": "A"}, ["x 003", "y 005"]),
        ({"system": "B", "campaign": "WMT26"}, ["y 005"]),
        ({"verdict": "pass"}, []),
        ({"reason": "unmatched"}, ["x 003", "z 003", "y 005", "z 005", "z 006"]),
        ({"places": (Place.SOURCE,)}, []),
        ({"state": SearchState.DECIDED}, []),
        ({"suite": "suite", "pair": "de-en"}, ["x 003", "z 003", "y 005", "z 005", "z 006"]),
    ],
)
def test_filters(desk: Desk, filters: dict[str, Any], found: list[str]) -> None:
    if "suite" in filters:
        filters = {**filters, "suite": search_choices(desk).suites[0]}
    query = SearchQuery(r"\b[xyz]\b", Matching.PATTERN, **filters)
    assert texts(desk, query) == found


def test_what_people_say_is_found_at_once(desk: Desk, workspace: OpenWorkspace) -> None:
    """A server keeps what it read, and reads again what changed."""
    assert texts(desk, SearchQuery("z", state=OPEN)) == ["z 003", "z 005", "z 006"]
    number = number_of(workspace, "z 003")
    decide(desk, [(number, Verdict.PASS)])
    comment(desk, number, "wrong tense")
    assert texts(desk, SearchQuery("z", state=OPEN)) == ["z 005", "z 006"]
    assert texts(desk, SearchQuery("z", state=SearchState.DECIDED, verdict="pass")) == ["z 003"]
    decide(desk, [(number_of(workspace, "z 005"), Verdict.UNTESTABLE)])
    assert texts(desk, SearchQuery("z", verdict="untestable")) == ["z 005"]
    assert [texts(desk, SearchQuery("z", state=state)) for state in SearchState] == [
        ["z 006"],
        ["z 003"],
        ["z 003", "z 005"],
    ]
    (said,) = search(desk, SearchQuery("tense")).lines
    assert (said.place, said.about, said.item, said.verdict) == (
        Place.COMMENT, "Ada", "de-en:003", Verdict.PASS,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "places", "hidden"),
    [
        ("polite", ["prompt"], 0),
        ("aunt*", ["prompt", "plain-rule", "plain-rule"], 1),
        ("handbook", ["log"], 1),
    ],
)
def test_what_items_and_changes_say(
    desk: Desk, workspace: OpenWorkspace, wanted: str, places: list[str], hidden: int
) -> None:
    """Nobody finds what is hidden from them, not even in the log."""
    search(desk, SearchQuery(wanted))
    change = decide(
        replace(desk, comment="see the handbook"), [(number_of(workspace, "z 005"), Verdict.PASS)]
    )
    lines = search(desk, SearchQuery(wanted)).lines
    assert [line.place.value for line in lines] == places
    assert [line.change for line in lines if line.place is Place.LOG] == [change.change] * places.count("log")
    reader = replace(desk, shows_reserved=False)
    assert len(search(reader, SearchQuery(wanted)).lines) == len(places) - hidden


def test_reserved_items_are_hidden_from_those_who_may_not_see_them(desk: Desk) -> None:
    reader = replace(desk, shows_reserved=False)
    assert texts(reader, SearchQuery("z")) == ["z 003", "z 006"]
    assert texts(reader, SearchQuery("reserved")) == []
    assert search(reader, SearchQuery("z")).reserved == 1
    assert len(review_texts(desk, SearchQuery("z").written)) == 3
    assert len(review_texts(reader, SearchQuery("z").written)) == 2


def test_names_of_systems_are_logged_and_can_be_hidden(desk: Desk) -> None:
    named = SearchQuery("y", systems=SystemsShown.NAMED)
    written = [[by.system for by in line.written_by] for line in search(desk, named, logged=True).lines]
    assert written == [["A", "B"]]
    search(desk, SearchQuery("y"), logged=True)
    hidden = search(desk, replace(named, anonymous=True), logged=True).lines[0].written_by
    assert len(hidden) == 2 and not {by.system for by in hidden} & {"A", "B", "C"}
    assert [one.about for one in log(desk, LogFilter()) if one.verb == "review reveal"] == [
        "search: who wrote 1 text"
    ]


def test_a_line_for_each_system(desk: Desk) -> None:
    found = search(desk, SearchQuery("y", order=SearchOrder.SYSTEM))
    assert [(line.text, line.written_by[0].system) for line in found.lines] == [
        ("y 005", "A"),
        ("y 005", "B"),
    ]


@pytest.mark.parametrize(
    ("query", "line"),
    [
        (SearchQuery(" "), "There is nothing to search for. Write a word, a phrase or a pattern"),
        (SearchQuery("a(", Matching.PATTERN), r"a\(: this is no pattern \(.* at 1\)\. Mend it, or search"),
        (SearchQuery("x", system="D"), "--system: there is no D. There are A, B, C"),
        (SearchQuery("x", campaign="WMT25"), "--campaign: there is no WMT25. There are WMT26"),
        (SearchQuery("x", verdict="good"), "--verdict: there is no good. There are pass, fail, warning"),
        (SearchQuery("x", category="Tense"), "--category: there is no Tense. There are Ambiguity, Negation"),
    ],
)
def test_what_cannot_be_searched(desk: Desk, query: SearchQuery, line: str) -> None:
    with refuses(LackmusError, match=line):
        search(desk, query)


def test_a_search_that_takes_too_long_says_what_helps(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lackmus.flows.search.searching.PATIENCE", 0.0)
    with refuses(LackmusError, match=r"x: the search took longer .* 0 of .* choose more filters"):
        search(desk, SearchQuery("x", Matching.PATTERN))
