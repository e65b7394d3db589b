"""Error types of suites: list them, add, rename, move and retire them."""

from collections.abc import Callable
from dataclasses import dataclass

from lackmus.core.suites.error_types import ErrorType, error_types_for
from lackmus.errors import LackmusError
from lackmus.flows.suites.examples import the_phenomenon
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import Desk, the_revision, the_suite
from lackmus.store.db.changes import Change
from lackmus.store.suites import error_types as store
from lackmus.store.suites.catalogue import need_suite
from lackmus.store.suites.error_types import error_types_in
from lackmus.store.suites.examples import phenomena_in
from lackmus.store.workspaces.people import need_editor


@dataclass(frozen=True)
class SavedErrorType:
    """An error type, and the change in which it was changed; None if nothing changed."""

    change: int | None
    suite: int
    number: int
    label: str
    category: str
    phenomenon: str


def error_types_of(
    desk: Desk,
    suite: str | int | None,
    category: str | None = None,
    phenomenon: str | None = None,
    as_of: str | None = None,
) -> list[ErrorType]:
    """The error types of a suite; those of a phenomenon in the order of their number keys."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        number = suite if isinstance(suite, int) else the_suite(connection, suite, revision)
        need_suite(connection, number)
        found = error_types_in(connection, number, revision)
        if phenomenon:
            return list(error_types_for(found, *the_phenomenon(connection, number, category, phenomenon)))
        return [one for one in found if category in (None, "", one.category)]


def add_error_type(
    desk: Desk,
    suite: str | int | None,
    label: str,
    category: str | None = None,
    phenomenon: str | None = None,
) -> SavedErrorType:
    """Add an error type to a phenomenon, to a category, or to the whole suite."""
    with desk.open() as workspace:
        with workspace.reading() as connection:
            number = suite if isinstance(suite, int) else the_suite(connection, suite)
            need_suite(connection, number)
            where = category or "", phenomenon or ""
            if phenomenon:
                where = the_phenomenon(connection, number, category or None, phenomenon)
            elif category:
                there = sorted({one for one, _ in phenomena_in(connection, number)})
                if category not in there:
                    raise LackmusError(
                        f"the suite has no category {category}. There is {listed(there) or 'none'}.",
                        argument="category",
                    )
        one = ErrorType(label, *where)

        def added(change: Change) -> ErrorType:
            (place,) = store.add_error_types(change, number, [one])
            return next(each for each in error_types_in(change.connection, number) if each.number == place)

        return _changed(desk, number, "error type add", added)


def rename_error_type(desk: Desk, suite: str | int | None, number: int, label: str) -> SavedErrorType:
    """Give an error type another label, also where it was named before."""
    of = _suite(desk, suite)
    return _changed(
        desk, of, "error type rename", lambda change: store.rename_error_type(change, of, number, label)
    )


def move_error_type(desk: Desk, suite: str | int | None, number: int) -> SavedErrorType:
    """Move an error type one place up, so that it gets the key of the one before it."""
    of = _suite(desk, suite)
    return _changed(desk, of, "error type move", lambda change: store.move_error_type(change, of, number))


def retire_error_type(desk: Desk, suite: str | int | None, number: int) -> SavedErrorType:
    """Retire an error type: decisions that name it keep it, and undo brings it back."""
    of = _suite(desk, suite)
    return _changed(desk, of, "error type retire", lambda change: store.retire_error_type(change, of, number))


def _suite(desk: Desk, suite: str | int | None) -> int:
    if isinstance(suite, int):
        return suite
    with desk.open() as workspace, workspace.reading() as connection:
        return the_suite(connection, suite)


def _changed(desk: Desk, suite: int, verb: str, save: Callable[[Change], ErrorType]) -> SavedErrorType:
    with desk.open() as workspace, workspace.writing(desk.who, verb, comment=desk.comment) as change:
        need_editor(change, "define error types")
        name = need_suite(change.connection, suite)
        one = save(change)
        change.about = f"{name}: “{one.label}” of {one}"
    return SavedErrorType(
        change.number if change.written else None, suite, one.number, one.label, one.category, one.phenomenon
    )
