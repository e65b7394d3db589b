"""Assign phenomena of a campaign to people, and say how far each of them is."""

from collections.abc import Mapping

import numpy as np

from lackmus.core.base.pairs import Pair
from lackmus.core.reviews.assignments import (
    AssignedPhenomenon,
    AssignmentOverview,
    PersonWork,
    PhenomenonWork,
)
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.errors import LackmusError
from lackmus.flows.reviews.reviews import ResolvedScope, Scope, resolved_scope
from lackmus.flows.verdicts.requests import listed, refuse_unknown
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.reviews import assignments as stored
from lackmus.store.reviews.queue import campaign_verdicts
from lackmus.store.reviews.review_records import ReviewRecords, read_review_records
from lackmus.store.suites.contents import phenomena_of

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
