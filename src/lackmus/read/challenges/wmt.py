"""A challenge set as it is handed in at WMT: files of sources, references, hypotheses and metadata.

The files NAME.PAIR.src.txt, .ref.txt, .meta.txt and .hyp-1.txt, .hyp-2.txt … belong together line by line.
Nothing in them tells which hypothesis is better, so the order is stated by the user.
"""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

import polars as pl

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.challenges.challenge import TUPLES, BlindKey, ChallengeSet
from lackmus.errors import LackmusError
from lackmus.read.files import digest_of, files_in, read_lines
from lackmus.read.remote import located

FITS = "a folder with NAME.PAIR.src.txt, NAME.PAIR.hyp-1.txt, NAME.PAIR.hyp-2.txt …"

_FILE = re.compile(r"(.+)\.([A-Za-z0-9_]+-[A-Za-z0-9_-]+)\.(src|ref|meta|hyp-[0-9]{1,4})\.txt(?:\.gz|\.xz)?")
_HYPOTHESIS = re.compile(r"(?:hyp-)?([0-9]{1,4})")

RankOrder = Sequence[Sequence[int]]  # numbers of hypotheses from the best on; those of one rank together


@dataclass
class _PairFiles:
    """The files of one language pair."""

    name: str
    pair: Pair
    source: Path | None = None
    reference: Path | None = None
    meta: Path | None = None
    hypotheses: dict[int, Path] = field(default_factory=dict)

    def put(self, role: str, path: Path) -> None:
        """Take a file in its role."""
        if role.startswith("hyp-"):
            self.hypotheses[int(role.removeprefix("hyp-"))] = path
        else:
            setattr(self, {"src": "source", "ref": "reference"}.get(role, role), path)


def is_wmt_challenge(path: Path) -> bool:
    """Is it a folder with files of sources and hypotheses named as at WMT?"""
    path = located(path)
    if not os.path.isdir(path):  # noqa: PTH112  (a name that no file can have is no error here)
        return False
    roles = {found[3][:3] for one in files_in(path) if (found := _FILE.fullmatch(one.name))}
    return {"src", "hyp"} <= roles


def parse_order(written: str) -> RankOrder:
    """The order of hypotheses as users write it: `hyp-3 > hyp-1 = hyp-2`, or with numbers alone."""
    ranks: list[list[int]] = []
    for rank in re.split("[>,]", written):
        found = [_HYPOTHESIS.fullmatch(name.strip()) for name in rank.split("=")]
        if not all(found):
            raise LackmusError(
                f"“{written}” is no order of hypotheses. Write it from the best on, like hyp-2 > hyp-1.",
                argument="order",
            )
        ranks.append([int(one[1]) for one in found if one])
    named = [number for rank in ranks for number in rank]
    if len(set(named)) < len(named):
        raise LackmusError(f"“{written}” names a hypothesis twice. Keep one.", argument="order")
    return ranks


def read_wmt_challenge(folder: Path, order: RankOrder | None) -> BlindKey:
    """The tuples of all pairs of better and worse hypotheses, and on which lines their texts stand.

    Lines are counted through all hypotheses of a pair: those of hyp-2 follow those of hyp-1.
    """
    parts = _parts(folder)
    columns: dict[str, list[str]] = {name: [] for name in TUPLES}
    better_lines, worse_lines = list[int](), list[int]()
    lines: dict[str, int] = {}
    equal, digests = 0, list[str]()
    most = max(number for part in parts for number in part.hypotheses)
    for part in parts:
        texts = _texts(part, folder)
        height, pair = len(texts["source"]), str(part.pair)
        lines[pair] = most * height
        digests.append(digest_of("\n".join(line for column in texts.values() for line in column)))
        for higher, lower in _comparisons(_checked(order, part, folder)):
            for line in range(height):
                good, bad = texts[f"hyp-{higher}"][line], texts[f"hyp-{lower}"][line]
                if good == bad:
                    equal += 1
                    continue
                category, _, document = texts["meta"][line].partition("\t")
                row = {
                    "tuple": f"{pair}:{line + 1}:hyp-{higher}>hyp-{lower}",
                    "item": f"{pair}:{line + 1}",
                    "pair": pair,
                    "category": category.strip() or part.name,
                    "phenomenon": category.strip() or part.name,
                    "source": texts["source"][line],
                    "reference": texts["reference"][line],
                    "better": good,
                    "worse": bad,
                    "reference_from": document,
                    "better_from": f"hyp-{higher}",
                    "worse_from": f"hyp-{lower}",
                }
                for name, value in row.items():
                    columns[name].append(value)
                better_lines.append((higher - 1) * height + line + 1)
                worse_lines.append((lower - 1) * height + line + 1)
    if not better_lines:
        raise LackmusError(f"{folder} has no line on which two hypotheses differ.")
    said = {"order": written_order(order) if order else "", **({"equal": f"{equal:,}"} if equal else {})}
    made = signature(
        {"challenge": parts[0].name, "content": digest_of("".join(digests)), "order": said["order"]}
    )
    challenge = ChallengeSet(parts[0].name, pl.DataFrame(columns, schema=TUPLES.schema), made, said)
    better, worse = (pl.Series(found, dtype=pl.Int64) for found in (better_lines, worse_lines))
    return BlindKey(challenge, lines, better, worse, hypotheses=most)


