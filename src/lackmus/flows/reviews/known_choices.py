"""Choose texts whose verdict is known, for training sets and control texts."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection

from lackmus.core.base.agreement_measures import Resampling
from lackmus.core.base.verdict import BY_PEOPLE, Verdict
from lackmus.core.reviews.known_verdicts import (
    Agreed,
    KnownBy,
    KnownChoice,
    KnownVerdict,
    SetKind,
    agreed_with_known,
    drawn,
)
from lackmus.errors import LackmusError
from lackmus.flows.suites.examples import the_phenomenon
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import Desk, the_campaign, the_revision
from lackmus.store.reviews.known_answers import known_answers, sets_with_answers
from lackmus.store.reviews.known_sets import TextPlace, places_of, verdicts_known
from lackmus.store.suites.suites import suite_names


def chosen_texts(
    connection: Connection, suite: int, wanted: KnownChoice, pool: Collection[int] | None = None
) -> list[KnownVerdict]:
    """The texts of a suite that are wanted, with their known verdicts; only those of the pool, if any."""
    known = verdicts_known(connection, suite)
    places = places_of(connection, {*known, *wanted.texts})
    category, phenomenon = wanted.category, wanted.phenomenon
    if phenomenon is not None:
        category, phenomenon = the_phenomenon(connection, suite, category, phenomenon)
    elif category is not None and category not in (there := _categories(places, suite)):
        raise LackmusError(
            f"no text of {category} has a known verdict. There are some of {listed(there) or 'none'}.",
            argument="category",
        )
    single = _single(wanted.texts, known, places, suite)
    fitting = [
        (one, f"{places[number].category}\n{places[number].phenomenon}")
        for number, one in known.items()
        if one.origin in wanted.by
        and number in places
        and (pool is None or number in pool)
        and category in (None, places[number].category)
        and phenomenon in (None, places[number].phenomenon)
    ]
    found = [*drawn(fitting, wanted.amount, wanted.seed, single), *single.values()]
    if not found:
        name = {number: name for name, number in suite_names(connection).items()}[suite]
        raise LackmusError(
            f"No text of {phenomenon or category or name} that fits has a known verdict: one that an editor "
            "adjudicated, or on which at least two people agree.",
            code="no-known-texts",
        )
    return found


def _single(
    texts: Mapping[int, Verdict | None],
    known: Mapping[int, KnownVerdict],
    places: Mapping[int, TextPlace],
    suite: int,
) -> dict[int, KnownVerdict]:
    """The texts that are named one by one."""
    found = {}
    for number, verdict in texts.items():
        if number not in places:
            raise LackmusError(f"There is no text {number}.", code="no-such-text")
        if places[number].suite != suite:
            raise LackmusError(f"Text {number} is of another suite. Name texts of one suite.")
        if verdict is None and number not in known:
            raise LackmusError(
                f"Text {number} of {places[number].key} has no known verdict: nobody adjudicated it, and "
                "no two people agree on it.",
                code="verdict-unknown",
                text=number,
            )
        if verdict is not None and verdict not in BY_PEOPLE:
            raise LackmusError(f"Text {number}: a known verdict is {listed(BY_PEOPLE)}, not {verdict}.")
        found[number] = known[number] if verdict is None else KnownVerdict(number, verdict, KnownBy.GIVEN)
    return found


def _categories(places: Mapping[int, TextPlace], suite: int) -> list[str]:
    return sorted({one.category for one in places.values() if one.suite == suite})


def control_agreement(
    desk: Desk,
    campaign: str | None = None,
    as_of: str | None = None,
    resampling: Resampling | None = None,
) -> Sequence[Agreed]:
    """How people agree with the known verdicts of control texts: of a campaign, or of the whole workspace."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        named = the_campaign(connection, campaign, revision) if campaign is not None else None
        sets = sets_with_answers(connection, SetKind.CONTROL, named.id if named else None)
        return agreed_with_known(known_answers(connection, sets, revision), resampling)
