"""In-memory state of what people said about texts: decisions, assignments, comments, flags."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Select, Table, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import PhenomenonAssignment
from lackmus.core.reviews.controls import NO_CONTROLS, ControlAnswer, ControlSlots, PersonControls, rate_of
from lackmus.core.reviews.decisions import DecisionTimer, Outcome, held
from lackmus.core.reviews.offers import Filters, PersonContext
from lackmus.core.reviews.remarks import Flag, Remark
from lackmus.core.reviews.work_queue import QueuedItem
from lackmus.core.workspaces.people import Role
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.reviews.assignments import CampaignSuite, item_assignments, phenomenon_assignments
from lackmus.store.reviews.known_answers import TrainingLeft, control_answers, training_left
from lackmus.store.reviews.known_sets import ControlSet, control_sets


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's opinion on a text."""

    verdict: Verdict
    adjudicates: bool
    since: int
    at: str


Said = TypeVar("Said", bound=Flag)


@dataclass(frozen=True, slots=True)
class Noted(Generic[Said]):
    """A remark, and the change since which it holds."""

    remark: Said
    since: int


@dataclass
class ReviewRecords:
    """All current remarks and decisions, by text and person; the owner says which texts to read again."""

    people: dict[int, str] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    decisions: dict[int, dict[int, Decision]] = field(default_factory=dict)
    errors: dict[int, dict[int, int]] = field(default_factory=dict)  # text -> person -> number of error type
    assigned: dict[int, set[int]] = field(default_factory=dict)  # text -> people
    phenomena: dict[CampaignSuite, list[PhenomenonAssignment]] = field(default_factory=dict)
    items: dict[int, int] = field(default_factory=dict)  # item -> person
    comments: dict[int, dict[int, Noted[Remark]]] = field(default_factory=dict)
    flags: dict[int, dict[int, Noted[Flag]]] = field(default_factory=dict)
    watch: DecisionTimer = field(default_factory=DecisionTimer)
    days: Counter[tuple[int, str]] = field(default_factory=Counter)  # decisions of a person on a day
    controls: dict[CampaignSuite, ControlSet] = field(default_factory=dict)
    training: dict[tuple[int, int], TrainingLeft] = field(default_factory=dict)  # required: suite and person
    answers: dict[tuple[CampaignSuite, int], dict[int, ControlAnswer]] = field(default_factory=dict)
    _by: dict[int, dict[int, int]] = field(default_factory=dict)  # person -> text -> since
    _given: dict[int, set[int]] = field(default_factory=dict)  # person -> texts

    def person(self, name: str) -> int | None:
        """The number of a person in the workspace."""
        return next((one for one in self.roles if self.people[one] == name), None)

    def editor(self, person: int) -> bool:
        """Whether a person may adjudicate."""
        role = self.roles.get(person)
        return role is not None and role.may(Role.EDITOR)

    def wanted(
        self, person: int, filters: Filters, of: CampaignSuite, controls: PersonControls = NO_CONTROLS
    ) -> PersonContext:
        """What is known about a person and all texts of a campaign."""
        return PersonContext(
            mine=self.mine(person, controls),
            controls=controls,
            assigned=self.given_to(person),
            seconds=self.seconds(),
            editor=self.editor(person),
            flagged=self.flagged() if filters.flagged else (),
            double=self.double() if filters.double else (),
            person=person,
            phenomena=self.phenomena_of(of),
            items={item: whose for item, whose in self.items.items() if self.decides(whose)},
        )

    def decides(self, person: int) -> bool:
        """Whether a person is in the workspace and may decide; what others were assigned is nobody's."""
        role = self.roles.get(person)
        return role is not None and role.may(Role.ANNOTATOR)

    def phenomena_of(self, of: CampaignSuite) -> list[PhenomenonAssignment]:
        """The assigned phenomena of a campaign and a suite."""
        return [one for one in self.phenomena.get(of, ()) if self.decides(one.person)]

    def owner_of(self, of: CampaignSuite, item: QueuedItem) -> str:
        """To whom an item is assigned, by itself, its phenomenon or its category; empty: to nobody."""
        person = self.items.get(item.number, 0)
        if self.decides(person):
            return self.people[person]
        known = {(one.pair, one.category, one.phenomenon): one.person for one in self.phenomena_of(of)}
        pair = item.key.partition(":")[0]
        found = known.get((pair, item.category, item.phenomenon)) or known.get((pair, item.category, ""))
        return self.people[found] if found else ""

    def outcome(self, text: int) -> Outcome | None:
        """The verdict of people on a text, if any."""
        return held([(one.verdict, one.adjudicates) for _, one in self._ordered(text)])

    def opinions(self, text: int) -> dict[str, Verdict]:
        """The opinions on a text, in order of time."""
        return {self.people[person]: one.verdict for person, one in self._ordered(text)}

    def _ordered(self, text: int) -> list[tuple[int, Decision]]:
        return sorted(self.decisions.get(text, {}).items(), key=lambda one: (one[1].since, one[0]))

    def own(self, person: int, text: int) -> Verdict | None:
        """A person's opinion on a text."""
        made = self.decisions.get(text, {}).get(person)
        return made.verdict if made else None

    def since(self, person: int, text: int) -> int:
        """The change of a person's opinion; 0 if there is none."""
        made = self.decisions.get(text, {}).get(person)
        return made.since if made else 0

    def error(self, person: int, text: int) -> int:
        """The number of the error type that a person names for a text; 0 if there is none."""
        return self.errors.get(text, {}).get(person, 0)

    def mine(self, person: int, controls: PersonControls = NO_CONTROLS) -> list[int]:
        """The texts that a person has decided, latest first; control texts among them."""
        said = {text: one.since for text, one in controls.answered.items()}
        return _latest({**said, **self._by.get(person, {})}.items())

    def controls_of(self, person: int, of: CampaignSuite, ruled: Mapping[int, Outcome]) -> PersonControls:
        """The control texts of a campaign as a person meets them; `ruled` says what the rules make of each.

        One waits as long as the rules leave it open, people's verdict is the known one, and this person is
        not asked about it anyway.
        """
        own = self._by.get(person, {})
        answered = {text: one for text, one in self.answers.get((of, person), {}).items() if text not in own}
        found = self.controls.get(of)
        if found is None or not self._gets(person, found):
            return PersonControls(answered=answered)
        given = self.given_to(person)
        waiting = {
            text: ruled[text][1]
            for text, known in found.texts.items()
            if text in ruled
            and ruled[text][0] is Verdict.WARNING
            and text not in own
            and text not in given
            and text not in answered
            and self.outcome(text) == (known, None)
        }
        slots = ControlSlots(rate_of(found.rate), found.seed, self.people[person])
        return PersonControls(slots, waiting, answered)

    def _gets(self, person: int, found: ControlSet) -> bool:
        role = self.roles.get(person)
        return person in found.people or (not found.people and role is Role.ANNOTATOR)

    def decided_on(self, person: int, day: str) -> int:
        """How many texts a person has decided on a day, control texts included."""
        said = (made for (_, whose), made in self.answers.items() if whose == person)
        return self.days[person, day] + sum(one.at[:10] == day for made in said for one in made.values())

    def given_to(self, person: int) -> Collection[int]:
        """The texts assigned to a person."""
        return self._given.get(person, set())

    def seconds(self) -> list[int]:
        """Assigned texts that only the assigned person has judged so far."""
        return [text for text, people in self.assigned.items() if _alone(self.decisions.get(text), people)]

    def double(self) -> list[int]:
        """Texts that are assigned, or judged by two."""
        return [*self.assigned, *(text for text, made in self.decisions.items() if len(made) > 1)]

    def flagged(self) -> list[int]:
        """Flagged texts, latest first."""
        return _latest((text, max(one.since for one in made.values())) for text, made in self.flags.items())

    # -- looking up ----------------------------------------------------------------------------------------

    def read_people(self, connection: Connection) -> None:
        """Read people and roles."""
        people, states = schema.people, schema.person_states
        self.people = dict(bulk.fetch(connection, select(people.c.id, people.c.name)))
        roles = select(states.c.person, states.c.role).where(holds(states))
        self.roles = {person: Role(role) for person, role in bulk.fetch(connection, roles)}

    def read_decisions(self, connection: Connection, texts: Collection[int] | None = None) -> None:
        """Read decisions, on these texts or on all."""
        if texts is None:
            self.errors.clear()
        for text in texts if texts is not None else list(self.decisions):
            for person, one in self.decisions.pop(text, {}).items():
                self.days[person, one.at[:10]] -= 1
                del self._by[person][text]
            self.errors.pop(text, None)
        for text, person, since, at, verdict, adjudicates in _rows(connection, _DECISIONS, texts):
            made = Decision(Verdict(verdict), bool(adjudicates), since, at)
            self.decisions.setdefault(text, {})[person] = made
            self._by.setdefault(person, {})[text] = since
            self.days[person, at[:10]] += 1
        for text, person, *_, number in _rows(connection, _ERRORS, texts):
            self.errors.setdefault(text, {})[person] = number

    def read_assignments(self, connection: Connection, texts: Collection[int] | None = None) -> None:
        """Read assignments."""
        for text in texts if texts is not None else list(self.assigned):
            for person in self.assigned.pop(text, ()):
                self._given[person].discard(text)
        for text, person, *_ in _rows(connection, _ASSIGNMENTS, texts):
            self.assigned.setdefault(text, set()).add(person)
            self._given.setdefault(person, set()).add(text)

    def read_owners(self, connection: Connection) -> None:
        """Read to whom phenomena and items are assigned."""
        self.phenomena, self.items = phenomenon_assignments(connection), item_assignments(connection)

    def read_controls(self, connection: Connection) -> None:
        """Read control texts, what people answered, and the training sets that come first."""
        self.controls, self.answers = control_sets(connection), {}
        for of, person, text, one in control_answers(connection):
            self.answers.setdefault((of, person), {})[text] = one
        left = [one for one in training_left(connection) if one.required]
        self.training = {(one.suite, one.person): one for one in reversed(left)}

    def read_comments(self, connection: Connection, texts: Collection[int] | None = None) -> None:
        """What people say beside deciding."""
        self._read_remarks(connection, self.comments, _COMMENTS, Remark, texts)

    def read_flags(self, connection: Connection, texts: Collection[int] | None = None) -> None:
        """What people want to talk about."""
        self._read_remarks(connection, self.flags, _FLAGS, Flag, texts)

    def _read_remarks(
        self,
        connection: Connection,
        kept: dict[int, dict[int, Noted[Said]]],
        query: Select[Any],
        kind: Callable[..., Said],
        texts: Collection[int] | None,
    ) -> None:
        for text in texts if texts is not None else list(kept):
            kept.pop(text, None)
        for text, person, since, at, *said in _rows(connection, query, texts):
            kept.setdefault(text, {})[person] = Noted(kind(self.people[person], at, *said), since)

    def click(self, made: Iterable[tuple[int, str]]) -> None:
        """Record new decisions for the working speed, in order of time."""
        for person, at in made:
            self.watch.click(person, datetime.fromisoformat(at))


