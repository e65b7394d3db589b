"""How texts stand that a person reads in a list: verdicts now, remarks, where they are reviewed."""

from collections.abc import Collection, Iterable

from lackmus.core.base.texts import text_key
from lackmus.core.reviews.standing import TextStanding
from lackmus.flows.reviews.live_state import ReviewStates
from lackmus.flows.reviews.screens import said
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.outputs.campaigns import campaigns_of
from lackmus.store.reviews.daily_progress import ruled_outcomes
from lackmus.store.reviews.known_sets import places_of
from lackmus.store.suites.error_types import error_types_of
from lackmus.store.suites.item_texts import campaigns_with, text_numbers
from lackmus.store.suites.suites import suite_names


def text_standings(
    states: ReviewStates, desk: Desk, texts: Collection[int], campaign: str | None = None
) -> dict[int, TextStanding]:
    """The texts that can be decided, by number: in the named campaign, else in the latest that has them.

    Texts that no system of a campaign has now are left out, and so are those of retired items.
    """
    with states.workspace.reading() as connection, states.lock:
        states.catch_up(connection)
        records = states.records
        person = records.person(desk.who) or 0
        items = places_of(connection, texts)
        suites = {number: name for name, number in suite_names(connection).items()}
        written = campaigns_with(connection, {one.item for one in items.values()}, items)
        names = {one.id: one.name for one in campaigns_of(connection)}
        order = sorted(names, key=lambda number: names[number] == campaign)  # the latest, then the named one
        place = {text: names[number] for number in order for text in written.get(number, ())}
        ruled = ruled_outcomes(connection, [text for text in place if records.outcome(text) is None])
        error_types = error_types_of(connection, {items[text].item for text in place})
        found = {}
        for text, where in place.items():
            verdict, reason = records.outcome(text) or ruled[text]
            own, item = records.own(person, text), items[text]
            found[text] = TextStanding(
                text,
                item.item,
                where,
                suites[item.suite],
                item.key.split(":")[0],
                verdict,
                reason,
                own,
                records.since(person, text),
                records.opinions(text) if own else {},
                said(records.comments.get(text)),
                said(records.flags.get(text)),
                error_types.get(item.item, ()),
                records.error(person, text),
            )
        return found


def numbers_of_texts(desk: Desk, wordings: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """The numbers of texts by item number and wording."""
    keys = {(item, text): (item, text_key(text)) for item, text in wordings}
    with desk.open() as workspace, workspace.reading() as connection:
        numbers = text_numbers(connection, {item for item, _ in keys})
    return {wording: numbers[key] for wording, key in keys.items() if key in numbers}
