"""Assign phenomena of a campaign to people, and say how far each of them is."""

from collections.abc import Iterable, Sequence

import numpy as np
from sqlalchemy import Connection

from lackmus.core.base.number_ranges import RangeError, ranges_of
from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.reviews.assignments import (
    AssignedPhenomena,
    AssignedTexts,
    AssignmentOverview,
    OwnWork,
    PersonWork,
    PhenomenonName,
    PhenomenonWork,
)
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.errors import LackmusError, NotFoundError
from lackmus.flows.reviews.reviews import ResolvedScope, Scope, own_work_in, reading_of, resolved_scope
from lackmus.flows.verdicts.requests import listed, refuse_unknown
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.changes import Change
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.reviews import assignments as stored
from lackmus.store.reviews.claims import assign_numbered, missing_texts
from lackmus.store.reviews.queue import campaign_verdicts
from lackmus.store.reviews.review_records import ReviewRecords, read_review_records
from lackmus.store.suites.contents import phenomena_of
from lackmus.store.suites.suites import suite_names

_MOST_TEXTS = 1_000_000  # assigned at once
Contents = dict[str, dict[str, list[str]]]  # pair -> category -> its phenomena
Held = dict[tuple[str, str, str], int]  # pair, category, phenomenon -> the person
Asked = tuple[str | None, str | None]  # a category, a phenomenon
_NAMED = 3  # phenomena in a line of the log


def assign_phenomena(desk: Desk, scope: Scope, names: Sequence[Asked], to: str | None) -> AssignedPhenomena:
    """Assign phenomena, or whole categories, to a person or to nobody, in one change.

    Texts that come later are included: they are of the same phenomenon.
    """
    if not names:
        raise LackmusError("Say what is assigned: a phenomenon, or a category.")
    with desk.open() as workspace:
        with workspace.reading() as connection:
            found = resolved_scope(connection, scope)
            there, held = _contents(connection, found)
        meant = tuple(dict.fromkeys(_meant(there, *one) for one in names))
        parts = [
            (pair, one.category, one.phenomenon)
            for one in meant
            for pair, names_of in there.items()
            if one.phenomenon in ("", *names_of.get(one.category, ())) and one.category in names_of
        ]
        verb = "review unassign" if to is None else "review assign"
        with workspace.writing(desk.who, verb, comment=desk.comment) as change:
            person = None if to is None else stored.the_annotator(change.connection, to)
            if person is None:
                _refuse_by_category(change, parts, held)
            owners = stored.assign_phenomena(change, found.of, parts, person)
            before = stored.names_of(change.connection, {one for one in owners if one not in (None, person)})
            what = _listed([one.told for one in meant])
            said = f"{what} of {found.campaign.name}" + ("" if to is None else f" to {to}")
            change.about = f"{said} (before: {listed(before)})" if before else said
        number = change.number if change.written else None
        return AssignedPhenomena(found.campaign.name, found.suite_name, meant, to, tuple(before), number)


def assign_numbered_texts(desk: Desk, written: str, to: str) -> AssignedTexts:
    """Assign the texts of these numbers, such as 12-40,45, to a person or to nobody."""
    try:
        ranges = ranges_of(written)
    except RangeError as problem:
        raise LackmusError(f"{problem}.", argument="texts") from None
    many = sum(last - first + 1 for first, last in ranges)
    if many > _MOST_TEXTS:
        raise LackmusError(f"these are {many:,} numbers. Name fewer.", argument="texts")
    return assign_texts(desk, [number for first, last in ranges for number in range(first, last + 1)], to)


def assign_texts(desk: Desk, numbers: Sequence[int], to: str) -> AssignedTexts:
    """Assign texts to a person, who judges them even if others have; or take them from all, if to nobody."""
    numbers, to = list(dict.fromkeys(numbers)), to.strip()
    if not numbers:
        raise LackmusError("No text is chosen.", "Choose some first.")
    verb = "review assign" if to else "review unassign"
    with desk.open() as workspace:
        with workspace.writing(desk.who, verb, comment=desk.comment) as change:
            missing = missing_texts(change.connection, numbers)
            if missing:
                raise NotFoundError(f"There is no text {missing[0]}.")
            person = stored.the_annotator(change.connection, to) if to else None
            changed = assign_numbered(change, numbers, person)
            many = counted(len(changed), "text")
            change.about = f"{many} to {to}" if to else many
        number = change.number if change.written else None
    said = f"{many} assigned to {to or 'nobody'}"
    return AssignedTexts(to, tuple(changed), len(numbers) - len(changed), said, number)


def asked_names(names: Iterable[PhenomenonName]) -> list[Asked]:
    """Names as `assign_phenomena` takes them."""
    return [(one.category or None, one.phenomenon or None) for one in names]


def _contents(connection: Connection, found: ResolvedScope) -> tuple[Contents, Held]:
    """The categories and phenomena of a campaign, also gone ones that are assigned; and whose they are."""
    pairs = {pair for _, _, suite, pair, *_ in current_hand_ins(connection, found.campaign.id)
             if suite == found.suite}  # fmt: skip
    there: Contents = {
        pair: phenomena_of(connection, found.suite, Pair.parse(pair))
        for pair in sorted(pairs)
        if found.pair is None or pair == str(found.pair)
    }
    held: Held = {}
    for one in stored.phenomenon_assignments(connection).get(found.of, ()):
        if one.pair in there:
            held[one.pair, one.category, one.phenomenon] = one.person
            names = there[one.pair].setdefault(one.category, [])
            names += [one.phenomenon] * (one.phenomenon not in ("", *names))
    return there, held


