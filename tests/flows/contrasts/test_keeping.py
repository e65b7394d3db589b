"""Studies are kept in a workspace, and people keep and drop their items there, several of them at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lackmus.core.base.choices import ItemSet
from lackmus.core.contrasts.shares import tendencies
from lackmus.errors import LackmusError
from lackmus.flows.contrasts import keeping as flow
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from tests.studied import small_study

FIRST, SECOND = "gerund-dass-s0-3", "gerund-dass-s1-3"


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Where Ada works: with one study."""
    ada = Desk(person="Ada", opened=workspace)
    flow.keep(ada, small_study())
    return ada


def by(desk: Desk, person: str) -> Desk:
    return Desk(person=person, opened=desk.opened)


def test_what_is_kept_is_there(desk: Desk) -> None:
    assert [one.name for one in flow.studies(desk)] == ["small"]
    assert flow.study(desk, " small ").items == 8
    assert flow.load(desk, "small").verdicts.equals(small_study().verdicts)


def test_a_study_makes_its_own_workspace(tmp_path: Path) -> None:
    """Contrasts need no suite."""
    file = str(tmp_path / "new.db")
    assert flow.studies_there(file) == []
    flow.keep(Desk(file, "Ada"), small_study(), flow.IMPORT)
    assert flow.studies_there(file) == ["small"]
    assert [one.verb for one in log(Desk(file), LogFilter())] == ["contrast import"]


def test_what_cannot_be_kept_leaves_no_workspace(tmp_path: Path) -> None:
    study = small_study()
    file = tmp_path / "new.db"
    with pytest.raises(LackmusError, match="has no items"):
        flow.keep(Desk(str(file), "Ada"), type(study)(**{**vars(study), "items": study.items.clear()}))
    assert not file.exists()


def test_the_refined_set_is_what_people_kept(desk: Desk) -> None:
    assert ItemSet.REFINED not in tendencies(flow.load(desk, "small")).panels
    flow.choose(desk, "small", FIRST, True)
    shown = flow.choose(by(desk, "Ben"), "small", SECOND, False)
    assert (shown.kept, shown.dropped, shown.looked_at) == (1, 1, 2)
    study = flow.load(desk, "small")
    assert study.chosen(ItemSet.REFINED)["item"].to_list() == [FIRST]
    assert ItemSet.REFINED in tendencies(study).panels
    assert flow.choices(desk, "small") == {FIRST: True, SECOND: False}


def test_the_log_tells_who_kept_what(desk: Desk) -> None:
    for kept in (True, False, None):
        flow.choose(desk, "small", FIRST, kept)
    assert flow.choose_many(desk, "small", {FIRST: True, SECOND: False}) == [FIRST, SECOND]
    told = [(one.verb, one.about) for one in log(desk, LogFilter())][::-1]
    assert told == [
        ("contrast run", "small: 2 contrasts, 8 items, 3 systems, en-de"),
        ("refine keep", f"small: {FIRST}"),
        ("refine drop", f"small: {FIRST}"),
        ("refine open", f"small: {FIRST}"),
        ("refine choose", "small: 2 items kept or dropped"),
    ]


def test_everybody_takes_back_their_own(desk: Desk) -> None:
    """The latest first, whatever else was done since, and whatever others did."""
    ben = by(desk, "Ben")
    flow.choose(desk, "small", FIRST, True)
    flow.choose(desk, "small", SECOND, True)
    flow.choose(ben, "small", "gerund-dass-s2-3", False)
    flow.keep(desk, type(small_study())(**{**vars(small_study()), "name": "another"}))
    assert flow.take_back(desk, "small").items == (SECOND,)
    assert flow.take_back(desk, "small").items == (FIRST,)
    with pytest.raises(LackmusError, match="nothing to undo"):
        flow.take_back(desk, "small")
    with pytest.raises(LackmusError, match="nothing to undo"):
        flow.take_back(by(desk, "Cem"), "small")
    assert flow.choices(desk, "small") == {"gerund-dass-s2-3": False}


def test_what_somebody_else_said_since_is_not_taken_back(desk: Desk) -> None:
    flow.choose(desk, "small", FIRST, True)
    flow.choose(by(desk, "Ben"), "small", FIRST, False)
    with pytest.raises(LackmusError, match="by Ben changed the same since"):
        flow.take_back(desk, "small")
    assert flow.choices(desk, "small") == {FIRST: False}


def test_two_people_choose_at_once(desk: Desk) -> None:
    """Nothing is lost, nothing counts twice; where both said something, one of them was later."""
    items = flow.load(desk, "small").items["item"].to_list()

    def go_through(person: str) -> None:
        for item in items if person == "Ada" else items[::-1]:
            flow.choose(by(desk, person), "small", item, person == "Ada")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(go_through, ("Ada", "Ben")))
    last = {one.item: one for one in flow.history(desk, "small")}
    assert flow.choices(desk, "small") == {item: last[item].kept for item in items}
    assert {(one.item, one.person) for one in flow.history(desk, "small")} == {
        (item, person) for item in items for person in ("Ada", "Ben")
    }
    assert flow.study(desk, "small").looked_at == 4  # of the selected ones


def test_removed_and_back(desk: Desk) -> None:
    flow.choose(desk, "small", FIRST, True)
    seen = flow.touched(desk, "small")
    flow.remove(desk, "small")
    assert flow.studies(desk) == []
    with pytest.raises(flow.NoSuchStudyError, match="no study yet"):
        flow.load(desk, "small")
    from lackmus.flows.workspaces.history import undo

    undo(desk)
    assert flow.choices(desk, "small") == {FIRST: True}
    assert flow.touched(desk, "small") != seen
