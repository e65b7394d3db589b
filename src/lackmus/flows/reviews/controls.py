"""Control texts of a campaign: mix them into what people judge, show them, remove them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.controls import RateError, rate_of
from lackmus.core.reviews.known_verdicts import (
    CampaignControls,
    KnownBy,
    KnownChoice,
    KnownVerdict,
    PhenomenonTexts,
    SetKind,
)
from lackmus.errors import LackmusError, NotFoundError
from lackmus.flows.reviews.known_choices import chosen_texts
from lackmus.flows.reviews.reviews import ResolvedScope, Scope, resolved_scope
from lackmus.flows.workspaces.workspaces import Desk, the_revision
from lackmus.store.outputs.campaigns import campaigns_of
from lackmus.store.reviews import known_sets as stored
from lackmus.store.reviews.daily_progress import ruled_outcomes
from lackmus.store.reviews.known_sets import KnownSet, SetDraft, controls_of, places_of, texts_of
from lackmus.store.reviews.queue import campaign_verdicts
from lackmus.store.suites.suites import suite_names
from lackmus.store.workspaces.people import need_editor, the_person

_TO_DO = "mix in control texts"


def controls(desk: Desk, as_of: str | None = None) -> list[CampaignControls]:
    """The control texts of all campaigns that have any, now or earlier."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        return [
            _described(connection, one, revision)
            for one in stored.known_sets(connection, SetKind.CONTROL, revision)
        ]


def set_controls(
    desk: Desk, scope: Scope, rate: str, wanted: KnownChoice, people: Sequence[str] = ()
) -> CampaignControls:
    """Mix control texts into what people judge: of all texts that a person gets, so many are control texts.

    Only texts that the rules leave open and that people have settled can be hidden among open ones.
    """
    try:
        told = f"{float(100 * rate_of(rate)):g}%"
    except RateError as problem:
        raise LackmusError(f"{problem}.", argument="rate") from None
    with desk.open() as workspace:
        with workspace.reading() as connection:
            found = resolved_scope(connection, scope)
            texts = _hidden(connection, found, wanted)
        with workspace.writing(desk.who, "review controls set", comment=desk.comment) as change:
            need_editor(change, _TO_DO)
            persons = [the_person(change.connection, one) for one in people]
            before = controls_of(change.connection, found.of)
            if before is None:
                draft = SetDraft(
                    SetKind.CONTROL,
                    found.suite,
                    texts,
                    found.campaign.name,
                    found.campaign.id,
                    rate=told,
                    seed=wanted.seed,
                    about=wanted.told,
                )
                number = stored.make_set(change, draft)
            else:
                number = before.number
                stored.replace_texts(change, number, texts)
                stored.restate_set(change, before, rate=told, seed=wanted.seed, about=wanted.told)
            stored.set_people(change, number, persons)
            change.about = f"{told} of {found.campaign.name}"
        with workspace.reading() as connection:
            now = controls_of(connection, found.of)
            assert now is not None
            return _described(connection, now, None, change.number if change.written else None)


def remove_controls(desk: Desk, scope: Scope) -> CampaignControls:
    """Mix in no more control texts; what people answered stays in the agreement."""
    with desk.open() as workspace:
        with workspace.reading() as connection:
            found = resolved_scope(connection, scope)
            there = controls_of(connection, found.of)
            if there is None:
                raise NotFoundError(f"{found.campaign.name} has no control texts for {found.suite_name}.")
            described = _described(connection, there, None)
        with workspace.writing(desk.who, "review controls remove", comment=desk.comment) as change:
            need_editor(change, _TO_DO)
            stored.remove_set(change, there)
            change.about = found.campaign.name
        return replace(described, change=change.number)


def _hidden(connection: Connection, found: ResolvedScope, wanted: KnownChoice) -> list[KnownVerdict]:
    """The chosen texts that look like open ones: the rules leave them open, and people's verdict is known."""
    outputs = campaign_verdicts(connection, found.campaign.id, found.suite, found.pair).outputs
    there = outputs.select("text_id", "verdict").drop_nulls().unique("text_id")
    holds = {text: Verdict(verdict) for text, verdict in there.iter_rows()}
    ruled = ruled_outcomes(connection, holds)
    pool = {text for text in holds if ruled[text][0] is Verdict.WARNING}
    texts = chosen_texts(connection, found.suite, wanted, pool)
    for one in texts:
        if one.text in wanted.texts:
            _refuse_odd(one, holds, pool, found)
    return [one for one in texts if holds[one.text] is one.verdict]


def _refuse_odd(
    one: KnownVerdict, holds: Mapping[int, Verdict], pool: set[int], found: ResolvedScope
) -> None:
    """Refuse a single text that would stand out, or that people have not settled so."""
    if one.text not in holds:
        raise LackmusError(f"{found.campaign.name} has no text {one.text}. Name texts of its outputs.")
    if one.text not in pool:
        raise LackmusError(
            f"Text {one.text} is settled by rules, so it is never open, and cannot be a control text. "
            "Name one that people settled."
        )
    if holds[one.text] is Verdict.WARNING:
        raise LackmusError(
            f"Text {one.text} is open, and as a control text it would stay so. Decide it first."
        )
    if holds[one.text] is not one.verdict and one.origin is KnownBy.GIVEN:
        raise LackmusError(
            f"Text {one.text} is {holds[one.text]} by people's decisions, not {one.verdict}. Decide it anew "
            "first, or give the verdict that holds."
        )


def _described(
    connection: Connection, one: KnownSet, revision: int | None, change: int | None = None
) -> CampaignControls:
    campaigns = {each.id: each.name for each in campaigns_of(connection, revision)}
    suites = {number: name for name, number in suite_names(connection, revision).items()}
    places = places_of(connection, texts_of(connection, one.number, revision)).values()
    counts = Counter((each.category, each.phenomenon) for each in places)
    return CampaignControls(
        campaigns.get(one.campaign or 0, one.name),
        suites.get(one.suite, ""),
        one.rate,
        one.people,
        one.texts,
        tuple(PhenomenonTexts(*kind, many) for kind, many in sorted(counts.items())),
        one.about,
        change,
    )
