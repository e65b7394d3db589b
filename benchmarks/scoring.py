"""Scoring a challenge with everything around it, against sacrebleu's own numbers in a plain loop."""

import random
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

import polars as pl
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from benchmarks.measure import report, seconds
from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.flows.challenges.scoring import MetricSpec, score
from lackmus.store.challenges.score_cache import ScoreCache

TUPLES_EACH = 2_000
PER_ITEM = (5, 1)  # as a built challenge has them, and where no two tuples share a reference
LIMIT = 1.1
ROUNDS = 9
METRICS: dict[str, Callable[[], BLEU | CHRF | TER]] = {
    "bleu": lambda: BLEU(effective_order=True),
    "chrf": CHRF,
    "ter": TER,
}


def main() -> None:
    """Print how many times as long as sacrebleu we take, from the tuples to scores that are kept."""
    with tempfile.TemporaryDirectory() as folder:
        for per_item in PER_ITEM:
            challenge = made(per_item)
            for name, theirs in METRICS.items():
                _compare(challenge, name, theirs, per_item, Path(folder))


def _compare(
    challenge: ChallengeSet, name: str, theirs: Callable[[], BLEU | CHRF | TER], per_item: int, folder: Path
) -> None:
    pairs = list(zip(challenge.segments.hypothesis, challenge.segments.reference, strict=True))
    numbers = count(1)

    def loop() -> list[float]:
        metric = theirs()
        return [metric.sentence_score(hypothesis, [reference]).score for hypothesis, reference in pairs]

    def flow() -> list[float]:
        again = ChallengeSet(challenge.name, challenge.tuples)  # finding the segments is part of it
        file = folder / f"{name}-{per_item}-{next(numbers)}.db"  # nothing is known yet
        with ScoreCache(file) as cache:
            (scored,) = score(again, [MetricSpec(name)], cache=cache, progress=lambda *_: None)
        return [*scored.better, *scored.worse]

    places = [*challenge.segments.better, *challenge.segments.worse]
    plain = loop()
    assert flow() == [plain[place] for place in places]  # and both have loaded what is loaded once
    # The quickest run of each, in turns: others on the machine can only make one slower.
    rounds = [(seconds(loop), seconds(flow)) for _ in range(ROUNDS)]
    theirs_took, ours_took = (min(taken) for taken in zip(*rounds, strict=True))
    report(
        f"{name}: {len(pairs):,} segments, {per_item} tuples an item, against a plain loop",
        f"{ours_took / theirs_took:.2f} × ({ours_took:.2f} s / {theirs_took:.2f} s)",
        f"≤ {LIMIT} ×",
        ours_took <= LIMIT * theirs_took,
    )


def made(per_item: int) -> ChallengeSet:
    """Sentences of invented words, some frequent and most rare, as long as those of a test suite."""
    draw = random.Random(7)
    words = ["".join(draw.choices("etaoinshrdlucm", k=draw.randint(2, 9))) for _ in range(3_000)]
    weights = [1 / (rank + 1) for rank in range(len(words))]

    def sentence() -> list[str]:
        return draw.choices(words, weights, k=draw.randint(5, 20))

    def written(chosen: list[str]) -> str:
        return " ".join(chosen).capitalize() + "."

    def varied(original: list[str]) -> str:
        changed = list(original)
        for place in draw.sample(range(len(changed)), draw.randint(1, 4)):
            changed[place] = draw.choices(words, weights)[0]
        if draw.random() < 0.4:
            changed.insert(draw.randrange(len(changed)), changed.pop(draw.randrange(len(changed))))
        return written(changed)

    rows = []
    for item in range(TUPLES_EACH // per_item):
        source, reference = written(sentence()), sentence()
        for number in range(per_item):
            texts = source, written(reference), varied(reference), varied(reference)
            phenomenon = "xx-yy", "Category", "Phenomenon"
            rows.append((f"{item}-{number}", str(item), *phenomenon, *texts, "", "", ""))
    return ChallengeSet("invented", pl.DataFrame(rows, schema=TUPLES.schema, orient="row"))


if __name__ == "__main__":
    main()
