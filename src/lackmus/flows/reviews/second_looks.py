"""Review decisions again: contradictions with rules, disputes, second opinions, agreement."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl
from sqlalchemy import Connection

from lackmus.core.base.agreement_measures import Resampling
from lackmus.core.base.plurals import counted
from lackmus.core.reviews.agreement import Agreement, agreement
from lackmus.core.reviews.assignments import Assigned, doubled
from lackmus.core.reviews.disputes import disputes
from lackmus.core.reviews.queue import open_texts
from lackmus.core.reviews.rule_conflicts import conflicts
from lackmus.core.suites.draws import Amount
from lackmus.errors import LackmusError
from lackmus.flows.reviews.reviews import Scope, resolved_scope
from lackmus.flows.verdicts.requests import chosen_pair
from lackmus.flows.workspaces.workspaces import Desk, the_campaign, the_revision, the_suite
from lackmus.store.reviews.assignments import the_annotator
from lackmus.store.reviews.claims import assign as assign_texts
from lackmus.store.reviews.claims import assigned_texts, deciders
from lackmus.store.reviews.decisions import decided_texts, decisions_of, opinions_of
from lackmus.store.reviews.queue import campaign_texts, campaign_verdicts, ruled_texts
from lackmus.store.suites.suites import suite_names, suite_pairs
from lackmus.store.workspaces.people import need_editor


@dataclass(frozen=True)
class ListedTexts:
    """Texts with notes for the signature."""

    texts: pl.DataFrame
    about: Mapping[str, object]


def contradicted(desk: Desk, scope: Scope) -> ListedTexts:
    """Texts on which people contradict the rules (CONFLICTS); the decisions count."""
    with desk.open() as workspace, workspace.reading() as connection:
        people, _, about = _spoken(connection, scope)
        return ListedTexts(conflicts(people, ruled_texts(connection, people)), about)


def disputed(desk: Desk, scope: Scope) -> ListedTexts:
    """Texts on which people differ (DISPUTES)."""
    with desk.open() as workspace, workspace.reading() as connection:
        people, made, about = _spoken(connection, scope)
        return ListedTexts(disputes(made, people), about)


def _spoken(connection: Connection, scope: Scope) -> tuple[pl.DataFrame, pl.DataFrame, Mapping[str, object]]:
    """Decisions and what holds, of a campaign if named, otherwise of a whole suite."""
    if scope.campaign is not None:
        found = resolved_scope(connection, scope)
        suite, pair, about = found.suite, found.pair, found.about
    else:
        suite = the_suite(connection, scope.suite)
        pair = chosen_pair(scope.pair, suite_pairs(connection, suite))
        name = {number: name for name, number in suite_names(connection).items()}[suite]
        about = {"suite": name, "pair": pair}
    people, made = (read(connection, suite, pair) for read in (decided_texts, decisions_of))
    if scope.campaign is not None:
        there = campaign_texts(connection, found.campaign.id)
        people, made = (frame.join(there, on="text_id", how="semi") for frame in (people, made))
    return people, made, about


def assign(desk: Desk, scope: Scope, double: str, to: str, seed: int | None = None) -> Assigned:
    """Assign a random share of the texts that people judge to a second person, in one change.

    The share is the total in the end: asking twice assigns nothing more.
    """
    try:
        amount = Amount.parse(double)
    except ValueError as problem:
        raise LackmusError(f"{problem}.", argument="double") from None
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    with desk.open() as workspace:
        with workspace.reading() as connection:
            found = resolved_scope(connection, scope)
            name = found.campaign.name
            outputs = campaign_verdicts(connection, found.campaign.id, found.suite, found.pair).outputs
            spoken = deciders(connection)
            texts = outputs.select("text_id").drop_nulls().unique()
            people = texts.join(spoken, on="text_id", how="semi")
            pool = sorted({*people["text_id"], *open_texts(outputs)["text_id"]})
        with workspace.writing(desk.who, "review assign", comment=desk.comment) as change:
            need_editor(change, "assign work to people")
            person = the_annotator(change.connection, to)
            own = pl.col("person") == person
            given = set(assigned_texts(change.connection).filter(own)["text_id"]) & set(pool)
            first = set(deciders(change.connection).filter(own)["text_id"])
            new = doubled(pool, given, first, amount, seed)
            assign_texts(change, person, new)
            change.about = f"{counted(len(new), 'text')} of {name} to {to} ({amount}, seed {seed})"
        number = change.number if change.written else None
        return Assigned(to, name, str(amount), seed, len(new), len(given), len(pool), number)


def agreement_of(
    desk: Desk,
    campaign: str | None = None,
    as_of: str | None = None,
    resampling: Resampling | None = None,
) -> Agreement:
    """Agreement of people on the texts of a campaign, or of the whole workspace, now or earlier."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        opinions = opinions_of(connection, revision)
        about: dict[str, object] = {}
        if campaign is not None:
            named = the_campaign(connection, campaign, revision)
            there = campaign_texts(connection, named.id, revision)
            opinions = opinions.join(there, on="text_id", how="semi", maintain_order="left")
            about["campaign"] = named.name
        about["revision"] = revision if revision is not None else workspace.revision(connection).number
        return agreement(opinions, about, resampling)
