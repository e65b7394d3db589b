"""The live preview of the rule lab: an item with 200 texts among 556,000 outputs, asked over HTTP."""

import json
import random
import re
import tempfile
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import polars as pl
from tests.browser.conftest import Server

from benchmarks.measure import report
from benchmarks.storing import big_workspace
from lackmus.core.outputs.outputs import OUTPUTS
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.suites.item_pages import ItemPage, item_page
from lackmus.flows.verdicts.requests import ReadOptions
from lackmus.flows.workspaces.workspaces import Desk

TEXTS = 200
ROUNDS = 100  # keystrokes
WARMING = 10
LIMIT = 100.0  # milliseconds: below that, nobody feels that anything was asked
RUNAWAY_LIMIT = 2_000.0  # a pattern that runs away on every text is given up after a second or so
_RUNAWAY = r"^(.+?)+\1+\1+$"


def main() -> None:
    """Print how long a preview takes, in turns with the cheapest thing that the server can answer."""
    with tempfile.TemporaryDirectory() as folder:
        where = big_workspace(Path(folder))
        item = _with_many_texts(where)
        server = Server(str(where))
        server.start()
        try:
            _measure(server, item)
        finally:
            server.kill()


def _with_many_texts(where: Path) -> ItemPage:
    """One more campaign: 200 systems, each with a text of its own for the first item with several rules."""
    desk = Desk(str(where), "ada")
    item = next(page for number in range(1, 2_000) if len((page := item_page(desk, number)).rules) >= 3)
    chance = random.Random(1)
    known = [one.text for one in item.texts]
    needed = TEXTS - len(known)
    written = [f"{chance.choice(known)} Number {number}, as people say." for number in range(needed)]
    rows = [(item.stored.item.key, f"wide{number:03}", text) for number, text in enumerate(written)]
    file = where.with_name("wide.parquet")
    pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row").write_parquet(file)
    import_outputs(desk, [str(file)], ReadOptions(), ImportOptions("wide"))
    return item_page(desk, item.stored.number)


class _Visitor:
    """A browser that keeps its connection."""

    def __init__(self, server: Server) -> None:
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.connection.request("GET", "/log")
        answer = self.connection.getresponse()
        told = re.search(rb'<meta name="csrf" content="(\w+)">', answer.read())
        assert told is not None
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        self.headers = {
            "Cookie": cookie,
            "X-CSRF-Token": told[1].decode(),
            "Content-Type": "application/json",
        }

    def ask(self, method: str, path: str, body: object = None) -> tuple[float, bytes]:
        """Milliseconds until the whole answer is there, and the answer."""
        sent = None if body is None else json.dumps(body)
        start = perf_counter()
        self.connection.request(method, path, sent, self.headers)
        answer = self.connection.getresponse()
        read = answer.read()
        taken = (perf_counter() - start) * 1000
        assert answer.status == 200, read
        return taken, read


def _rule(value: str) -> dict[str, object]:
    return {"rule_id": None, "side": "negative", "kind": "pattern", "value": value}


def _measure(server: Server, item: ItemPage) -> None:
    visitor = _Visitor(server)
    rules = [
        {"rule_id": one.number, "side": one.rule.side, "kind": one.rule.kind, "value": one.rule.value}
        for one in item.rules
    ]
    path = f"/api/v1/items/{item.stored.number}/preview"
    taken, cheapest, own = [], [], []
    for number in range(WARMING + ROUNDS):
        # Somebody types: every preview has a pattern that was never seen.
        new = _rule(rf"\b(people|persons?)\w* (say|tell){number}?\b")
        ms, answer = visitor.ask("POST", path, {"rules": [*rules, new]})
        told = json.loads(answer)
        assert len(told["texts"]) == TEXTS
        taken.append(ms)
        own.append(told["ms"])
        cheapest.append(visitor.ask("GET", "/static/logo.svg")[0])
    taken, cheapest = taken[WARMING:], cheapest[WARMING:]
    p95 = quantiles(taken, n=20)[-1]
    middle, judging, floor = map(median, (taken, own, cheapest))
    report(
        f"preview of {TEXTS} texts over HTTP, 95 % of {ROUNDS}",
        f"{p95:.0f} ms (median {middle:.0f}, {judging:.0f} of it ours; a static file {floor:.0f})",
        f"≤ {LIMIT:.0f} ms",
        p95 <= LIMIT,
    )
    late = [visitor.ask("POST", path, {"rules": [_rule(_RUNAWAY)]})[0] for _ in range(3)]
    report(
        f"the same with a pattern that runs away on all {TEXTS}",
        f"{max(late):.0f} ms at most",
        f"≤ {RUNAWAY_LIMIT:.0f} ms",
        max(late) <= RUNAWAY_LIMIT,
    )


if __name__ == "__main__":
    main()
