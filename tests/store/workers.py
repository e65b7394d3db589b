"""People at work, each in a process of their own: started in no time, and killed at any.

Run as `python -m tests.store.workers`. What a worker was told to have succeeded it notes in a file, a line of
JSON each, written at once: whatever stands there has been acknowledged.
"""

import json
import os
import random
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.rules.rules import add_rule, change_rule, list_rules, retire_rule
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, added
from lackmus.read import ReadOptions
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.reviews.decisions import decide
from lackmus.store.rules.edits import RuleConflict
from tests.store.soundness import log_gaps, torn_hand_ins

ITEMS = tuple("abcdef")  # of the suite that all work on
SUITE = "small"
WORDS = ("husband", "man", "wife", "woman", "spouse", "partner")
MOST_RULES = 6  # of an item: whoever adds more retires one


def suite_lines(items: int = len(ITEMS), more: str = "") -> str:
    """A small suite as JSON Lines."""
    ids = [*ITEMS, *(f"x{number}" for number in range(items))][:items]
    return "".join(
        json.dumps(
            {
                "pair": "de-en",
                "id": name,
                "category": "Ambiguity",
                "phenomenon": "Lexical",
                "source": f"Sie sprach von ihrem Mann {name}.",
                "positive": [r"\bhusband\b", *([rf"\b{more}\b"] if more else [])],
                "negative": [r"\bman\b"],
            }
        )
        + "\n"
        for name in ids
    )


class Kept(OpenWorkspace):
    """A workspace that stays open: its statements are compiled once."""

    def close(self) -> None:
        """Not yet."""


class Seat(Desk):
    """A desk at which somebody stays."""

    @cached_property
    def kept(self) -> OpenWorkspace:
        """The workspace, from the first time that it is opened."""
        opened = open_workspace(self.workspace or "")
        return Kept(opened.engine, opened.name, opened.notes)

    def open(self, create: bool = False) -> OpenWorkspace:
        """The one that is open."""
        return self.kept


