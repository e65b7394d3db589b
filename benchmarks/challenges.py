"""Building a large challenge from judged texts, against writing it as JSON Lines."""

import tempfile
from pathlib import Path

import polars as pl

from benchmarks.measure import ratios, report
from lackmus.core.base.pairs import Pair
from lackmus.core.challenges.building import JUDGED_TEXTS, Draw, build
from lackmus.core.suites.suite import Item, Suite
from lackmus.write.challenges import write_challenge

ITEMS = 25_000
WORDS = ("the", "old", "lamp", "in", "a", "narrow", "street", "has", "long", "been", "broken", "again")


def main() -> None:
    """Print how many times as long building takes: from the table of judged texts to the challenge."""
    suite, judged = material()
    draw = Draw(per_item=4)
    challenge = build(suite, judged, draw, "large").challenge
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "large.jsonl"
        written, built, ratio = ratios(
            lambda: write_challenge(challenge, "jsonl", target),
            lambda: build(suite, judged, draw, "large"),
            rounds=9,
        )
    report(
        f"building {challenge.tuples.height:,} tuples from {judged.height:,} outputs, against writing them",
        f"{1 / ratio:.2f} × ({built:.2f} s / {written:.2f} s)",
        "≤ 2 ×",
        ratio >= 1 / 2,
    )


def material() -> tuple[Suite, pl.DataFrame]:
    """Invented sentences of a usual length: ten outputs for each item, nine different, half of them right."""
    items = tuple(
        Item(Pair("de", "en"), f"{n:06}", f"Category {n % 14}", f"Phenomenon {n % 106}", f"Satz Nummer {n}.")
        for n in range(ITEMS)
    )
    rows = [
        (item.key, f"Year {year}", f"System {system}", _text(n, year, system), verdict, "pattern")
        for n, item in enumerate(items)
        for year in range(2)
        for system, verdict in enumerate(("pass", "fail", "fail", "pass", "pass"))
    ]
    return Suite("large", items), pl.DataFrame(rows, schema=JUDGED_TEXTS.schema, orient="row")


def _text(n: int, year: int, system: int) -> str:
    """The last system writes in the second year what it wrote in the first."""
    writer = system + (5 * year if system < 4 else 0)
    words = [WORDS[(n * step + writer) % len(WORDS)] for step in range(1, 11)]
    return f"{' '.join(words)} {n} {writer}."


if __name__ == "__main__":
    main()
