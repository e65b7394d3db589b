"""A small campaign to review, drawn in signs: one item a column, one system a row."""

from collections.abc import Sequence

from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.decisions import SavedDecision, decide
from tests.core.campaigns import TEXTS, suite_of
from tests.store.filled import add_campaign, add_suite

SAID = {"+": Verdict.PASS, "-": Verdict.FAIL}


def drawn(workspace: OpenWorkspace, name: str = "WMT26", suite: Suite | None = None, **systems: str) -> int:
    """Enter a suite and a campaign as Ada, who is the admin then; the number of the suite.

    Half of the items test ambiguity, half negation. Signs as in tests/core/campaigns.py; a letter is an
    open text of its own, shared by those who write the same.
    """
    items = len(next(iter(systems.values())))
    suite = suite or suite_of("Ambiguity/Word", "Negation/Scope", items=items // 2)
    number = add_suite(workspace, suite)
    campaign(workspace, number, suite, name, **systems)
    return number


def campaign(workspace: OpenWorkspace, number: int, suite: Suite, name: str, **systems: str) -> None:
    """A campaign on a suite that is there."""
    add_campaign(workspace, number, name, [hand_in_of(suite, *one) for one in systems.items()])


def hand_in_of(suite: Suite, system: str, signs: str) -> HandIn:
    there = [(item, sign) for item, sign in zip(suite.items, signs, strict=True) if sign != " "]
    return HandIn(
        system=system,
        file=f"{system}.tsv",
        sources=[item.source for item, _ in there],
        texts=[f"{TEXTS.get(sign, sign)} {item.id}" for item, sign in there],
        places=[(item.key, line) for line, (item, _) in enumerate(there)],
    )


def number_of(workspace: OpenWorkspace, text: str) -> int:
    """The number of a text, such as “unclear 003”."""
    texts = schema.texts
    with workspace.reading() as connection:
        (row,) = connection.execute(texts.select().where(texts.c.key == text)).all()
    return int(row.id)


def say(workspace: OpenWorkspace, person: str, *said: str, adjudicate: bool = False) -> list[SavedDecision]:
    """Let a person decide texts, written as “+unclear 003”."""
    decisions: Sequence[tuple[int, Verdict]] = [(number_of(workspace, one[1:]), SAID[one[0]]) for one in said]
    with workspace.writing(person, "review decide") as change:
        return decide(change, decisions, adjudicate)