def _refuse_by_category(change: Change, parts: Sequence[stored.Part], held: Held) -> None:
    """Refuse to take a phenomenon from a person who has it with its category."""
    for pair, category, phenomenon in parts:
        whose = held.get((pair, category, ""))
        if phenomenon and whose and (pair, category, phenomenon) not in held:
            if (pair, category, "") in parts:
                continue
            (name,) = stored.names_of(change.connection, [whose])
            raise LackmusError(
                f"{phenomenon} is {name}'s with all of {category}. Take back the category, or assign "
                f"{phenomenon} to another person."
            )


def _listed(names: Sequence[str]) -> str:
    """Some names in a sentence, of many the first."""
    return (
        listed(names) if len(names) <= _NAMED else f"{listed(names[:_NAMED])} and {len(names) - _NAMED} more"
    )


def _meant(there: Contents, category: str | None, phenomenon: str | None) -> PhenomenonName:
    """Category and phenomenon; the category need not be named where only one has the phenomenon."""
    categories = sorted({name for names in there.values() for name in names})
    if category is not None:
        refuse_unknown("category", category, categories)
    elif phenomenon is None:
        raise LackmusError("Say what is assigned: a phenomenon, or a category.")
    if phenomenon is None:
        return PhenomenonName(category or "")
    within = {
        of
        for names in there.values()
        for of, phenomena in names.items()
        if phenomenon in phenomena and category in (None, of)
    }
    if not within:
        known = {
            name
            for names in there.values()
            for of, some in names.items()
            if category in (None, of)
            for name in some
        }
        refuse_unknown("phenomenon", phenomenon, sorted(known))
    if len(within) > 1:
        raise LackmusError(
            f"{phenomenon} is in several categories: {listed(sorted(within))}. Name the category as well.",
            argument="phenomenon",
        )
    return PhenomenonName(within.pop(), phenomenon)


# -- who has what ------------------------------------------------------------------------------------------


def assignments(desk: Desk, scope: Scope) -> AssignmentOverview:
    """What of a campaign is assigned to whom, read from the workspace."""
    with desk.open() as workspace, workspace.reading() as connection:
        found = resolved_scope(connection, scope)
        outputs = campaign_verdicts(connection, found.campaign.id, found.suite, found.pair).outputs
        queue, records = WorkQueue(outputs), read_review_records(connection)
        yours = own_work_in(found, queue, records, *reading_of(connection, found, queue, records, desk))
        return overview_of(found, queue, records, yours)


def own_scopes(connection: Connection, person: str) -> list[Scope]:
    """Where something is assigned to a person, the latest campaign first."""
    names = {number: name for name, number in suite_names(connection).items()}
    return [
        Scope(campaign, names[suite], pair)
        for campaign, suite, pair in stored.assigned_parts(connection, person)
        if suite in names
    ]


def overview_of(
    found: ResolvedScope, queue: WorkQueue, records: ReviewRecords, yours: OwnWork
) -> AssignmentOverview:
    """What of a campaign in memory is assigned to whom; `yours` is that of the person who asks."""
    items = {item: whose for item, whose in records.items.items() if records.decides(whose)}
    owners = queue.owners(records.phenomena_of(found.of), items)
    texts, still_open = queue.texts_by_item()
    everybody = [0, *(one for one in np.unique(owners).tolist() if one)]
    by_person = {  # texts and open texts of each phenomenon
        one: [
            np.bincount(queue.kind_at[mask], weights=counts[mask], minlength=len(queue.kind_names)).astype(
                int
            )
            for counts in (texts, still_open)
        ]
        for one in everybody
        for mask in [owners == one]
    }
    whose = phenomenon_owners(queue, records, found)
    names = records.people
    phenomena = [
        PhenomenonWork(
            *kind,
            *whose[kind],
            sum(int(many[at]) for many, _ in by_person.values()),
            sum(int(waiting[at]) for _, waiting in by_person.values()),
            {names[one]: int(waiting[at]) for one, (many, waiting) in by_person.items() if one and many[at]},
        )
        for at, kind in enumerate(queue.kind_names)
    ]
    people = [
        PersonWork(names[one], int(many.sum()), int(waiting.sum()), int((many > 0).sum()))
        for one, (many, waiting) in by_person.items()
        if one
    ]
    return AssignmentOverview(
        found.campaign.name,
        found.suite_name,
        str(found.pair) if found.pair else None,
        tuple(phenomena),
        tuple(sorted(people, key=lambda one: one.person)),
        yours,
    )


def phenomenon_owners(
    queue: WorkQueue, records: ReviewRecords, found: ResolvedScope
) -> dict[tuple[str, str], tuple[str, bool]]:
    """The person of each phenomenon (empty: nobody), and whether it is theirs with its whole category."""
    assigned = {(one.category, one.phenomenon): one.person for one in records.phenomena_of(found.of)}
    owners = {}
    for category, phenomenon in queue.kind_names:
        itself, whole = assigned.get((category, phenomenon)), assigned.get((category, ""))
        person = itself or whole
        name = records.people[person] if person else ""
        owners[category, phenomenon] = name, itself is None and whole is not None
    return owners
