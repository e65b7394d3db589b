"""Fetching from a server that throttles, fails every tenth request and dies twice: time and memory."""

import tempfile
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from threading import Event
from time import perf_counter

from tests.engines.hostile import Hostile, Throttle

from benchmarks.measure import report
from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Ask, Limits
from lackmus.core.suites.suite import Item, Suite
from lackmus.engines import Engine, Keys
from lackmus.flows.fetching.fetching import fetch
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.fetching.sending import ask_all
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, named

SENTENCES = 1_000
RATE = 50  # requests a second, each with one sentence
PAIR = Pair("en", "de")
LIMIT = 1.5
FEW, MANY = 1_000, 50_000
ROUNDS = 3


def main() -> None:
    """Print both ratios."""
    _time()
    _memory()


def _time() -> None:
    """A thousand sentences into a workspace, against the seconds in which the server takes that many."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(str(Path(folder) / "lackmus.db"), "ada")
        items = [
            Item(PAIR, str(number), "Animals", "Dogs", f"The {number}. dog barks at the cat.", ())
            for number in range(SENTENCES)
        ]
        file = Path(folder) / "dogs.jsonl"
        file.write_text(named(PluginGroup.WRITE_SUITE, "jsonl").write(Suite("dogs", tuple(items))))
        import_suite(desk, file)
        throttle = Throttle(RATE, burst=RATE)
        deaths = (SENTENCES * 3 // 10, SENTENCES * 7 // 10)
        with Hostile(throttle, failing=0.1, deaths=deaths, characters=40) as server:
            asked = Fetch("libretranslate", {"url": server.url}, "2026")
            start = perf_counter()
            fetch(desk, asked, keys=Keys({}, Path(folder) / "no-keys"))
            taken = perf_counter() - start
    assert len(server.answered) == server.answered.total() == SENTENCES
    assert server.died == len(deaths)
    own = throttle.seconds(SENTENCES)
    report(
        f"{SENTENCES:,} sentences from a server that takes {RATE} a second",
        f"{taken / own:.2f} × ({taken:.1f} s / {own:.1f} s; {server.refused} refused)",
        f"≤ {LIMIT} × its own limit",
        taken <= LIMIT * own,
    )


class _Mirror(Engine):
    """Gives back what it gets, at once."""

    def about(self, pair: Pair) -> About:
        """Nothing that matters here."""
        return About()

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[str]:
        """The same."""
        return sources


def _peak(many: int) -> int:
    """Bytes at most, with the answers counted and not kept."""
    answered = 0

    def keep(some: Sequence[object]) -> None:
        nonlocal answered
        answered += len(some)

    asks = (Ask(f"The {number}. dog barks at the cat.") for number in range(many))
    tracemalloc.start()
    try:
        ask_all(_Mirror({}, Keys({})), PAIR, asks, keep, limits=Limits(texts=20), stop=Event())
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        assert answered == many


def _memory() -> None:
    """Both in turns; the first run, which loads whatever is loaded once, does not count."""
    _peak(FEW)
    pairs = [(_peak(FEW), _peak(MANY)) for _ in range(ROUNDS)]
    few, many = (median(sizes) for sizes in zip(*pairs, strict=True))
    report(
        f"peak memory of asking for {MANY:,} sentences, against {FEW:,}",
        f"{many / few:.2f} × ({many / 1000:.0f} kB / {few / 1000:.0f} kB)",
        f"≤ {LIMIT} ×",
        many <= LIMIT * few,
    )


if __name__ == "__main__":
    main()
