"""Saving decisions: many processes at once, and never slower in a larger workspace."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from lackmus.core.base.verdict import Verdict
from lackmus.flows.reviews.deciding import decide_in
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from tests.store.reviewed import drawn, number_of

PROJECT = Path(__file__).parents[2]
# Each process decides every text, one by one, and then changes its mind about every second.
DECIDING = """
import sys
from lackmus.core.base.verdict import Verdict
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.workspaces.workspaces import Desk
where, person, *texts = sys.argv[1:]
desk = Desk(where, person)
for text in map(int, texts):
    print(decide(desk, [(text, Verdict.PASS)]).change)
for text in list(map(int, texts))[::2]:
    print(decide(desk, [(text, Verdict.FAIL)]).change)
"""


def test_four_at_once(where: str) -> None:
    """No decision is lost or doubled, and every one has its own line in the log."""
    with open_workspace(where, create=True) as workspace:
        drawn(workspace, A="??????")
        texts = [number_of(workspace, f"unclear {number:03}") for number in range(1, 7)]
        people = ["Ben", "Cem", "Dana", "Eve"]
        running = [
            subprocess.Popen(
                [sys.executable, "-c", DECIDING, where, person, *map(str, texts)],
                cwd=PROJECT,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
            for person in people
        ]
        said = [int(line) for one in running for line in one.communicate(timeout=120)[0].split()]
        assert [one.returncode for one in running] == [0] * 4
        with workspace.reading() as connection:
            rows = connection.execute(schema.decisions.select()).all()
            last = workspace.revision(connection).number
    assert sorted(said) == list(range(3, last + 1))  # the suite and its outputs were the first two changes
    assert sorted(row.since for row in rows) == sorted(said)
    held = [row for row in rows if row.until is None]
    assert Counter(row.text for row in held) == dict.fromkeys(texts, 4)
    assert {row.text for row in held if row.verdict == "fail"} == set(texts[::2])


BIG = ("texts", "outputs", "verdicts", "decisions", "items", "item_states", "rules", "rule_states", "changes")


@pytest.mark.parametrize("again", [False, True])
def test_saving_scans_no_big_table(tmp_path: Path, again: bool) -> None:
    """Everything is found by an index, so that it takes no longer when there is more."""
    with open_workspace(str(tmp_path / "lackmus.db"), create=True) as workspace:
        drawn(workspace, A="+?x-", B="+?-+")
        desk = Desk(person="Ben")
        text = number_of(workspace, "unclear 002")
        if again:
            decide_in(workspace, desk, [(text, Verdict.PASS)])
        asked = statements_of(workspace)
        decide_in(workspace, desk, [(text, Verdict.FAIL)])
        plans = [(sql, plan) for sql, given in asked for plan in plan_of(workspace, sql, given)]
    assert len(plans) > 10
    assert any(plan.startswith("SEARCH outputs") for _, plan in plans)
    whole = [(sql, plan) for sql, plan in plans if "LIMIT" not in sql]  # the last change is found at once
    assert [(sql, plan) for sql, plan in whole if any(f"SCAN {name}" in plan for name in BIG)] == []


def statements_of(workspace: OpenWorkspace) -> list[tuple[str, Any]]:
    """All that is asked of the database from now on."""
    asked: list[tuple[str, Any]] = []

    @event.listens_for(workspace.engine, "before_cursor_execute")
    def note(_1: object, _2: object, sql: str, given: Any, _3: object, many: bool) -> None:
        if not many and not sql.startswith(("BEGIN", "PRAGMA", "EXPLAIN")):
            asked.append((sql, given))

    return asked


def plan_of(workspace: OpenWorkspace, sql: str, given: Any) -> list[str]:
    """How SQLite goes about it."""
    connection = workspace.engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", given)
        return [str(row[3]) for row in cursor.fetchall()]
    finally:
        connection.close()