def read_review_records(connection: Connection) -> ReviewRecords:
    """Read everything that people have said."""
    records = ReviewRecords()
    records.read_people(connection)
    records.read_decisions(connection)
    records.read_assignments(connection)
    records.read_owners(connection)
    records.read_controls(connection)
    records.read_comments(connection)
    records.read_flags(connection)
    records.click(clicks_since(connection, 0))
    return records


def clicks_since(connection: Connection, seen: int) -> list[tuple[int, str]]:
    """Persons and times of decisions after a change."""
    decisions, changes = schema.decisions, schema.changes
    query = (
        select(decisions.c.person, changes.c.at)
        .join_from(decisions, changes, changes.c.id == decisions.c.since)
        .where(decisions.c.since > seen)
        .distinct()
        .order_by(changes.c.at, decisions.c.person)
    )
    return [(person, at) for person, at in bulk.fetch(connection, query)]


def _latest(since: Iterable[tuple[int, int]]) -> list[int]:
    return [text for text, _ in sorted(since, key=lambda one: (-one[1], one[0]))]


def _alone(made: dict[int, Decision] | None, people: set[int]) -> bool:
    return made is not None and len(made) == 1 and next(iter(made)) in people


def _query(table: Table, *said: str) -> Select[Any]:
    changes = schema.changes
    columns = (table.c.text, table.c.person, table.c.since, changes.c.at, *(table.c[name] for name in said))
    return (
        select(*columns)
        .join_from(table, changes, changes.c.id == table.c.since)
        .where(holds(table))
        .order_by(table.c.since, table.c.text, table.c.person)
    )


_DECISIONS = _query(schema.decisions, "verdict", "adjudicates")
_ERRORS = _query(schema.decision_errors, "error_type")
_ASSIGNMENTS = _query(schema.assignments)
_COMMENTS = _query(schema.comments, "comment")
_FLAGS = _query(schema.flags)


def _rows(
    connection: Connection, query: Select[Any], texts: Collection[int] | None
) -> Iterator[tuple[Any, ...]]:
    if texts is None:
        yield from bulk.fetch(connection, query)
        return
    for some in bulk.parts(sorted(texts)):
        yield from bulk.fetch(connection, query.where(query.selected_columns.text.in_(some)))
