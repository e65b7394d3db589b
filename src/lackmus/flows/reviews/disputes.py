"""Disputed texts, and texts on which rules contradict people, to be settled one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.second_looks import SecondLook
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.deciding import SavedDecisions, decide, withdraw
from lackmus.flows.workspaces.workspaces import Desk, the_campaign
from lackmus.store.reviews import second_looks as stored
from lackmus.store.workspaces.people import people_of


@dataclass(frozen=True)
class SecondLooks:
    """Texts to be reviewed again."""

    disputed: Sequence[SecondLook]
    contradicted: Sequence[SecondLook]


def second_looks(desk: Desk, campaign: str | None = None) -> SecondLooks:
    """Disputes to adjudicate, and decisions that rules contradict."""
    with desk.open() as workspace, workspace.reading() as connection:
        only = None if campaign is None else the_campaign(connection, campaign).id
        return SecondLooks(
            stored.second_looks(connection, stored.disputed(connection, only)),
            stored.second_looks(connection, stored.contradicted(connection, only)),
        )


def adjudicate(desk: Desk, text: int, verdict: Verdict, own_since: int | None = None) -> SavedDecisions:
    """Adjudicate a disputed text; for editors. `own_since` is the editor's decision that the page showed."""
    return decide(desk, [(text, verdict)], adjudicate=True, own_since=own_since)


def take_back(desk: Desk, text: int) -> SavedDecisions:
    """Withdraw an adjudication: the editor's earlier opinion holds again, and perhaps the dispute."""
    return withdraw(desk, [text])


@dataclass(frozen=True)
class Doubling:
    """A second judge: how many texts were assigned, and how many are judged."""

    person: str
    given: int
    done: int


def doublings(desk: Desk) -> list[Doubling]:
    """All people with assigned texts."""
    with desk.open() as workspace, workspace.reading() as connection:
        found = stored.given_and_done(connection)
        return [Doubling(person, given, done) for person, (given, done) in found.items()]


def annotators(desk: Desk) -> list[str]:
    """All people who may judge texts, in the order of creation."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [one.name for one in people_of(connection) if one.role.may(Role.ANNOTATOR)]
