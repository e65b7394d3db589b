"""Time two ways of doing one thing alternately, so that a busy machine disturbs both alike."""

import gc
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from lackmus.core.suites.suite import Suite
from lackmus.read import hand_ins_of, read_suite

Work = Callable[[], object]


def real_data() -> Path:
    """The published suites and outputs: beside the project, or where LACKMUS_REAL_DATA points."""
    project = Path(__file__).parent.parent
    folder = Path(os.environ.get("LACKMUS_REAL_DATA", project.parent / "shared" / "data"))
    if not (folder / "dfki").is_dir():
        sys.exit(f"The benchmarks run on published data, which is not at {folder}. Set LACKMUS_REAL_DATA.")
    return folder


def campaign() -> tuple[Suite, list[tuple[str, str, str]]]:
    """The DFKI suite and the WMT21 outputs as (item, system, text), in the order of the systems."""
    data = real_data()
    suite = read_suite(data / "dfki" / "de-en" / "items.json")
    hand_ins = hand_ins_of(suite, [str(data / "wmt21" / "de-en")])
    rows = [(item, one.system, one.texts[line]) for one in hand_ins for item, line in one.places]
    return suite, rows


def seconds(work: Work) -> float:
    """One run, with `re`'s cache empty: compiling counts on every side."""
    re.purge()
    gc.collect()
    start = perf_counter()
    work()
    return perf_counter() - start


def ratios(baseline: Work, ours: Work, rounds: int = 5) -> tuple[float, float, float]:
    """Median seconds of both, run in turns, and the median of the ratios within a round."""
    pairs = [(seconds(baseline), seconds(ours)) for _ in range(rounds)]
    return (
        median(theirs for theirs, _ in pairs),
        median(own for _, own in pairs),
        median(theirs / own for theirs, own in pairs),
    )


def process(command: Sequence[str]) -> float:
    """One run of a whole program."""
    start = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def slowness(baseline: Sequence[str], ours: Sequence[str], rounds: int) -> tuple[float, float, float]:
    """Median seconds of two programs, run in turns, and how many times as long ours takes."""
    pairs = [(process(baseline), process(ours)) for _ in range(rounds)]
    return (
        median(theirs for theirs, _ in pairs),
        median(own for _, own in pairs),
        median(own / theirs for theirs, own in pairs),
    )


def report(what: str, figure: str, wanted: str, good: bool) -> None:
    """One line: what was measured, the figure, and what it must be."""
    print(f"{'ok  ' if good else 'MISS'} {what:<66} {figure:<30} wanted {wanted}", flush=True)
