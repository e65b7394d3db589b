"""Examples in guidelines: list them, add one that is typed in or made of a text, remove one."""

from dataclasses import dataclass, replace
from difflib import get_close_matches

from sqlalchemy import Connection

from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample, PlacedExample
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import Desk, shown_item, the_revision, the_suite
from lackmus.store.reviews.remarks import text_of
from lackmus.store.suites import examples as store
from lackmus.store.suites.catalogue import need_suite
from lackmus.store.suites.examples import examples_in, phenomena_in
from lackmus.store.workspaces.people import need_editor

_TO_DO = "write examples"


@dataclass(frozen=True)
class SavedExample:
    """An example, and the change in which it was added or removed; None if nothing changed."""

    change: int | None
    suite: int
    number: int | None  # of the example in its suite; None if it was there
    category: str
    phenomenon: str


def examples_of(
    desk: Desk,
    suite: str | int | None,
    category: str | None = None,
    phenomenon: str | None = None,
    as_of: str | None = None,
) -> list[PlacedExample]:
    """The examples of a suite, perhaps of one category or phenomenon, now or earlier."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        number = suite if isinstance(suite, int) else the_suite(connection, suite, revision)
        need_suite(connection, number)
        if phenomenon is not None:
            category, phenomenon = the_phenomenon(connection, number, category, phenomenon)
        return [
            one
            for one in examples_in(connection, number, revision)
            if category in (None, one.category) and phenomenon in (None, one.phenomenon)
        ]


def add_example(
    desk: Desk, suite: str | int | None, category: str | None, phenomenon: str, example: GuidelineExample
) -> SavedExample:
    """Add an example to the guideline of a phenomenon."""
    with desk.open() as workspace:
        with workspace.reading() as connection:
            number = suite if isinstance(suite, int) else the_suite(connection, suite)
            need_suite(connection, number)
            where = the_phenomenon(connection, number, category, phenomenon)
        with workspace.writing(desk.who, "example add", comment=desk.comment) as change:
            need_editor(change, _TO_DO)
            added = store.add_example(change, number, PlacedExample(*where, example))
            change.about = f"{need_suite(change.connection, number)}: example {added} of {' › '.join(where)}"
        return SavedExample(change.number if change.written else None, number, added, *where)


def add_example_of(desk: Desk, text: int, verdict: ExampleVerdict, note: str = "") -> SavedExample:
    """Make a stored text an example of its item's phenomenon."""
    with desk.open() as workspace:
        with workspace.reading() as connection:
            suite, item, key, words = text_of(connection, text)
            shown = shown_item(desk, connection, item).item
        example = GuidelineExample(shown.source, words, verdict, note, key)
        return add_example(replace(desk, opened=workspace), suite, shown.category, shown.phenomenon, example)


def remove_example(desk: Desk, suite: str | int | None, number: int) -> SavedExample:
    """Remove an example; the history keeps it, and undo brings it back."""
    with desk.open() as workspace:
        with workspace.reading() as connection:
            of = suite if isinstance(suite, int) else the_suite(connection, suite)
        with workspace.writing(desk.who, "example remove", comment=desk.comment) as change:
            need_editor(change, _TO_DO)
            name = need_suite(change.connection, of)
            gone = store.remove_example(change, of, number)
            change.about = f"{name}: example {number} of {gone.category} › {gone.phenomenon}"
        return SavedExample(change.number, of, number, gone.category, gone.phenomenon)


def the_phenomenon(
    connection: Connection, suite: int, category: str | None, phenomenon: str
) -> tuple[str, str]:
    """Category and name of the phenomenon that a user means; where it is in one category, that is known."""
    there = phenomena_in(connection, suite)
    found = [one for one in there if one[1] == phenomenon and category in (None, one[0])]
    if len(found) == 1:
        return found[0]
    if found:
        raise LackmusError(
            f"{phenomenon} is in {listed(one for one, _ in found)}. Name its category.", argument="phenomenon"
        )
    names = sorted({name for one, name in there if category in (None, one)})
    near = get_close_matches(phenomenon, names, 3) or names[:20]
    where = f" in {category}" if category else ""
    raise LackmusError(
        f"the suite has no phenomenon {phenomenon}{where}. There is {listed(near) or 'none'}.",
        argument="phenomenon",
    )
