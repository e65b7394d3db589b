"""Annotators at work, as Locust has them: ask for a text, think for a moment, decide, and note what was told.

Run by `benchmarks.serving` as `python -m benchmarks.annotators ADDRESS SECONDS FOLDER`.
"""

import csv
import json
import random
import sys
from pathlib import Path
from typing import Any

import gevent  # type: ignore[import-untyped]
from locust import FastHttpUser, constant, events, task
from locust.env import Environment

THINKS = (1.0, 3.0)  # seconds: a fast annotator
_waiting: list[tuple[str, str]] = []  # who has not come yet
_notes: list[dict[str, Any]] = []
_times: list[tuple[str, float]] = []


class Annotator(FastHttpUser):
    """One of them."""

    wait_time = constant(0)

    def on_start(self) -> None:
        """Take a name and its token."""
        self.person, token = _waiting.pop()
        self.headers = {"Authorization": f"Bearer {token}"}
        self.chance = random.Random(self.person)

    @task
    def judge(self) -> None:
        """One text, from being asked for to being decided."""
        page = self._ask("next", {"many": 1})
        if not page or not page["texts"]:
            gevent.sleep(1)
            return
        text = page["texts"][0]["text_id"]
        note = {"person": self.person, "text": text}
        _notes.append(note)
        gevent.sleep(self.chance.uniform(*THINKS))
        verdict = self.chance.choice(("pass", "fail"))
        if self._ask("decide", {"decisions": [{"text_id": text, "verdict": verdict}]}):
            note["verdict"] = verdict

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        with self.client.post(
            f"/api/v1/review/{path}", json=body, headers=self.headers, name=path, catch_response=True
        ) as answer:
            if answer.status_code == 200:
                answer.success()
                found: dict[str, Any] = answer.json()
                return found
            _notes.append({"person": self.person, "error": f"{path}: {answer.status_code} {answer.text}"})
            answer.failure(str(answer.status_code))
            return None


def _time(name: str, response_time: float, **_: object) -> None:
    _times.append((name, response_time))


def main(place: str, seconds: float, folder: Path) -> None:
    """Everybody works for so long."""
    _waiting.extend(json.loads((folder / "tokens.json").read_text()).items())
    environment = Environment(user_classes=[Annotator], events=events, host=place)
    events.request.add_listener(_time)  # type: ignore[no-untyped-call]
    runner = environment.create_local_runner()
    runner.start(len(_waiting), spawn_rate=len(_waiting))
    gevent.sleep(seconds)
    runner.quit()
    with (folder / "times.csv").open("w", newline="") as file:
        csv.writer(file).writerows(_times)
    (folder / "notes.jsonl").write_text("".join(json.dumps(one) + "\n" for one in _notes))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]))
