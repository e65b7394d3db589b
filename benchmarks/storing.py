"""A workspace of 100 systems × 5,560 items made from real outputs: how fast it fills, how large it gets."""

import random
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import polars as pl

from benchmarks.measure import campaign, ratios, report
from lackmus.core.outputs.outputs import OUTPUTS
from lackmus.core.suites.suite import Suite
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.outputs.outputs import judge_parquet
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.verdicts.requests import ReadOptions
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, named

SYSTEMS, ITEMS = 100, 5560
TEXTS = 24  # for each item; real campaigns have 2.7 to 5 outputs per distinct text
CAMPAIGN = "WMT21"
_WORDS = ("indeed", "now", "also", "here", "again")  # what tells an invented text from a real one
_kept: list[tempfile.TemporaryDirectory[str]] = []  # until the run ends


@dataclass(frozen=True)
class Files:
    """A suite and the outputs of its systems, as files."""

    suite: Path
    outputs: Path


@cache
def big_files(share: float = 1.0) -> Files:
    """The files of a workspace with this share of the items; the same ones within a run."""
    suite, rows = campaign()
    texts: dict[str, dict[str, None]] = {}
    for item, _, text in rows:
        texts.setdefault(item, {})[text] = None
    real = [item for item in suite.items if item.key in texts]
    many = round(ITEMS * share)
    items = [
        replace(item, id=f"{item.id}-{number}")
        for number, item in enumerate((real * (many // len(real) + 1))[:many])
    ]
    folder = tempfile.TemporaryDirectory(prefix="lackmus-bench-")
    _kept.append(folder)
    files = Files(Path(folder.name) / "suite.json", Path(folder.name) / "outputs.parquet")
    files.suite.write_text(named(PluginGroup.WRITE_SUITE, "dfki-json").write(Suite("big", tuple(items))))
    chance = random.Random(1)
    written = [
        list(_written([*texts[f"{item.pair}:{item.id.rpartition('-')[0]}"]], chance)) for item in items
    ]
    pl.DataFrame(
        [
            (item.key, f"system{system:03}", one[system])
            for system in range(SYSTEMS)
            for item, one in zip(items, written, strict=True)
        ],
        schema=OUTPUTS.schema,
        orient="row",
    ).write_parquet(files.outputs)
    return files


def _written(texts: list[str], chance: random.Random) -> Iterator[str]:
    """What each system writes for an item: one of its real texts, or one made from them."""
    known = list(texts)
    while len(known) < TEXTS:
        known.append(f"{chance.choice(texts)} {chance.choice(_WORDS)} {chance.randrange(9)}")
    for _ in range(SYSTEMS):
        yield chance.choice(known)


def fill(where: Path, files: Files) -> None:
    """A workspace from files, as a user fills it."""
    for path in where.parent.glob(f"{where.name}*"):
        path.unlink()
    desk = Desk(str(where), "ada")
    import_suite(desk, files.suite)
    import_outputs(desk, [str(files.outputs)], ReadOptions(), ImportOptions(CAMPAIGN))


@cache
def _filled(share: float) -> Path:
    files = big_files(share)
    where = files.suite.with_name("lackmus.db")
    fill(where, files)
    return where


def big_workspace(folder: Path, share: float = 1.0) -> Path:
    """A fresh copy, in this folder, of the workspace with this share of the items; filled once in a run."""
    return Path(shutil.copy(_filled(share), folder / "lackmus.db"))


def main() -> None:
    """Print how long it takes to fill the workspace, and how large it is."""
    files = big_files()
    outputs = pl.read_parquet(files.outputs)
    distinct = outputs.unique(["item", "text"])
    print(
        f"A workspace of {outputs['system'].n_unique()} systems × {outputs['item'].n_unique():,} items: "
        f"{outputs.height:,} outputs, {distinct.height:,} distinct texts"
    )
    verdicts, where = files.outputs.with_name("verdicts.parquet"), files.outputs.with_name("timed.db")
    judged, stored, _ = taken = ratios(
        lambda: judge_parquet(files.suite, files.outputs, verdicts), lambda: fill(where, files), rounds=3
    )
    times = 1 / taken[2]
    report(
        "importing suite and outputs, against judging them to Parquet",
        f"{times:.2f} × ({stored:.1f} s / {judged:.1f} s)",
        "≤ 3 ×",
        times <= 3,
    )
    size, raw = where.stat().st_size, int(outputs["text"].str.len_bytes().sum())
    report(
        "size on disk, against the raw text of all outputs",
        f"{size / raw:.2f} × ({size / 1e6:.1f} MB / {raw / 1e6:.1f} MB)",
        "≤ 2 ×",
        size <= 2 * raw,
    )
    once = int(distinct["text"].str.len_bytes().sum())
    print(f"     (against the text of distinct texts alone: {size / once:.1f} × of {once / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
