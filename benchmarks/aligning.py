"""Aligning WMT22 English–Czech: time, memory, the same links every time, and what eflomal says of them."""

# eflomal is under the GPL: nothing here imports it. Where `eflomal-align` is installed, or LACKMUS_EFLOMAL
# names it, it runs as a program of its own. Where it is not, our own aligner stands in for it as a command.

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from benchmarks.measure import process, real_data, report, seconds
from lackmus.aligners import open_aligner
from lackmus.core.base.choices import Symmetry
from lackmus.core.trees.links import Alignment, Rows, bounds, links
from lackmus.core.trees.matching import Finder
from lackmus.core.trees.treebank import Treebank
from lackmus.flows.trees.aligning import lemmas
from lackmus.flows.trees.parsing import ParserSpec, parse_texts
from lackmus.read.contrasts import bundled_contrasts
from lackmus.read.files import read_lines

SECONDS, GIGABYTES = 60, 1.0
CHANGED, LIKE_EFLOMAL, EXTRA = 1.0, 90.0, 1.1
# How many keywords may be without a link, in percent: reference B, reference C, any system.
UNKNOWN = {Symmetry.INTERSECTION: (22.0, 35.0, 19.0), Symmetry.GROW: (6.0, 13.0, 5.0)}
ROUNDS = 3
LEFT_OUT = (2, 5, 8, 11)  # every third system

ALIGN = """
import resource, sys, time
import numpy as np
from lackmus.aligners import open_aligner
source, target = ([line.split() for line in open(name, encoding="utf-8")] for name in sys.argv[1:3])
start = time.perf_counter()
found = open_aligner("hmm").align(source, target)
took = time.perf_counter() - start
np.savez(sys.argv[3], forward=found.forward, backward=found.backward)
print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
STAND_IN = """
import sys
from lackmus.aligners import open_aligner
source, target = ([line.split() for line in open(name, encoding="utf-8")] for name in sys.argv[1:3])
found = open_aligner("hmm").align(source, target)
for name, links in zip(sys.argv[3:], (found.forward, found.backward), strict=True):
    lines = [[] for _ in source]
    pairs = found.source_bounds.searchsorted(links[:, 0], side="right") - 1
    places = links - [*zip(found.source_bounds[pairs], found.target_bounds[pairs])]
    for pair, (one, other) in zip(pairs.tolist(), places.tolist(), strict=True):
        lines[pair].append(f"{one}-{other}")
    with open(name, "w") as file:
        file.writelines(" ".join(line) + "\\n" for line in lines)
