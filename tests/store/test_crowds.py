"""Many people at once: nothing is lost, nothing is doubled, and nobody sees half a change."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from lackmus.flows.rules.rules import judge_again, list_rules
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import bulk, schema
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from tests.store.crowd import Crowd, Started
from tests.store.soundness import faults
from tests.store.test_killed import furnished, half_imports, lost
from tests.store.workers import SUITE, suite_lines

PEOPLE = [f"Person_{number}" for number in range(1, 21)]


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crowd]:
    """Twenty processes cost one start."""
    with Crowd(tmp_path_factory.mktemp("crowd")) as crowd:
        yield crowd


def fine(crowd: Crowd, workers: list[Started]) -> None:
    """All came to their end, without any “database is locked”."""
    ends = crowd.wait(workers)
    assert [one.trouble for one in workers if one.trouble] == []
    assert set(ends) == {0}


@pytest.mark.slow
def test_twenty_at_once(where: str, tmp_path: Path, crowd: Crowd) -> None:
    """Decisions and rule edits of twenty processes, an importer among them, and two who look on."""
    furnished(where, tmp_path)
    stop = tmp_path / "stop"
    watchers = crowd.start(where, "looks", ["Watcher_1", "Watcher_2"], until=str(stop))
    importer = crowd.start(where, "for_a_while", ["Importer"], verbs="imports", times=5)
    workers = crowd.start(where, "for_a_while", PEOPLE, verbs="decides edits", times=6)
    fine(crowd, [*workers, *importer])
    stop.touch()
    fine(crowd, watchers)
    for watcher in watchers:
        assert [fault for one in watcher.done for fault in one["faults"]] == []
        assert watcher.done[-1]["seen"] > 3
    done = [one for worker in [*workers, *importer] for one in worker.done]
    with open_workspace(where) as workspace:
        assert faults(workspace) == []
        assert lost(workspace, done) == []
        assert changes_by_verb(workspace) == {
            "review decide": count(done, "decide"),
            "rule": count(done, "edit"),
            "outputs import": count(done, "outputs") + 1,  # and what was there from the beginning
            "suite import": 1,
        }
        assert all_numbers(workspace, schema.decisions) == numbers(done, "decide")
        assert all_numbers(workspace, schema.rule_states) == [1, *numbers(done, "edit")]
        with workspace.reading() as connection:
            assert half_imports(connection) == []
    for one in (one for worker in workers for one in worker.noted if "conflict" in one):
        assert f"Rule {one['number']}, " in one["conflict"]  # who came too late was told
    again = judge_again(Desk(where, "Ada"), everything=True)
    assert again.flips.is_empty()


def count(done: list[dict[str, Any]], did: str) -> int:
    """How many of a kind succeeded."""
    return sum(one["did"] == did for one in done)


def numbers(done: list[dict[str, Any]], did: str) -> list[int]:
    """The changes of a kind, as told to those who made them."""
    return sorted(one["change"] for one in done if one["did"] == did)


def changes_by_verb(workspace: OpenWorkspace) -> dict[str, int]:
    """How many changes of each kind the log has; all edits of rules are one kind."""
    found: dict[str, int] = {}
    with workspace.reading() as connection:
        for (verb,) in bulk.fetch(connection, select(schema.changes.c.verb)):
            kind = "rule" if verb.startswith("rule ") else verb
            found[kind] = found.get(kind, 0) + 1
    return found


def all_numbers(workspace: OpenWorkspace, table: Any) -> list[int]:
    """The changes that brought or ended states of a table."""
    with workspace.reading() as connection:
        rows = bulk.fetch(connection, select(table.c.since, table.c.until))
    return sorted({number for row in rows for number in row if number is not None})


@pytest.mark.slow
def test_twenty_want_one_rule_otherwise(where: str, tmp_path: Path, crowd: Crowd) -> None:
    """From the same starting point one is first; all others are told both versions, and lose nothing."""
    furnished(where, tmp_path)
    _, (rule, *_) = list_rules(Desk(where), "a", SUITE)
    workers = crowd.start(where, "one_rule", PEOPLE, number=rule.number)
    fine(crowd, workers)
    (winner,) = [one for worker in workers for one in worker.done]
    losers = [one for worker in workers for one in worker.noted if one["did"] == "nothing"]
    assert len(losers) == len(PEOPLE) - 1
    for one in losers:
        assert one["stands"] == winner["value"]
        for said in (rule.value, winner["value"], winner["person"], one["wanted"]):
            assert said in one["conflict"]
        assert "\n" not in one["conflict"]
    _, rules = list_rules(Desk(where), "a", SUITE)
    values = [one.value for one in rules]
    assert winner["value"] in values and rule.value not in values
    assert not {one["wanted"] for one in losers} & set(values)
    with open_workspace(where) as workspace, workspace.reading() as connection:
        assert workspace.revision(connection).number == 3


@pytest.mark.slow
def test_twenty_make_one_workspace(where: str, tmp_path: Path, crowd: Crowd) -> None:
    """Whoever comes first makes it and brings the suite in; the others find that nothing is to do."""
    file = tmp_path / f"{SUITE}.jsonl"
    file.write_text(suite_lines())
    workers = crowd.start(where, "first", PEOPLE, file=str(file))
    fine(crowd, workers)
    assert sorted(one["change"] or 0 for worker in workers for one in worker.done) == [0] * 19 + [1]
    with open_workspace(where) as workspace:
        assert faults(workspace) == []
        assert changes_by_verb(workspace) == {"suite import": 1}
