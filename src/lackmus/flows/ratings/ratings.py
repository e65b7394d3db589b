"""Rate translations without knowing the systems, and report the ratings."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.ratings.orders import TaskState, Turn, key_of, left, next_turns, sheet, turns_by_key
from lackmus.core.ratings.report import RatingReport, rating_report
from lackmus.core.ratings.tasks import BlindTranslation, TaskError, TaskShown
from lackmus.errors import ForbiddenError, LackmusError
from lackmus.flows.ratings.tasks import listed_by
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read.rating_sheets import read_sheet
from lackmus.store.contrasts.study_choices import choices_of
from lackmus.store.contrasts.study_rows import study_from
from lackmus.store.ratings import ratings as stored
from lackmus.store.ratings.tasks import NoSuchTaskError, blind_texts, texts_of, the_task
from lackmus.store.workspaces.people import entered, number_of

RATE, IMPORT = "rate", "rate import"


class StillOpenError(ForbiddenError):
    """An annotator with texts left must not see the systems."""


@dataclass(frozen=True)
class OwnProgress:
    """The progress of an annotator."""

    rated: int
    left: int


@dataclass(frozen=True)
class RatingOffer:
    """The next texts of an annotator."""

    cards: tuple[BlindTranslation, ...]
    progress: OwnProgress


def _translations(
    connection: Connection, task: TaskShown, person: str, turns: Collection[Turn], said: Mapping[Turn, int]
) -> tuple[BlindTranslation, ...]:
    found = blind_texts(connection, task.number, [turn.place for turn in turns])
    cards = []
    for turn in turns:
        sentence, text = found[turn.place]
        marks = sentence.marks if task.plan.marked else ()
        key = key_of(task.token, person, turn)
        cards.append(BlindTranslation(key, sentence.source, marks, text, said.get(turn)))
    return tuple(cards)


def _progress(standing: TaskState) -> OwnProgress:
    return OwnProgress(len(standing.rated), left(standing))


def _turns(task: TaskShown, person: str, keys: Collection[str]) -> list[Turn]:
    """The turns of keys; keys of other people or tasks are errors."""
    known = turns_by_key(task.token, person, task.texts)
    for key in keys:
        if key not in known:
            raise NoSuchTaskError(f"{task.name} has no text {key} for {person}. Open the task again.")
    return [known[key] for key in keys]


def next_translations(
    desk: Desk, named: str | int, without: Collection[str] = (), many: int = 1
) -> RatingOffer:
    """The next texts of an annotator, claimed for some minutes; `without` are already loaded."""
    with desk.open() as workspace:
        person = entered(workspace, desk.who)
        with workspace.claiming() as connection:
            task = the_task(connection, named)
            standing = stored.task_state(connection, task, person, desk.who)
            turns = next_turns(standing, _turns(task, desk.who, without), many)
            fresh = [turn.place for turn in turns if not turn.repeat]
            stored.claim(connection, task.number, person, fresh)
            cards = _translations(connection, task, desk.who, turns, {})
        return RatingOffer(cards, _progress(standing))


def card(desk: Desk, named: str | int, key: str) -> BlindTranslation:
    """A text by its key, with this annotator's rating."""
    with desk.open() as workspace, workspace.reading() as connection:
        task = the_task(connection, named)
        turns = _turns(task, desk.who, [key])
        said = _said(connection, task, desk.who)
        return _translations(connection, task, desk.who, turns, said)[0]


def before(desk: Desk, named: str | int, key: str | None = None) -> BlindTranslation | None:
    """The text this annotator rated before another one, or last; None at the beginning."""
    with desk.open() as workspace, workspace.reading() as connection:
        task = the_task(connection, named)
        said = _said(connection, task, desk.who)
        rated = list(said)
        if key is not None:
            (turn,) = _turns(task, desk.who, [key])
            rated = rated[: rated.index(turn)] if turn in said else rated
        return _translations(connection, task, desk.who, rated[-1:], said)[0] if rated else None