class Worker:
    """One person, with a desk, a seed and a place for notes."""

    def __init__(self, where: str, notes: str, person: str, seed: int = 0, **asked: Any) -> None:
        self.desk = Seat(where, person)
        self.notes = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.folder = Path(notes).parent
        self.person, self.seed, self.asked = person, seed, asked
        self.draw = random.Random(seed)
        self.count = 0

    def note(self, **what: Any) -> None:
        """Written before anything else happens."""
        os.write(self.notes, json.dumps({"person": self.person, **what}).encode() + b"\n")

    @property
    def mark(self) -> str:
        """A word that nobody else has written, nor this one before."""
        self.count += 1
        return f"{self.person}_{self.seed}_{self.count}"

    # -- what people do ------------------------------------------------------------------------------------

    def decides(self) -> None:
        """A decision on some text; the same as before is none."""
        text, verdict = self.draw.randint(1, 12), self.draw.choice((Verdict.PASS, Verdict.FAIL))
        with self.desk.open().writing(self.person, "review decide") as change:
            decide(change, [(text, verdict)])
        if change.written:
            self.note(did="decide", change=change.number, text=text, verdict=verdict)

    def edits(self) -> None:
        """A rule is added to some item, changed or retired."""
        item = self.draw.choice(ITEMS)
        _, rules = list_rules(self.desk, item, SUITE)
        one, wording = self.draw.choice(rules), self.mark
        try:
            if len(rules) > MOST_RULES:
                done, value = retire_rule(self.desk, one.number), ""
            elif self.draw.random() < 0.5:
                side = self.draw.choice(list(Side))
                done, value = add_rule(self.desk, item, Rule(side, Kind.FIXED, wording), SUITE), wording
            else:
                done, value = change_rule(self.desk, one.number, wording), wording
        except RuleConflict as conflict:
            self.note(did="nothing", conflict=str(conflict), wanted=wording, number=one.number)
        else:
            self.note(did="edit", change=done.change, value=value, number=one.number)

    def imports(self) -> None:
        """The outputs of two systems, into a new campaign or in place of older ones."""
        mark = self.mark
        files = []
        for system in ("one", "two"):
            file = self.folder / f"{self.person}.{system}.tsv"
            long = "so " * self.asked.get("padding", 0)
            said = [f"{item}\tHer {long}{self.draw.choice(WORDS)}, {mark}.\n" for item in ITEMS]
            file.write_text("".join(said))
            files.append(str(file))
        campaign = f"{self.person} {self.draw.randint(1, 3)}"
        wanted = ImportOptions(campaign, replaces=True)
        done = import_outputs(self.desk, files, ReadOptions(), wanted, SUITE)
        self.note(did="outputs", campaign=campaign, systems=[one.system for one in done.systems], mark=mark)

    def brings(self) -> None:
        """A suite of one's own, with other rules and one item more or less than before."""
        file = self.folder / f"{self.person}.jsonl"
        items, mark = self.draw.randint(3, 9), self.mark
        file.write_text(suite_lines(items, mark))
        done = import_suite(self.desk, file)
        self.note(did="suite", change=done.change, suite=done.suite, items=items, mark=mark)

    # -- how they go about it --------------------------------------------------------------------------------

    def for_ever(self) -> None:
        """Until somebody ends it."""
        verbs = self._verbs(self.asked["verbs"])
        while True:
            self._at(next(verbs))

    def for_a_while(self) -> None:
        """Until so much is done."""
        verbs = self._verbs(self.asked["verbs"])
        for _ in range(self.asked["times"]):
            self._at(next(verbs))

    def one_rule(self) -> None:
        """Everybody wants the same rule otherwise, from what all have seen."""
        value = self.mark
        try:
            done = change_rule(self.desk, self.asked["number"], value)
        except RuleConflict as conflict:
            now = conflict.standing.now
            self.note(
                did="nothing", wanted=value, conflict=str(conflict), stands=now.rule.value if now else None
            )
        else:
            self.note(did="edit", change=done.change, value=value)

    def first(self) -> None:
        """Everybody imports the same file into a workspace that nobody has made yet."""
        done = import_suite(Desk(self.desk.workspace, self.person), Path(self.asked["file"]))
        self.note(did="suite", change=done.change)

    def looks(self) -> None:
        """See, again and again, whether anything is half there; until told to stop."""
        seen = 0
        workspace = self.desk.open()
        while not Path(self.asked["until"]).exists():
            with workspace.reading() as connection:
                faults = [*log_gaps(connection), *torn_hand_ins(connection)]
                number = workspace.revision(connection).number
                time.sleep(0.005)  # others write meanwhile; this view must not move
                faults += [f"moved from {number}"] * (workspace.revision(connection).number != number)
                late = schema.decisions.select().where(schema.decisions.c.since > number)
                faults += [f"a decision of the future: {row}" for row in connection.execute(late)]
            seen += 1
            if faults:
                self.note(did="look", faults=faults)
        self.note(did="look", faults=[], seen=seen)

    def _verbs(self, names: str) -> Iterator[Callable[[], None]]:
        while True:
            yield getattr(self, self.draw.choice(names.split()))

    def _at(self, verb: Callable[[], None]) -> None:
        self.note(begins=verb.__name__)
        verb()


def _run(way: str, errors: str, asked: dict[str, Any]) -> int:
    """The life of one worker; what went wrong stands in a file."""
    try:
        getattr(Worker(**asked), way)()
    except BaseException:  # noqa: BLE001  (the test tells it)
        Path(errors).write_text(traceback.format_exc())
        return 1
    return 0


def _fork(job: dict[str, Any], gate: int, others: list[int]) -> int:
    child = os.fork()
    if child:
        return child
    for other in others:
        os.close(other)
    os.read(gate, 1)  # until all are there
    os._exit(_run(job.pop("way"), job.pop("errors"), job))


def main() -> None:
    """Start the workers that are asked for, all at once, and tell how they ended."""
    warnings.simplefilter("ignore", DeprecationWarning)  # forking beside threads that sleep for ever
    for late in (
        "alembic.command",
        "lackmus.core.outputs.lengths",
        "lackmus.core.outputs.misaligned_stretches",
    ):
        import_module(late)  # once, here, for all workers
    for door in (PluginGroup.READ_SUITE, PluginGroup.READ_OUTPUTS):
        list(added(door))
    alive: set[int] = set()
    for line in sys.stdin:
        order = json.loads(line)
        answer: list[int] = []
        if "start" in order:
            gate, opener = os.pipe()
            answer = [_fork(job, gate, [opener]) for job in order["start"]]
            os.close(opener)
            os.close(gate)
            alive.update(answer)
        for child in order.get("wait", ()):
            answer.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            alive.discard(child)
        print(json.dumps(answer), flush=True)
    for child in alive:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
