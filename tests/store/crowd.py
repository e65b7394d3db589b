"""Start, watch and kill workers from a test."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Self

PROJECT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Started:
    """A worker in its process."""

    process: int
    notes: Path
    errors: Path

    def kill(self) -> None:
        """At once, whatever it is doing."""
        os.kill(self.process, signal.SIGKILL)

    @property
    def noted(self) -> list[dict[str, Any]]:
        """What it has noted so far; the last line may still be in the making."""
        if not self.notes.exists():
            return []
        return [json.loads(line) for line in self.notes.read_bytes().split(b"\n")[:-1]]

    @property
    def done(self) -> list[dict[str, Any]]:
        """What it was told to have succeeded."""
        return [one for one in self.noted if one.get("did", "nothing") != "nothing"]

    @property
    def trouble(self) -> str:
        """What went wrong, as a traceback."""
        return self.errors.read_text() if self.errors.exists() else ""


class Crowd:
    """One process that has everything imported and forks workers: each costs some milliseconds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = count(1)
        self.nursery = subprocess.Popen(
            [sys.executable, "-m", "tests.store.workers"],
            cwd=PROJECT,
            env={**os.environ, "POLARS_MAX_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def start(
        self, where: str, way: str, persons: Sequence[str], seed: int = 0, **asked: Any
    ) -> list[Started]:
        """Workers who begin at the same moment."""
        started = []
        jobs = []
        for person in persons:
            number = next(self.numbers)
            notes, errors = self.folder / f"{number}.notes", self.folder / f"{number}.errors"
            job = {"where": where, "way": way, "notes": str(notes), "errors": str(errors), "person": person}
            jobs.append({**job, "seed": seed + number, **asked})
            started.append((notes, errors))
        processes = self._order({"start": jobs})
        return [Started(process, *files) for process, files in zip(processes, started, strict=True)]

    def wait(self, workers: Sequence[Started]) -> list[int]:
        """How they ended."""
        return self._order({"wait": [one.process for one in workers]})

    def _order(self, order: dict[str, Any]) -> list[int]:
        assert self.nursery.stdin and self.nursery.stdout
        print(json.dumps(order), file=self.nursery.stdin, flush=True)
        answer: list[int] = json.loads(self.nursery.stdout.readline())
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.nursery.stdin and self.nursery.stdout
        self.nursery.stdin.close()  # it takes its workers along
        self.nursery.wait()
        self.nursery.stdout.close()
