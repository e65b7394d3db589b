"""What a suite holds by name."""

from lackmus.core.base.pairs import Pair
from lackmus.flows.verdicts.report_pages import ReportChoices, offered
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.suites.contents import item_numbers, phenomena_of
from lackmus.store.suites.suites import load_suite
from tests.store.filled import fill

PAIR = Pair("de", "en")


def test_phenomena_and_numbers(workspace: OpenWorkspace) -> None:
    fill(workspace)
    with workspace.reading() as connection:
        stored = load_suite(connection, 1)
        found = phenomena_of(connection, 1, PAIR)
        ids = [item.id for item in stored.suite.items[:3]]
        numbers = item_numbers(connection, 1, PAIR, [*ids, "unknown"])
    assert found == {
        category: sorted({one.name for one in stored.suite.phenomena if one.category == category})
        for category in sorted({one.category for one in stored.suite.phenomena})
    }
    assert numbers == {name: stored.items[f"de-en:{name}"] for name in ids}


def test_what_can_be_chosen(workspace: OpenWorkspace) -> None:
    assert offered(Desk(opened=workspace)) == ReportChoices()
    fill(workspace)
    desk = Desk(opened=workspace)
    found = offered(desk)
    assert (found.campaigns, found.campaign) == (("2025", "2026"), "2026")  # the latest
    assert (found.suites, found.pairs) == ([found.suite], ["de-en"])
    assert [one.name for one in found.systems] == ["Ahorn", "Birke", "Eiche", "Linde"]
    hidden = offered(desk, anonymous=True)
    assert len(hidden.systems) == 4 and not {one.name for one in hidden.systems} & {"Ahorn", "Linde"}
    assert offered(desk, "1999").systems == ()
    assert [one.name for one in offered(desk, "2025").systems] == ["Ahorn", "Birke", "Eiche"]
