"""Whoever is killed in the middle of something leaves a workspace that opens, with all they were told of."""

import random
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.rules.rules import judge_again
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions
from lackmus.store.db import bulk, schema
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.suites.suites import load_suite, suite_names
from tests.store.crowd import Crowd, Started
from tests.store.soundness import faults
from tests.store.workers import ITEMS, SUITE, suite_lines

KILLS = {"sqlite": 100, "postgresql": 20}
LONGEST = 0.1  # seconds that a worker may go on: a few changes
PEOPLE = ("Ada", "Bea", "Cem")
WAYS = ("decides", "edits", "imports", "brings", "decides edits imports brings")
SYSTEMS = 2  # in every import


def furnished(where: str, folder: Path) -> None:
    """A workspace with a small suite and the outputs of two systems: twelve texts."""
    file = folder / f"{SUITE}.jsonl"
    file.write_text(suite_lines())
    desk = Desk(where, "Ada")
    import_suite(desk, file)
    outputs = [folder / "one.tsv", folder / "two.tsv"]
    for number, output in enumerate(outputs):
        said = [f"{item}\tHer {'husband' if number else 'spouse'} {item}.\n" for item in ITEMS]
        output.write_text("".join(said))
    import_outputs(desk, [str(one) for one in outputs], ReadOptions(), ImportOptions("first"))


