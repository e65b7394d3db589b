"""Reading WMT XML against lxml's bare parse, and WMT JSON Lines against json.loads, of the same files."""

import gc
import json
import multiprocessing
import tempfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

from lxml import etree

from benchmarks.measure import Work, real_data, report, seconds
from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Item, Suite
from lackmus.read import ReadOptions, hand_ins_of

SIZE = 10_000_000
ROUNDS = 7
LINES_SIZE = 100_000_000
LINE_ROUNDS = 5
Reader = Callable[[Suite, Sequence[str]], object]


def main() -> None:
    """Print how many times as long as bare parsers we take, from the file to the hand-ins of all systems."""
    xml()
    json_lines()


def json_lines() -> None:
    """A file of 100 MB as systems handed in at WMT26, every document of it an item."""
    real = real_data() / "wmt26" / "systems" / "Yandex.jsonl"
    with tempfile.TemporaryDirectory() as folder:
        path, test_set = Path(folder) / "large.jsonl", Path(folder) / "testset.jsonl"
        suite = write_large_lines(real, path, test_set)
        size = path.stat().st_size / 1e6
        asked = ReadOptions(source=test_set)
        assert asked.documents is not None
        asked.documents.units(suite)  # the test set is read once, however many systems there are

        def bare() -> object:
            return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]

        def own() -> object:
            return hand_ins_of(suite, [str(path)], asked)

        ratio, ours, theirs = compared(own, bare, LINE_ROUNDS)
    report(
        f"WMT JSON Lines of {size:.0f} MB, against json.loads of its lines",
        f"{ratio:.2f} × ({ours:.3f} s / {theirs:.3f} s)",
        "≤ 3 ×",
        ratio <= 3,
    )


def write_large_lines(real: Path, path: Path, test_set: Path) -> Suite:
    """Repeat a real file under other names until it is large enough; its documents are the items."""
    records = [json.loads(line) for line in real.read_text(encoding="utf-8").splitlines()]
    items: list[Item] = []
    written = 0
    with path.open("w", encoding="utf-8") as outputs, test_set.open("w", encoding="utf-8") as sources:
        for copy in count():
            for number, record in enumerate(records):
                id_ = f"{record['doc_id']}-{copy}"
                source = f"Document {number} of copy {copy}."
                line = json.dumps({**record, "doc_id": id_}, ensure_ascii=False) + "\n"
                outputs.write(line)
                sources.write(json.dumps({"doc_id": id_, "src_text": source}) + "\n")
                items.append(Item(Pair.parse("en-ru"), str(len(items)), "Documents", "document", source))
                written += len(line.encode())
            if written >= LINES_SIZE:
                return Suite("documents", tuple(items))
    raise AssertionError


def compared(own: Work, bare: Work, rounds: int) -> tuple[float, float, float]:
    """The median ratio of two ways, in turns, and the median seconds of each."""
    pairs = [(seconds(own), seconds(bare)) for _ in range(rounds)]
    ours, theirs = (median(taken) for taken in zip(*pairs, strict=True))
    return median(one / other for one, other in pairs), ours, theirs


def xml() -> None:
    """WMT XML of 10 MB."""
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
