"""Item numbers by key."""

from collections.abc import Sequence

from lackmus.core.suites.suite import Item
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.suites.contents import item_numbers
from lackmus.store.suites.suites import suite_names


def numbers_of(desk: Desk, suite: str, items: Sequence[Item]) -> dict[str, int]:
    """Item numbers for links; retired items have one too."""
    with desk.open() as workspace, workspace.reading() as connection:
        number = suite_names(connection).get(suite)
        if number is None:
            return {}
        found: dict[str, int] = {}
        for pair in {one.pair for one in items}:
            ids = item_numbers(connection, number, pair, [one.id for one in items if one.pair == pair])
            found |= {one.key: ids[one.id] for one in items if one.pair == pair and one.id in ids}
        return found
