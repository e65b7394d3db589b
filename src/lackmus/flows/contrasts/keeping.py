"""Studies of contrasts in a workspace: store and load them, keep or drop their items."""

from collections.abc import Mapping
from dataclasses import dataclass

from lackmus.core.base.plurals import counted
from lackmus.core.contrasts.study import Choice, ContrastStudy, StudyShown
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.history import undo
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.contrasts import studies as stored
from lackmus.store.contrasts import study_choices as chosen
from lackmus.store.contrasts.studies import NoSuchStudyError
from lackmus.store.db.workspaces import exists, where_is
from lackmus.store.workspaces.people import number_of

RUN, IMPORT = "contrast run", "contrast import"
_VERBS = {True: chosen.KEEP, False: chosen.DROP, None: chosen.OPEN}


def studies(desk: Desk) -> list[StudyShown]:
    """All studies of the workspace, in the order of creation."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.studies_of(connection)


def studies_there(workspace: str | None) -> list[str]:
    """Names of the studies in a workspace; empty if there is no workspace."""
    if not exists(where_is(workspace)):
        return []
    return [one.name for one in studies(Desk(workspace))]


def study(desk: Desk, name: str) -> StudyShown:
    """The study of this name."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.the_study(connection, name)


def touched(desk: Desk, name: str) -> str:
    """A token that changes with the study and its choices, as a cache key."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.touched(connection, stored.the_study(connection, name))


def load(desk: Desk, name: str, with_choices: bool = True) -> ContrastStudy:
    """A stored study, with people's later choices."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.load_study(connection, stored.the_study(connection, name), with_choices)


def keep(desk: Desk, study: ContrastStudy, verb: str = RUN, replacing: bool = False) -> StudyShown:
    """Store a study under its name; an existing one is replaced only if allowed.

    People's choices about common items stay.
    """
    # A failed import must not leave an empty workspace; and rows are made before the lock is taken.
    new = stored.storable_study(study)
    with desk.open(create=True) as workspace:
        with workspace.writing(desk.who, verb, new.name, desk.comment) as change:
            stored.add_study(change, new, replacing)
            shown = stored.the_study(change.connection, new.name)
            change.about = f"{shown.name}: {shown.in_short}"
        return shown


def remove(desk: Desk, name: str) -> None:
    """Remove a study and its choices; undo restores both."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "contrast remove", name, desk.comment) as change,
    ):
        shown = stored.the_study(change.connection, name)
        stored.remove_study(change, shown)
        change.about = f"{shown.name}: {shown.in_short}, {counted(shown.looked_at, 'item')} kept or dropped"


# -- refining ----------------------------------------------------------------------------------------------


def choices(desk: Desk, name: str) -> dict[str, bool]:
    """People's choices about items, without those that came with the study."""
    with desk.open() as workspace, workspace.reading() as connection:
        return chosen.choices_of(connection, stored.the_study(connection, name).number)


def history(desk: Desk, name: str, item: str | None = None) -> list[Choice]:
    """All choices about the items of a study, or about one, in order of time."""
    with desk.open() as workspace, workspace.reading() as connection:
        return chosen.history_of(connection, stored.the_study(connection, name).number, item)


def choose(desk: Desk, name: str, item: str, kept: bool | None) -> StudyShown:
    """Keep or drop an item; None restores the original state."""
    choose_many(desk, name, {item: kept})
    return study(desk, name)


def choose_many(desk: Desk, name: str, said: Mapping[str, bool | None]) -> list[str]:
    """Keep and drop items in one change, from a file; returns those that changed."""
    alone = next(iter(said)) if len(said) == 1 else None
    verb = chosen.MANY if alone is None else _VERBS[said[alone]]
    with desk.open() as workspace, workspace.writing(desk.who, verb, name, desk.comment) as change:
        shown = stored.the_study(change.connection, name)
        changed = chosen.choose(change, shown, said)
        what = alone or f"{counted(len(changed), 'item')} kept or dropped"
        change.about = f"{shown.name}: {what}"
        return changed


@dataclass(frozen=True)
class UndoneChoices:
    """A person's last choice in a study, now undone."""

    items: tuple[str, ...]
    change: int  # that undid it


def take_back(desk: Desk, name: str) -> UndoneChoices:
    """Undo a person's last choice in a study, even if they did other things since."""
    with desk.open() as workspace, workspace.reading() as connection:
        shown = stored.the_study(connection, name)
        person = number_of(connection, desk.who)
        number = None if person is None else chosen.last_choice(connection, shown.number, person)
        items = [] if number is None else chosen.items_touched(connection, shown.number, number)
    if number is None:
        raise LackmusError(
            f"There is nothing to undo: you have kept or dropped nothing of {shown.name}, or it is undone."
        )
    return UndoneChoices(tuple(items), undo(desk, number).number)


__all__ = [
    "IMPORT",
    "RUN",
    "NoSuchStudyError",
    "StudyShown",
    "UndoneChoices",
    "choices",
    "choose",
    "choose_many",
    "history",
    "keep",
    "load",
    "remove",
    "studies",
    "studies_there",
    "study",
    "take_back",
    "touched",
]
