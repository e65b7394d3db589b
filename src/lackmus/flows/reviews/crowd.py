"""Give open texts to a crowd of annotators, and take their answers in as decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from sqlalchemy import Connection

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.proposals import InView
from lackmus.core.reviews.crowd import (
    CrowdAnswer,
    CrowdError,
    CrowdPlan,
    CrowdText,
    Cut,
    ImportedAnswers,
    tasks,
)
from lackmus.core.reviews.decisions import Seen
from lackmus.core.reviews.offers import Filters, PersonContext
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.core.rules.judge import Reason
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.judging import SETTLED
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.reviews.reviews import Scope, checked, resolved_scope
from lackmus.flows.workspaces.workspaces import Desk, the_suite
from lackmus.read.budgets import Budget, Weight
from lackmus.read.pearmut import read_answers
from lackmus.store.db.changes import Change
from lackmus.store.reviews import decisions as stored
from lackmus.store.reviews.crowd import KnownText, in_the_name_of, known_texts
from lackmus.store.reviews.decisions import decided_texts, held_by
from lackmus.store.reviews.queue import campaign_verdicts
from lackmus.store.reviews.remarks import comment
from lackmus.store.suites.suites import load_suite
from lackmus.store.workspaces.people import add_person, need_editor, number_of

VERB = "review import"
MOST = Weight(256 * 2**20, 1_000_000)  # of uploaded answers, which repeat every text


@dataclass(frozen=True)
class CrowdTasks:
    """Texts given to annotators, and what there was to give."""

    name: str  # of suite, campaign and pair
    plan: CrowdPlan
    tasks: tuple[tuple[CrowdText, ...], ...]
    texts: int  # different ones
    left: int  # open texts that were not given, because fewer were wanted
    reserved: int  # open texts of reserved items, which were not given
    controls: int  # different ones


def crowd_tasks(
    desk: Desk,
    scope: Scope,
    plan: CrowdPlan,
    filters: Filters | None = None,
    most: int | None = None,
    with_reserved: bool = False,
) -> CrowdTasks:
    """The open texts, those first that make items fair soonest; at most as many as wanted.

    Texts of reserved items are left out unless asked for: a crowd must not see what is kept secret.
    """
    with desk.open() as workspace, workspace.reading() as connection:
        found = resolved_scope(connection, scope)
        standing = campaign_verdicts(connection, found.campaign.id, found.suite, found.pair).outputs
        queue = WorkQueue(standing)
        wanted = checked(queue, filters or Filters())
        numbers = queue.offered(PersonContext(editor=True), wanted).numbers()
        suite = load_suite(connection, found.suite).suite
        texts = [_text(suite, queue, number) for number in numbers]
        shown = [one for one in texts if with_reserved or not suite.by_key[one.item].reserved]
        given = shown[:most]
        known = _controls(connection, found.suite, suite, queue) if plan.controls else []
        known = [one for one in known if with_reserved or not suite.by_key[one.item].reserved]
    if not given:
        secret = f" ({counted(len(texts), 'text')} of reserved items left out)" if texts else ""
        raise NoAnswerError(f"{found.campaign.name} has no open text of this kind{secret}.")
    if len(known) < plan.controls:
        raise LackmusError(
            f"There {'is' if len(known) == 1 else 'are'} only "
            f"{counted(len(known), 'text')} in {found.campaign.name} that people have decided.",
            "Ask for fewer controls.",
        )
    name = "-".join(str(part) for part in found.about.values() if part)
    parted = tasks(given, plan, known)
    return CrowdTasks(
        name,
        plan,
        tuple(map(tuple, parted)),
        len(given),
        len(shown) - len(given),
        len(texts) - len(shown),
        len({one.id for task in parted for one in task if one.control}),
    )


def _text(suite: Suite, queue: WorkQueue, number: int, control: bool = False) -> CrowdText:
    item = suite.by_key[queue.item_of(number).key]
    return CrowdText(
        item.key,
        item.category,
        item.phenomenon,
        suite.guideline(item.category, item.phenomenon),
        item.plain_rules,
        item.prompt,
        item.source,
        queue.text(number),
        item.stretch_bounds,
        control,
    )


def _controls(connection: Connection, number: int, suite: Suite, queue: WorkQueue) -> list[CrowdText]:
    """The texts of the campaign that people have decided, without dispute."""
    said = decided_texts(connection, suite=number).select("text_id", "verdict")
    return [
        _text(suite, queue, text, control=True)
        for text, verdict in said.iter_rows()
        if verdict in SETTLED and text in queue
    ]


def import_answers(
    desk: Desk, file: Path, suite: str | None = None, cut: Cut | None = None, replace: bool = False
) -> ImportedAnswers:
    """Save the answers in a file as decisions of their annotators, in one change.

    A person's own decision that differs is kept, unless it is to be replaced. Answers on texts that the suite
    does not have, or of retired items, are named and not saved.
    """
    read = read_answers(file, cut or Cut())
    with desk.open() as workspace:
        with workspace.reading() as connection:
            number = the_suite(connection, suite)
            items = {one.about.item for one in read.answers}
            if not known_texts(connection, number, items):
                raise LackmusError(f"{file}: none of its texts is of this suite. Name the suite they are of.")
        with workspace.writing(desk.who, VERB, comment=desk.comment) as change:
            need_editor(change, "import the answers of others")
            taken = _Taking(change, number, read.answers, replace)
            taken.save()
            change.about = f"{counted(taken.decided + taken.replaced, 'decision')} of " + counted(
                len(taken.people), "annotator"
            )
        written = change.number if change.written else None
        with workspace.reading() as connection:
            disputed = _disputed(connection, number, taken.touched)
    return taken.told(written, disputed, read.notes)


def import_uploaded(
    desk: Desk, file: Path, suite: str | None = None, cut: Cut | None = None, replace: bool = False
) -> ImportedAnswers:
    """Save the answers of an uploaded file, which may not be too large."""
    with Budget(MOST).held():
        return import_answers(desk, file, suite, cut, replace)


def _disputed(connection: Connection, suite: int, texts: set[int]) -> int:
    said = decided_texts(connection, suite=suite).filter(pl.col("reason") == Reason.DISPUTED)["text_id"]
    return len(texts.intersection(said.to_list()))


class _Taking:
    """Answers on their way into the workspace, and what becomes of them."""

    def __init__(self, change: Change, suite: int, answers: Sequence[CrowdAnswer], replace: bool) -> None:
        self.change, self.answers, self.replace = change, answers, replace
        self.known = known_texts(change.connection, suite, {one.about.item for one in answers})
        said = decided_texts(change.connection, suite=suite).select("text_id", "verdict")
        self.judged = {text: Verdict(verdict) for text, verdict in said.iter_rows()}
        self.people: dict[str, bool] = {}
        self.decided = self.replaced = self.same = self.undecided = self.comments = 0
        self.kept: list[str] = []
        self.before: list[str] = []
        self.retired: list[str] = []
        self.unknown: list[str] = []
        self.controls: dict[str, tuple[int, int]] = {}
        self.touched: set[int] = set()

    def save(self) -> None:
        """Save the answers, person by person."""
        by_person: dict[str, list[tuple[CrowdAnswer, KnownText]]] = {}
        for one in self.answers:
            text = self.known.get(one.about.item, {}).get(one.about.digest)
            if text is None:
                self.unknown.append(one.about.item)
            elif text.retired:
                self.retired.append(one.about.item)
            elif one.about.control:
                self._control(one, text)
            elif one.verdict is None and not one.comment:
                self.undecided += 1
            else:
                by_person.setdefault(one.person, []).append((one, text))
        for person, answers in by_person.items():
            self.people[person] = add_person(self.change, person)
            self._save_of(person, answers)

    def _control(self, one: CrowdAnswer, text: KnownText) -> None:
        if one.verdict is not None and self.judged.get(text.number) in SETTLED:
            right, many = self.controls.get(one.person, (0, 0))
            self.controls[one.person] = right + (self.judged[text.number] is one.verdict), many + 1

    def _save_of(self, person: str, answers: Sequence[tuple[CrowdAnswer, KnownText]]) -> None:
        number = number_of(self.change.connection, person) or 0
        held = held_by(self.change.connection, number, [text.number for _, text in answers])
        said: list[tuple[int, Verdict]] = []
        for one, text in answers:
            own = held.get(text.number)
            if one.verdict is None:
                self.undecided += 1
                continue
            self.touched.add(text.number)
            if own is not None and own.verdict is one.verdict:
                self.same += 1
            elif own is not None and (own.adjudicates or not self.replace):
                self.kept.append(one.about.item)
            else:
                said.append((text.number, one.verdict))
                self.replaced += own is not None
                self.decided += own is None
                if own is None and self.judged.get(text.number, Verdict.WARNING) is not Verdict.WARNING:
                    self.before.append(one.about.item)
        with in_the_name_of(self.change, number):
            if said:
                stored.decide(self.change, said, seen={text: Seen(InView()) for text, _ in said})
            for one, text in answers:
                if one.comment:
                    self.comments += 1
                    comment(self.change, text.number, one.comment)

    def told(self, change: int | None, disputed: int, notes: tuple[str, ...]) -> ImportedAnswers:
        """What became of the answers."""
        return ImportedAnswers(
            change=change,
            answers=len(self.answers),
            decided=self.decided,
            replaced=self.replaced,
            known=self.same,
            undecided=self.undecided,
            kept=_each(self.kept),
            settled_before=_each(self.before),
            retired=_each(self.retired),
            unknown=_each(self.unknown),
            disputed=disputed,
            comments=self.comments,
            people=self.people,
            controls=self.controls,
            notes=notes,
        )


def _each(items: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(set(items)))


__all__ = ["VERB", "CrowdError", "CrowdTasks", "Cut", "crowd_tasks", "import_answers", "import_uploaded"]
