"""Twenty annotators at one server with 556,000 outputs: how long it keeps them waiting, and what it keeps."""

import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

from sqlalchemy import select

from benchmarks.measure import report, seconds
from benchmarks.storing import big_workspace
from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces import accounts, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from lackmus.store.db.workspaces import open_workspace

ANNOTATORS = 20
MINUTES = 10.0
MOST_MS = 150.0


def main(minutes: float = MINUTES, annotators: int = ANNOTATORS) -> None:
    """Fill a workspace, start a server, let everybody work, and look what became of it."""
    with tempfile.TemporaryDirectory(prefix="lackmus-bench-") as name:
        folder = Path(name)
        where = big_workspace(folder)
        tokens = enter(where, annotators)
        with server(where, folder) as place:
            taken = seconds(lambda: _ask_first(place, tokens))
            print(f"The first answer, with everything loaded, after {taken:.1f} s")
            work(place, tokens, minutes, folder)
        _tell_times(folder, minutes, annotators)
        _tell_kept(where, folder)


def enter(where: Path, many: int) -> dict[str, str]:
    """Annotators with accounts and tokens."""
    desk = Desk(str(where), "ada")
    accounts.set_password(desk, "ada", "only for this measurement")
    found = {}
    for number in range(many):
        name = f"annotator {number + 1:02}"
        people.add_person(desk, name, Role.ANNOTATOR)
        found[name] = accounts.make_token(desk, name, "benchmark")
    return found


@contextmanager
def server(where: Path, folder: Path) -> Iterator[str]:
    """`lackmus serve` in a process of its own; its address."""
    command = [sys.executable, "-m", "lackmus", "serve", "--workspace", str(where), "--port", "0"]
    with (folder / "server.log").open("w+") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            yield _address(process, folder / "server.log")
        finally:
            process.terminate()
            process.wait(30)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    for _ in range(600):
        found = re.search(r"http://[\d.:]+", log.read_text())
        if found:
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.1)
    sys.exit(f"The server did not start:\n{log.read_text()}")


def _ask_first(place: str, tokens: dict[str, str]) -> None:
    """Whoever comes first waits until the campaign is loaded; that is not what is measured."""
    token = next(iter(tokens.values()))
    request = Request(f"{place}/api/v1/review/choices", headers={"Authorization": f"Bearer {token}"})
    with urlopen(request, timeout=120) as answer:
        answer.read()


def work(place: str, tokens: dict[str, str], minutes: float, folder: Path) -> None:
    """Everybody at once, in a process of their own: Locust wants to be there before anything else."""
    (folder / "tokens.json").write_text(json.dumps(tokens))
    command = [sys.executable, "-m", "benchmarks.annotators", place, str(minutes * 60), str(folder)]
    project = Path(__file__).parent.parent
    subprocess.run(command, check=True, cwd=project, env={**os.environ, "PYTHONPATH": str(project)})


def _tell_times(folder: Path, minutes: float, annotators: int) -> None:
    with (folder / "times.csv").open(newline="") as file:
        rows = [(path, float(ms)) for path, ms in csv.reader(file)]
    print(f"{annotators} annotators for {minutes:g} minutes, {len(rows):,} requests, one server process")
    for path in ("next", "decide"):
        times = sorted(ms for one, ms in rows if one == path)
        p50, p95, p99 = (times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.95, 0.99))
        report(
            f"{path}, p95 of {len(times):,} (p50, p99, longest)",
            f"{p95:.0f} ms ({p50:.0f}, {p99:.0f}, {times[-1]:.0f})",
            f"< {MOST_MS:.0f} ms",
            p95 < MOST_MS,
        )


def _tell_kept(where: Path, folder: Path) -> None:
    """What the database says of what everybody was told."""
    notes = [json.loads(line) for line in (folder / "notes.jsonl").read_text().splitlines()]
    errors = [one for one in notes if "error" in one]
    report("errors", str(len(errors)), "0", not errors)
    for one in errors[:5]:
        print(f"     {one['error']}")
    given = Counter(text for text, _ in {(one["text"], one["person"]) for one in notes if "text" in one})
    twice = [text for text, many in given.items() if many > 1]
    report("texts handed out to two people", str(len(twice)), "0", not twice)
    with open_workspace(str(where)) as workspace, workspace.reading() as connection:
        decisions, who = schema.decisions, schema.people
        held = {
            (text, person): verdict
            for text, person, verdict in connection.execute(
                select(decisions.c.text, who.c.name, decisions.c.verdict)
                .join(who, who.c.id == decisions.c.person)
                .where(decisions.c.until.is_(None))
            )
        }
        claims = Counter(connection.execute(select(schema.claims.c.text)).scalars())
    answered = {(one["text"], one["person"]): one["verdict"] for one in notes if one.get("verdict")}
    lost = [key for key, verdict in answered.items() if held.get(key) != verdict]
    report(f"decisions lost, of {len(answered):,} acknowledged", str(len(lost)), "0", not lost)
    judges = Counter(text for text, _ in held)
    double = [text for text, many in judges.items() if many > 1]
    report("texts decided by two people", str(len(double)), "0", not double)
    report(
        "texts claimed twice",
        str(sum(many > 1 for many in claims.values())),
        "0",
        max(claims.values(), default=1) == 1,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--annotators", type=int, default=ANNOTATORS)
    asked = parser.parse_args()
    main(asked.minutes, asked.annotators)
