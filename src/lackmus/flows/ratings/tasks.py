"""Rating tasks in a workspace: create, list, remove."""

from dataclasses import replace

from sqlalchemy import Connection

from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.ratings.orders import left
from lackmus.core.ratings.tasks import ListedTask, TaskError, TaskPlan, TaskShown, draw, planned
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.contrasts.studies import load_study, the_study
from lackmus.store.ratings import tasks as stored
from lackmus.store.ratings.ratings import made_of, progress_of, task_state
from lackmus.store.ratings.tasks import NoSuchTaskError
from lackmus.store.workspaces.people import number_of, role_of

CREATE, REMOVE = "rating create", "rating remove"


def tasks(desk: Desk) -> list[ListedTask]:
    """All rating tasks, in the order of creation."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [listed_by(desk, connection, one) for one in stored.tasks_of(connection)]


def listed(desk: Desk, named: str | int) -> ListedTask:
    """The task of this name or number, with its progress."""
    with desk.open() as workspace, workspace.reading() as connection:
        return listed_by(desk, connection, stored.the_task(connection, named))


def listed_by(desk: Desk, connection: Connection, one: TaskShown) -> ListedTask:
    """The task with its progress for the person at this desk."""
    person = number_of(connection, desk.who)
    standing = task_state(connection, one, person, desk.who)
    own = sum(not turn.repeat for turn in standing.rated)
    role = None if person is None else role_of(connection, person)
    waiting = left(standing)
    blind = role is Role.ANNOTATOR and waiting > 0
    return ListedTask(one, made_of(connection).get(one.number, 0), own, waiting, not blind)


def task(desk: Desk, named: str | int) -> TaskShown:
    """The task of this name or number."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.the_task(connection, named)


def progress(desk: Desk, named: str | int) -> dict[str, int]:
    """How many texts of a task each person has rated."""
    with desk.open() as workspace, workspace.reading() as connection:
        return progress_of(connection, stored.the_task(connection, named).number)


def create(
    desk: Desk,
    name: str,
    study: str,
    plan: TaskPlan,
    loaded: ContrastStudy | None = None,
    every_reference: bool = False,
) -> TaskShown:
    """Make a task from a stored study; `loaded` is that study, if already loaded.

    With `every_reference` all reference translations of the study are rated as well.
    """
    with desk.open() as workspace:
        with workspace.reading() as connection:
            shown = the_study(connection, study)
            material = loaded or load_study(connection, shown)
        if every_reference:
            plan = replace(plan, references=tuple(material.references))
        try:
            plan = planned(material, plan)
            drawn = draw(material, plan)
        except TaskError as problem:
            raise LackmusError(str(problem)) from None
        with workspace.writing(desk.who, CREATE, name, desk.comment) as change:
            number = stored.add_task(change, name, shown, plan, drawn)
            made = stored.the_task(change.connection, number)
            change.about = f"{made.name}: {made.in_short}"
        with workspace.reading() as connection:
            return stored.the_task(connection, number)


def remove(desk: Desk, named: str | int) -> TaskShown:
    """Remove a task and its ratings; undo restores both."""
    with desk.open() as workspace, workspace.writing(desk.who, REMOVE, str(named), desk.comment) as change:
        found = stored.the_task(change.connection, named)
        stored.remove_task(change, found)
        change.about = f"{found.name}: {found.in_short}"
        return found


__all__ = [
    "ListedTask",
    "NoSuchTaskError",
    "TaskPlan",
    "TaskShown",
    "create",
    "listed",
    "listed_by",
    "progress",
    "remove",
    "task",
    "tasks",
]