def _said(connection: Connection, task: TaskShown, who: str) -> dict[Turn, int]:
    person = number_of(connection, who)
    return {} if person is None else stored.own_ratings(connection, task.number, person)


def own_progress(desk: Desk, named: str | int) -> OwnProgress:
    """The progress of the current person in a task."""
    with desk.open() as workspace, workspace.reading() as connection:
        task = the_task(connection, named)
        return _progress(stored.task_state(connection, task, number_of(connection, desk.who), desk.who))


def rate(desk: Desk, named: str | int, said: Mapping[str, int], verb: str = RATE) -> OwnProgress:
    """Save an annotator's ratings by key; repeating one changes nothing."""
    with desk.open() as workspace:
        with workspace.writing(desk.who, verb, "", desk.comment) as change:
            task = the_task(change.connection, named)
            turns = _turns(task, desk.who, said)
            try:
                values = {
                    turn: task.plan.scale.check(value, "The rating")
                    for turn, value in zip(turns, said.values(), strict=True)
                }
            except TaskError as problem:
                raise LackmusError(str(problem)) from None
            changed = stored.rate(change, task, values)
            many = f"{len(changed):,} texts" if len(changed) != 1 else "a text"
            change.about = f"{task.name}: {many}"
        with workspace.reading() as connection:
            return _progress(stored.task_state(connection, task, number_of(connection, desk.who), desk.who))


def sheet_of(desk: Desk, named: str | int, person: str) -> tuple[BlindTranslation, ...]:
    """The remaining texts of a person, in their order."""
    with desk.open() as workspace, workspace.reading() as connection:
        task = the_task(connection, named)
        standing = stored.task_state(connection, task, number_of(connection, person), person)
        return _translations(connection, task, person, sheet(standing), {})


def import_sheet(desk: Desk, named: str | int, file: Path) -> tuple[int, OwnProgress]:
    """Save the ratings of a sheet for its annotator, all or none; returns how many it has."""
    with desk.open() as workspace, workspace.reading() as connection:
        task = the_task(connection, named)
    known = turns_by_key(task.token, desk.who, task.texts)
    said = read_sheet(file, task.plan.scale, frozenset(known))
    return len(said), rate(desk, task.number, said, IMPORT)


# -- what ratings show -------------------------------------------------------------------------------------


def refuse_report(desk: Desk, connection: Connection, task: TaskShown) -> None:
    """Refuse to show systems to annotators with texts left to rate."""
    found = listed_by(desk, connection, task)
    if not found.open:
        open_for = found.left
        many = "a text" if open_for == 1 else f"{open_for:,} texts"
        raise StillOpenError(
            f"{task.name} has {many} left for {desk.who} to rate, and its report tells who wrote what.",
            "Rate them first.",
        )


def refuse_blind(desk: Desk, named: str | int) -> None:
    """Refuse the report of a task to annotators with texts left to rate."""
    with desk.open() as workspace, workspace.reading() as connection:
        refuse_report(desk, connection, the_task(connection, named))


def may_see(desk: Desk, named: str | int) -> bool:
    """Whether the current person may see the report of a task."""
    try:
        refuse_blind(desk, named)
    except StillOpenError:
        return False
    return True


def touched(desk: Desk, named: str | int) -> str:
    """A token that changes with everything the report of a task depends on."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.touched(connection, the_task(connection, named))


def report(desk: Desk, named: str | int) -> RatingReport:
    """The report of a task's ratings; refused to annotators with texts left to rate."""
    with desk.open() as workspace, workspace.reading() as connection:
        task = the_task(connection, named)
        refuse_report(desk, connection, task)
        ratings = stored.ratings_of(connection, task.number)
        if not ratings.height:
            raise LackmusError(
                f"{task.name} has no ratings yet.",
                code="no-ratings",
            )
        study = _study(connection, task)
        return rating_report(task, study, texts_of(connection, task.number), ratings)


def _study(connection: Connection, task: TaskShown) -> ContrastStudy:
    """The study of a task, also if it was removed or replaced."""
    study = study_from(connection, task.study, task.study_name)
    return study.refined(choices_of(connection, task.study))
