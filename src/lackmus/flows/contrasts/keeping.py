"""Studies of contrasts in a workspace: keep them, find them again, and keep or drop their items."""

from collections.abc import Mapping
from dataclasses import dataclass

from lackmus.core.base.plurals import counted
from lackmus.core.contrasts.study import Study
from lackmus.core.contrasts.study_lists import Choice, StudyShown
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
    """All studies of the workspace, in the order in which they came."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.studies_of(connection)


def studies_there(workspace: str | None) -> list[str]:
    """The studies of a workspace by name; none where there is no workspace."""
    if not exists(where_is(workspace)):
        return []
    return [one.name for one in studies(Desk(workspace))]


def study(desk: Desk, name: str) -> StudyShown:
    """The study of this name."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.the_study(connection, name)


def touched(desk: Desk, name: str) -> str:
    """A token that changes with the study and what is chosen of it, for whoever keeps it in memory."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.touched(connection, stored.the_study(connection, name))


def load(desk: Desk, name: str, with_choices: bool = True) -> Study:
    """A study as it was kept, with what people kept and dropped of it since."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.load_study(connection, stored.the_study(connection, name), with_choices)


def keep(desk: Desk, study: Study, verb: str = RUN, replacing: bool = False) -> StudyShown:
    """Keep a study under its name; what is there already under this name goes only if it may.

    What people kept and dropped of the one before stays, where the newer one has the same items.
    """
    # What cannot be kept must not leave an empty workspace behind; and nobody waits while rows are made.
    new = stored.storable_study(study)
    with desk.open(create=True) as workspace:
        with workspace.writing(desk.who, verb, new.name, desk.comment) as change:
            stored.add_study(change, new, replacing)
            shown = stored.the_study(change.connection, new.name)
            change.about = f"{shown.name}: {shown.in_short}"
        return shown


def remove(desk: Desk, name: str) -> None:
    """Let a study and what was chosen of it be there no longer; undo brings both back."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "contrast remove", name, desk.comment) as change,
    ):
        shown = stored.the_study(change.connection, name)
        stored.remove_study(change, shown)
        change.about = f"{shown.name}: {shown.in_short}, {counted(shown.looked_at, 'item')} kept or dropped"


# -- refining ----------------------------------------------------------------------------------------------


def choices(desk: Desk, name: str) -> dict[str, bool]:
    """Of which items people said that they are kept, or dropped; what came with the study is not among it."""
    with desk.open() as workspace, workspace.reading() as connection:
        return chosen.choices_of(connection, stored.the_study(connection, name).number)


def history(desk: Desk, name: str, item: str | None = None) -> list[Choice]:
    """What was ever said of the items of a study, or of one, in the order of time."""
    with desk.open() as workspace, workspace.reading() as connection:
        return chosen.history_of(connection, stored.the_study(connection, name).number, item)


def choose(desk: Desk, name: str, item: str, kept: bool | None) -> StudyShown:
    """Keep or drop an item; with none of the two, what came with the study holds again."""
    choose_many(desk, name, {item: kept})
    return study(desk, name)


def choose_many(desk: Desk, name: str, said: Mapping[str, bool | None]) -> list[str]:
    """Keep and drop items in one change, as a file says; which of them are other than before."""
    alone = next(iter(said)) if len(said) == 1 else None
    verb = chosen.MANY if alone is None else _VERBS[said[alone]]
    with desk.open() as workspace, workspace.writing(desk.who, verb, name, desk.comment) as change:
        shown = stored.the_study(change.connection, name)
        changed = chosen.choose(change, shown, said)
        what = alone or f"{counted(len(changed), 'item')} kept or dropped"
        change.about = f"{shown.name}: {what}"
        return changed


@dataclass(frozen=True)
class TakenBack:
    """What somebody had chosen last in a study, and is undone now."""

    items: tuple[str, ...]
    change: int  # that undid it


def take_back(desk: Desk, name: str) -> TakenBack:
    """Undo what a person chose last in a study, whatever else they did since."""
    with desk.open() as workspace, workspace.reading() as connection:
        shown = stored.the_study(connection, name)
        person = number_of(connection, desk.who)
        number = None if person is None else chosen.last_deed(connection, shown.number, person)
        items = [] if number is None else chosen.items_touched(connection, shown.number, number)
    if number is None:
        raise LackmusError(
            f"There is nothing to undo: you have kept or dropped nothing of {shown.name}, or it is undone."
        )
    return TakenBack(tuple(items), undo(desk, number).number)


__all__ = [
    "IMPORT",
    "RUN",
    "NoSuchStudyError",
    "StudyShown",
    "TakenBack",
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