"""


@dataclass(frozen=True)
class Run:
    """The source once, its translations, and all pairs: one translation behind the other."""

    english: Treebank
    names: Sequence[str]  # B, C, and those of systems
    czech: Sequence[Treebank]

    @property
    def sides(self) -> tuple[list[list[str]], list[list[str]]]:
        """The lemmas of all pairs; a space in one would make it two in a file."""
        target = chain.from_iterable(map(lemmas, self.czech))
        return tuple(  # type: ignore[return-value]
            [[word.replace(" ", "_") for word in one] for one in side]
            for side in (lemmas(self.english) * len(self.czech), target)
        )


def main() -> None:
    """Print what is asked of the aligner, and how many times as long a command takes by way of us."""
    run = _parsed()
    source, target = run.sides
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = folder / "source", folder / "target"
        for file, side in zip(files, (source, target), strict=True):
            file.write_text("".join(" ".join(words) + "\n" for words in side), "utf-8")
        found = _aligned(files, folder, source, target)
        _unknown(run, found)
        _left_out(run, found)
        _against_eflomal(files, folder, source, target, found)


def _parsed() -> Run:
    data = real_data()
    folder = data / "wmt22" / "en-cs"
    (source,) = (folder / "source").iterdir()
    files = [*sorted((folder / "reference").iterdir()), *sorted((folder / "systems").iterdir())]
    english, czech = (
        ParserSpec("udpipe", {"model": str(data / "models" / f"{language}.udpipe")})
        for language in ("english", "czech")
    )
    return Run(
        parse_texts(english, read_lines(source)),
        [file.name.split(".")[-2] for file in files],
        [parse_texts(czech, read_lines(file)) for file in files],
    )


def _aligned(
    files: tuple[Path, Path], folder: Path, source: list[list[str]], target: list[list[str]]
) -> Alignment:
    """In processes of their own, whose memory is theirs, with other seeds and other numbers of threads."""
    outcomes = []
    for seed, threads in (("0", "1"), ("1", "2")):
        libraries = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), threads)
        kept = folder / f"{seed}.npz"
        printed = subprocess.run(
            [sys.executable, "-c", ALIGN, *map(str, files), str(kept)],
            env={**os.environ, "PYTHONHASHSEED": seed, **libraries},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        took, memory = map(float, printed.split())
        with np.load(kept) as both:
            outcomes.append((took, memory / 2**20, both["forward"], both["backward"]))
    took = min(one[0] for one in outcomes)
    memory = max(one[1] for one in outcomes)
    report(f"aligning {len(source):,} pairs", f"{took:.1f} s", f"≤ {SECONDS} s", took <= SECONDS)
    report("memory that takes, at most", f"{memory:.2f} GB", f"≤ {GIGABYTES:.0f} GB", memory <= GIGABYTES)
    first, second = outcomes
    same = all(a.tobytes() == b.tobytes() for a, b in zip(first[2:], second[2:], strict=True))
    report("the same with another seed and another thread", "yes" if same else "no", "yes", same)
    return Alignment(bounds([*map(len, source)]), bounds([*map(len, target)]), first[2], first[3])


def _unknown(run: Run, found: Alignment) -> None:
    """Keywords of the contrasts that have no link, by translation."""
    finder = Finder(run.english)
    contrasts = [one for one in bundled_contrasts() if str(one.pair) == "en-cs" and not one.only_named]
    queries = {one.category: one.source for one in contrasts}
    keywords = sorted({hit.row for query in queries.values() for hit in finder.matches(query)})
    for symmetry, limits in UNKNOWN.items():
        linked = np.zeros(run.english.words * len(run.names), np.bool_)
        linked[links(found, symmetry)[:, 0]] = True
        shares = 100 * (1 - linked.reshape(len(run.names), -1)[:, keywords].mean(axis=1))
        b, c, systems = shares[run.names.index("B")], shares[run.names.index("C")], shares[2:].max()
        report(
            f"{len(keywords):,} keywords without a link, {symmetry}: B, C, systems",
            f"{b:.1f}, {c:.1f}, ≤ {systems:.1f} %",
            "≤ {:.0f}, {:.0f}, {:.0f} %".format(*limits),
            b <= limits[0] and c <= limits[1] and systems <= limits[2],
        )


def _left_out(run: Run, found: Alignment) -> None:
    """Without one of the systems, how many links of the others change."""
    every, changed = links(found), []
    for number in LEFT_OUT:
        without = Run(
            run.english,
            [name for place, name in enumerate(run.names) if place != number],
            [bank for place, bank in enumerate(run.czech) if place != number],
        )
        others = links(open_aligner("hmm").align(*without.sides))
        gone = np.array([run.english.words, run.czech[number].words])
        before, behind = every[:, 0] < number * gone[0], every[:, 0] >= (number + 1) * gone[0]
        changed.append(100 - _f1(np.concatenate((every[before], every[behind] - gone)), others))
    report(
        f"links that change when one of {len(LEFT_OUT)} systems is left out, at most",
        f"{max(changed):.2f} %",
        f"< {CHANGED:.0f} %",
        max(changed) < CHANGED,
    )


def _against_eflomal(
    files: tuple[Path, Path],
    folder: Path,
    source: list[list[str]],
    target: list[list[str]],
    found: Alignment,
) -> None:
    eflomal = os.environ.get("LACKMUS_EFLOMAL") or shutil.which("eflomal-align")
    if eflomal:
        words = [eflomal, "-s", "{source}", "-t", "{target}", "-f", "{forward}", "-r", "{reverse}"]
    else:
        print("skip links of eflomal: neither eflomal-align nor LACKMUS_EFLOMAL is there", flush=True)
        words = [sys.executable, "-c", STAND_IN, "{source}", "{target}", "{forward}", "{reverse}"]
    given = {"{source}": str(files[0]), "{target}": str(files[1])}

    def by_hand(number: int) -> float:
        kept = {
            name: str(folder / f"{name}-{number}") for name in ("{forward}", "{reverse}")
        }  # eflomal overwrites nothing
        return process([{**given, **kept}.get(word, word) for word in words])

    aligner = open_aligner("command", {"cmd": shlex.join(words)})
    theirs: list[Alignment] = []
    # The quickest run of each, in turns: others on the machine can only make one slower.
    rounds = [
        (by_hand(number), seconds(lambda: theirs.append(aligner.align(source, target))))
        for number in range(ROUNDS)
    ]
    hand, ours = (min(taken) for taken in zip(*rounds, strict=True))
    report(
        f"{Path(words[0]).name} by way of us, against running it by hand",
        f"{ours / hand:.2f} × ({ours:.1f} s / {hand:.1f} s)",
        f"≤ {EXTRA} ×",
        ours <= EXTRA * hand,
    )
    if eflomal:
        like = _f1(links(found), links(theirs[0]))
        itself = _f1(links(theirs[0]), links(theirs[1]))
        report(
            f"F1 of our links against eflomal's; its own runs agree at {itself:.1f}",
            f"{like:.1f}",
            f"≥ {LIKE_EFLOMAL:.0f}",
            like >= LIKE_EFLOMAL,
        )


def _f1(one: Rows, other: Rows) -> float:
    width = 1 + max(int(one[:, 1].max()), int(other[:, 1].max()))
    ours, theirs = (links[:, 0] * width + links[:, 1] for links in (one, other))
    return 200 * len(np.intersect1d(ours, theirs)) / (len(ours) + len(theirs))


if __name__ == "__main__":
    main()
