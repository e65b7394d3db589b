"""Reading WMT XML against lxml's bare parse of the same file."""

import gc
import multiprocessing
import tempfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from statistics import median
from time import perf_counter

from lxml import etree

from benchmarks.measure import real_data, report
from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Item, Suite
from lackmus.read import hand_ins_of

SIZE = 10_000_000
ROUNDS = 7
Reader = Callable[[Suite, Sequence[str]], object]


def main() -> None:
    """Print how many times as long as lxml we take, from the file to the hand-ins of all systems."""
    (real,) = (real_data() / "wmt-xml").iterdir()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.xml"
        suite = write_large(real, path)
        print(f"WMT XML: {path.stat().st_size / 1e6:.1f} MB, {len(suite.items)} sentences of the suite in it")
        pairs = [
            (in_its_own_process(parse, suite, real, path), in_its_own_process(hand_ins_of, suite, real, path))
            for _ in range(ROUNDS)
        ]
    ratio = median(own / theirs for theirs, own in pairs)
    theirs, own = (median(taken) for taken in zip(*pairs, strict=True))
    report(
        "WMT XML of 10 MB, against lxml's own parse",
        f"{ratio:.2f} × ({own:.3f} s / {theirs:.3f} s)",
        "≤ 3 ×",
        ratio <= 3,
    )


def parse(suite: Suite, paths: Sequence[str]) -> object:
    """What lxml does by itself."""
    return [etree.parse(path) for path in paths]


def in_its_own_process(work: Reader, suite: Suite, real: Path, path: Path) -> float:
    """A process of its own for every run: clearing up after a large tree slows down whatever comes next."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_taken, (work, suite, real, path))


def _taken(work: Reader, suite: Suite, real: Path, path: Path) -> float:
    work(suite, [str(real)])  # imports are not what is measured
    gc.collect()
    start = perf_counter()
    read = work(suite, [str(path)])
    taken = perf_counter() - start
    del read
    return taken


def write_large(real: Path, path: Path) -> Suite:
    """The documents of a real file over and over under new ids, and a suite of its sentences."""
    tree = etree.parse(str(real))
    (collection,) = tree.getroot().iter("collection")
    documents = list(collection.iter("doc"))
    for time in range(1, SIZE // real.stat().st_size + 1):
        for document in documents:
            again = deepcopy(document)
            again.set("id", f"{document.get('id')}.{time}")
            collection.append(again)
    tree.write(str(path), encoding="utf-8", xml_declaration=True)
    sources = dict.fromkeys(
        segment.text or "" for document in documents for segment in document.iterfind("src/p/seg")
    )
    items = (Item(Pair("liv", "en"), str(n), "A", "a", source) for n, source in enumerate(sources))
    return Suite("sentences", tuple(items))