@pytest.mark.slow
def test_killed_at_any_moment(where: str, tmp_path: Path) -> None:
    """A hundred times, at random: nothing acknowledged is lost, and nothing is half there."""
    kills = KILLS["postgresql" if "://" in where else "sqlite"]
    draw = random.Random(20260501)
    furnished(where, tmp_path)
    interrupted: Counter[str] = Counter()
    all_done: list[dict[str, Any]] = []
    with Crowd(tmp_path) as crowd:
        for number in range(kills):
            person = PEOPLE[number % len(PEOPLE)]
            (worker,) = crowd.start(where, "for_ever", [person], seed=1000, verbs=WAYS[number % len(WAYS)])
            awaken(worker, "begins" if number // len(WAYS) % 2 else "did")
            time.sleep(draw.uniform(0, LONGEST))
            worker.kill()
            assert crowd.wait([worker]) == [-9], worker.trouble
            interrupted[in_the_middle_of(worker)] += 1
            with open_workspace(where) as workspace:
                assert faults(workspace) == []
                assert lost(workspace, worker.done) == []
            all_done += worker.done
    with open_workspace(where) as workspace, workspace.reading() as connection:
        assert lost(workspace, all_done) == []
        assert half_imports(connection) == []
        # Whoever is killed after the change and before hearing of it has made it all the same.
        assert len(all_done) <= workspace.revision(connection).number - 2 <= len(all_done) + kills
    again = judge_again(Desk(where, "Ada"), everything=True)
    assert again.flips.is_empty() and again.change is None
    assert {"decides", "edits", "imports", "brings"} <= interrupted.keys(), interrupted
    assert {one["did"] for one in all_done} == {"decide", "edit", "outputs", "suite"}


@pytest.mark.slow
def test_killed_while_hauling(tmp_path: Path) -> None:
    """A change that is larger than what SQLite keeps in memory is in its files before it is whole."""
    where, draw = str(tmp_path / "lackmus.db"), random.Random(7)
    furnished(where, tmp_path)
    log = Path(f"{where}-wal")
    written = []
    with Crowd(tmp_path) as crowd:
        for _ in range(8):
            (worker,) = crowd.start(where, "for_ever", ["Ada"], verbs="imports", padding=100_000)
            awaken(worker, "begins")
            enough, patience = draw.uniform(0, 3_000_000), time.monotonic() + 20
            while _size(log) < enough and time.monotonic() < patience:  # however slow the machine is
                time.sleep(0.005)
            worker.kill()
            assert crowd.wait([worker]) == [-9], worker.trouble
            written.append(_size(log))
            with open_workspace(where) as workspace:
                assert faults(workspace) == []
                assert lost(workspace, worker.done) == []
                with workspace.reading() as connection:
                    assert half_imports(connection) == []
    assert max(written) > 1_000_000  # bytes of changes, whole ones and torn ones


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


@pytest.mark.slow
def test_killed_while_making(where: str, tmp_path: Path) -> None:
    """What was half made is no workspace: whoever comes next makes it."""
    file = tmp_path / f"{SUITE}.jsonl"
    file.write_text(suite_lines())
    draw = random.Random(11)
    with Crowd(tmp_path) as crowd:
        for place in [where] if "://" in where else [f"{where}.{number}" for number in range(10)]:
            (worker,) = crowd.start(place, "first", ["Ada"], file=str(file))
            time.sleep(draw.uniform(0.01, 0.25))
            worker.kill()
            crowd.wait([worker])
            assert worker.trouble == ""
            done = import_suite(Desk(place, "Ada"), file)
            with open_workspace(place) as workspace:
                assert faults(workspace) == []
                with workspace.reading() as connection:
                    assert workspace.revision(connection).number == 1
            assert done.change in (None, 1)


def awaken(worker: Started, word: str) -> None:
    """Wait until it has begun, or has done something: whatever is done first takes longer than the rest."""
    while not any(word in one for one in worker.noted):
        assert not worker.trouble
        time.sleep(0.001)


def in_the_middle_of(worker: Started) -> str:
    """What it was doing when it was killed."""
    noted = worker.noted
    return str(noted[-1].get("begins", "nothing")) if noted else "nothing"


def lost(workspace: OpenWorkspace, done: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was acknowledged and is not there, as it was acknowledged."""
    with workspace.reading() as connection:
        there = {
            "decide": _decisions(connection),
            "edit": _edits(connection),
            "outputs": _marks(connection),
        }
        suites = suite_names(connection)
        missing = []
        for one in done:
            if one["did"] == "suite":
                stored = load_suite(connection, suites[one["suite"]], one["change"]).suite
                marked = [
                    item for item in stored.items if any(one["mark"] in rule.value for rule in item.rules)
                ]
                found = len(marked) == len(stored.items) == one["items"]
            else:
                found = _acknowledged(one) in there[one["did"]]
            if not found:
                missing.append(one)
    return missing


def _acknowledged(one: dict[str, Any]) -> tuple[Any, ...]:
    if one["did"] == "decide":
        return one["change"], one["person"], one["text"], one["verdict"]
    if one["did"] == "edit":
        return one["change"], one["value"] or one["number"]
    return one["person"], one["campaign"], one["mark"], SYSTEMS * len(ITEMS)


def _decisions(connection: Connection) -> set[tuple[Any, ...]]:
    decisions, people = schema.decisions, schema.people
    query = select(decisions.c.since, people.c.name, decisions.c.text, decisions.c.verdict)
    return set(bulk.fetch(connection, query.join(people, people.c.id == decisions.c.person)))


def _edits(connection: Connection) -> set[tuple[Any, ...]]:
    """Rules by the change that began them and their wording, and by the change that ended them."""
    rules, states = schema.rules, schema.rule_states
    began = select(states.c.since, rules.c.value).join(rules, rules.c.id == states.c.rule)
    ended = select(states.c.until, states.c.rule)
    return {*bulk.fetch(connection, began), *bulk.fetch(connection, ended)}


def _marks(connection: Connection) -> set[tuple[Any, ...]]:
    """Who imported into which campaign how many outputs with which mark."""
    outputs, texts, hand_ins, systems = schema.outputs, schema.texts, schema.hand_ins, schema.systems
    campaigns, states = schema.campaign_states, schema.hand_in_states
    changes, people = schema.changes, schema.people
    query = (
        select(people.c.name, campaigns.c.name, texts.c.key)
        .select_from(outputs)
        .join(texts, texts.c.id == outputs.c.text)
        .join(hand_ins, hand_ins.c.id == outputs.c.hand_in)
        .join(systems, systems.c.id == hand_ins.c.system)
        .join(campaigns, campaigns.c.campaign == systems.c.campaign)
        .join(states, states.c.hand_in == hand_ins.c.id)
        .join(changes, changes.c.id == states.c.since)
        .join(people, people.c.id == changes.c.person)
    )
    counted = Counter(
        (person, campaign, key.rpartition(" ")[2].rstrip("."))
        for person, campaign, key in bulk.fetch(connection, query)
    )
    return {(*of, many) for of, many in counted.items()}


def half_imports(connection: Connection) -> list[str]:
    """Changes that brought in a part of what one command brings: one system of two, some items of a suite."""
    hand_ins, changes, people = schema.hand_in_states, schema.changes, schema.people
    systems = Counter(since for (since,) in bulk.fetch(connection, select(hand_ins.c.since)))
    found = [f"change {number}: {many} systems" for number, many in systems.items() if many != SYSTEMS]
    suites = suite_names(connection)
    query = (
        select(changes.c.id, people.c.name)
        .join(people, people.c.id == changes.c.person)
        .where(changes.c.verb == "suite import", changes.c.id > 1)
    )
    for number, person in bulk.fetch(connection, query):
        items = load_suite(connection, suites[person], number).suite.items
        if not items or len({item.rules for item in items}) != 1:  # all have the same mark
            found.append(f"change {number}: a part of a suite")
    return found


@pytest.mark.parametrize(
    "spoil, found",
    [
        ("DELETE FROM outputs WHERE hand_in = 1 AND item = 2", "hand-in 1 is torn"),
        ("DELETE FROM hand_in_states WHERE hand_in = 2", "hand-in 2 has no state"),
        ("DELETE FROM verdicts WHERE text = 3", "text 3 has no verdict"),
        ("INSERT INTO verdicts (text, since, verdict) VALUES (1, 1, 'pass')", "two states hold at once"),
        ("UPDATE rule_states SET until = 1 WHERE rule = 1", "ends before it begins"),
        ("UPDATE items SET judged = 0 WHERE id = 1", "item 1 is stale"),
        ("INSERT INTO changes SELECT 9, token, at, person, verb, about, comment FROM changes", "gaps"),
    ],
)
def test_what_is_wrong_would_be_seen(tmp_path: Path, spoil: str, found: str) -> None:
    """The test above can fail."""
    where = str(tmp_path / "lackmus.db")
    furnished(where, tmp_path)
    with open_workspace(where) as workspace:
        assert faults(workspace) == []
        with workspace.claiming() as connection:
            many = " LIMIT 1" if "SELECT 9" in spoil else ""
            connection.exec_driver_sql(spoil + many)
        assert any(found in fault for fault in faults(workspace)), faults(workspace)
