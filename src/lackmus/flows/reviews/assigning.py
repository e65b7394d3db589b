"""Assign phenomena of a campaign to people, and say how far each of them is."""

from collections.abc import Mapping, Sequence

import numpy as np

from lackmus.core.base.number_ranges import RangeError, ranges_of
from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.reviews.assignments import (
    AssignedPhenomenon,
    AssignedTexts,
    AssignmentOverview,
    PersonWork,
    PhenomenonWork,
)
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.errors import LackmusError, NotFoundError
from lackmus.flows.reviews.reviews import ResolvedScope, Scope, resolved_scope
from lackmus.flows.verdicts.requests import listed, refuse_unknown
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.reviews import assignments as stored
from lackmus.store.reviews.claims import assign_numbered, missing_texts
from lackmus.store.reviews.queue import campaign_verdicts
from lackmus.store.reviews.review_records import ReviewRecords, read_review_records
from lackmus.store.suites.contents import phenomena_of

_MOST_TEXTS = 1_000_000  # assigned at once
Contents = dict[str, dict[str, list[str]]]  # pair -> category -> its phenomena


def assign_phenomenon(
    desk: Desk, scope: Scope, category: str | None, phenomenon: str | None, to: str | None
) -> AssignedPhenomenon:
    """Assign a phenomenon, or a whole category, to a person or to nobody.

    Texts that come later are included: they are of the same phenomenon.
    """
    with desk.open() as workspace:
        with workspace.reading() as connection:
            found = resolved_scope(connection, scope)
            pairs = {pair for _, _, suite, pair, *_ in current_hand_ins(connection, found.campaign.id)
                     if suite == found.suite}  # fmt: skip
            there: Contents = {
                pair: phenomena_of(connection, found.suite, Pair.parse(pair))
                for pair in sorted(pairs)
                if found.pair is None or pair == str(found.pair)
            }
            for one in stored.phenomenon_assignments(connection).get(found.of, ()):  # of what is gone, too
                if one.pair in there:
                    names = there[one.pair].setdefault(one.category, [])
                    names += [one.phenomenon] * (one.phenomenon not in ("", *names))
        category, phenomenon = _meant(there, category, phenomenon)
        parts = [
            (pair, category, phenomenon)
            for pair, names_of in there.items()
            if phenomenon in ("", *names_of.get(category, ())) and category in names_of
        ]
        verb = "review unassign" if to is None else "review assign"
        with workspace.writing(desk.who, verb, comment=desk.comment) as change:
            person = None if to is None else stored.the_annotator(change.connection, to)
            owners = stored.assign_phenomena(change, found.of, parts, person)
            before = stored.names_of(change.connection, {one for one in owners if one not in (None, person)})
            what = phenomenon or f"the category {category}"
            said = f"{what} of {found.campaign.name}" + ("" if to is None else f" to {to}")
            change.about = f"{said} (before: {listed(before)})" if before else said
        number = change.number if change.written else None
        return AssignedPhenomenon(
            found.campaign.name, found.suite_name, category, phenomenon, to, tuple(before), number
        )


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


def _meant(there: Contents, category: str | None, phenomenon: str | None) -> tuple[str, str]:
    """Category and phenomenon; the category need not be named where only one has the phenomenon."""
    categories = sorted({name for names in there.values() for name in names})
    if category is not None:
        refuse_unknown("category", category, categories)
    elif phenomenon is None:
        raise LackmusError("Say what is assigned: a phenomenon, or a category.")
    if phenomenon is None:
        return category or "", ""
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
    return within.pop(), phenomenon


def assignments(desk: Desk, scope: Scope) -> AssignmentOverview:
    """What of a campaign is assigned to whom, read from the workspace."""
    with desk.open() as workspace, workspace.reading() as connection:
        found = resolved_scope(connection, scope)
        outputs = campaign_verdicts(connection, found.campaign.id, found.suite, found.pair).outputs
        return overview_of(found, WorkQueue(outputs), read_review_records(connection))


def overview_of(found: ResolvedScope, queue: WorkQueue, records: ReviewRecords) -> AssignmentOverview:
    """What of a campaign in memory is assigned to whom."""
    assigned = records.phenomena_of(found.of)
    items = {item: person for item, person in records.items.items() if records.decides(person)}
    texts, still_open = queue.texts_by_item()
    totals: dict[tuple[str, str], list[int]] = {}
    for one, many, waiting in zip(queue.items, texts.tolist(), still_open.tolist(), strict=True):
        total = totals.setdefault((one.category, one.phenomenon), [0, 0])
        total[0] += many
        total[1] += waiting
    of_phenomena = {(one.category, one.phenomenon): one.person for one in assigned}
    phenomena = [
        _phenomenon_work(key, of_phenomena, records.people, *totals[key])
        for key in ((category, name) for category, names in queue.kinds.items() for name in names)
    ]
    owners = queue.owners(assigned, items)
    people = [
        PersonWork(
            records.people[person],
            int(texts[owners == person].sum()),
            int(still_open[owners == person].sum()),
        )
        for person in np.unique(owners).tolist()
        if person
    ]
    return AssignmentOverview(
        found.campaign.name,
        found.suite_name,
        str(found.pair) if found.pair else None,
        tuple(phenomena),
        tuple(sorted(people, key=lambda one: one.person)),
    )


def _phenomenon_work(
    key: tuple[str, str],
    of_phenomena: Mapping[tuple[str, str], int],
    people: Mapping[int, str],
    texts: int,
    still_open: int,
) -> PhenomenonWork:
    category, _ = key
    person = of_phenomena.get(key, of_phenomena.get((category, ""), 0))
    return PhenomenonWork(
        *key, people.get(person, ""), bool(person) and key not in of_phenomena, texts, still_open
    )
