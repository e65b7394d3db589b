"""Count how often the rules of the bundled samples agree with a linguist: `python -m tests.tried`.

`tests/trials/PAIR.tsv` holds translations that the rules had not seen. A linguist's verdict was written
beside each of them before any rule judged it; `first` is what the rules said when they saw it for the first
time. The rules were mended by set 1. Set 2 was judged once after that, and then the rules were mended by it
as well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lackmus.core.rules.judge import judge_text
from lackmus.flows.suites.samples import samples
from lackmus.read import read_suite

TRIALS = Path(__file__).parent / "trials"
TRIED = sorted(path.stem for path in TRIALS.glob("*.tsv"))
OPEN = "open"  # a warning: left to a person


@dataclass(frozen=True)
class Trial:
    """One translation of one item, the linguist's verdict, and what the rules said at first and say now."""

    set: str
    item: str
    verdict: str
    first: str
    text: str
    now: str


@cache
def trials(pair: str) -> list[Trial]:
    """Return the translations tried on the sample of a language pair, judged by its rules of today."""
    items = read_suite(samples()[pair]).by_key
    found = []
    for line in (TRIALS / f"{pair}.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        set_, item, verdict, first, text = line.split("\t")
        judged = str(judge_text(items[f"{pair}:{item}"], text).verdict)
        found.append(Trial(set_, item, verdict, first, text, OPEN if judged == "warning" else judged))
    return found


def counts(judged: Iterable[tuple[str, str]]) -> tuple[int, int, int]:
    """Count right, wrong and open among pairs of the linguist's verdict and the rules'."""
    seen = Counter(OPEN if rules == OPEN else rules == linguist for linguist, rules in judged)
    return seen[True], seen[False], seen[OPEN]


def table() -> Iterator[str]:
    """Yield the lines of the table in docs/suites.md."""
    yield "| suite | set | texts | right at first | wrong | open | right now | wrong | open |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for pair in TRIED:
        for set_ in ("1", "2"):
            tried = [trial for trial in trials(pair) if trial.set == set_]
            first = counts((trial.verdict, trial.first) for trial in tried)
            now = counts((trial.verdict, trial.now) for trial in tried)
            figures = [len(tried), *first, *now]
            yield f"| {pair} | {set_} | {' | '.join(str(figure) for figure in figures)} |"


if __name__ == "__main__":
    print("\n".join(table()))