def written_order(order: RankOrder) -> str:
    """An order as users write it."""
    return ">".join("=".join(f"hyp-{number}" for number in rank) for rank in order)


def _parts(folder: Path) -> list[_PairFiles]:
    """The files of each pair, which must be complete; all of one set."""
    found: dict[tuple[str, str], _PairFiles] = {}
    for path in files_in(folder):
        named = _FILE.fullmatch(path.name)
        if named is None:
            continue
        name, written, role = named[1], named[2], named[3]
        try:
            part = found.setdefault((name, written), _PairFiles(name, Pair.parse(written)))
        except PairError as problem:
            raise LackmusError(f"{path}: {problem}.") from None
        part.put(role, path)
    names = sorted({name for name, _ in found})
    if len(names) != 1:
        raise LackmusError(
            f"{folder} holds the challenge sets {', '.join(names)}. Give each a folder of its own."
        )
    for part in found.values():
        if part.source is None or len(part.hypotheses) < 2:
            what = (
                "no source"
                if part.source is None
                else counted(len(part.hypotheses), "hypothesis", "hypotheses")
            )
            raise LackmusError(f"{folder}: {part.name}.{part.pair} has {what}. Needed is {FITS}.")
    return [found[key] for key in sorted(found)]


def _texts(part: _PairFiles, folder: Path) -> Mapping[str, Sequence[str]]:
    """The lines of all files of a pair, equally many; without a file, references or meta are blank."""
    sources = read_lines(part.source or folder)
    texts: dict[str, Sequence[str]] = {"source": sources}
    named: dict[str, Path | None] = {"reference": part.reference, "meta": part.meta}
    for role, path in {
        **named,
        **{f"hyp-{number}": path for number, path in sorted(part.hypotheses.items())},
    }.items():
        texts[role] = [""] * len(sources) if path is None else read_lines(path)
        if len(texts[role]) != len(sources):
            raise LackmusError(
                f"{path} has {len(texts[role]):,} lines, but its source has {len(sources):,}. "
                "Each line belongs to the same line of the source."
            )
    return texts


def _checked(order: RankOrder | None, part: _PairFiles, folder: Path) -> RankOrder:
    """The order of the hypotheses of a pair: it must name all of them, and no others."""
    there = sorted(part.hypotheses)
    if order is None:
        names = ", ".join(f"hyp-{number}" for number in there)
        example = " > ".join(f"hyp-{number}" for number in reversed(there))
        raise LackmusError(
            f"{folder} does not tell which of {names} is better.", code="no-order", example=example
        )
    named = [number for rank in order for number in rank]
    if sorted(named) != there:
        odd = sorted(set(named) ^ set(there))
        what = "is not in the order" if odd[0] in there else f"is not among the hypotheses of {part.pair}"
        raise LackmusError(f"hyp-{odd[0]} {what}. Name each hypothesis once.", argument="order")
    return order


def _comparisons(order: RankOrder) -> list[tuple[int, int]]:
    """Every hypothesis with every one of a lower rank."""
    return [
        (better, worse) for higher, lower in combinations(order, 2) for better in higher for worse in lower
    ]
