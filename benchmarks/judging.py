"""`judge`, frame in and frame out, against the loops a user writes by hand."""

import multiprocessing
import tempfile
from pathlib import Path

import polars as pl

from benchmarks.by_hand import compiling, judge_by_hand, pairs_of, searching
from benchmarks.measure import campaign, ratios, real_data, report, seconds
from lackmus.core.outputs.outputs import OUTPUTS
from lackmus.core.verdicts.judging import judge
from lackmus.flows.outputs.outputs import judge_parquet

MILLION = 20  # times 49,464 pairs
SAMPLE = 8  # every so many pairs of the campaign stand for all of them where (a) would take minutes


def main() -> None:
    """Print the ratios."""
    suite, rows = campaign()
    frame = pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row")
    judge(suite, frame.head(100))  # imports and thread pools are not what is measured
    distinct = len({(item, text) for item, _, text in rows})
    print(f"WMT21 German–English: {len(rows):,} pairs, {len(rows) / distinct:.1f} outputs per distinct text")

    by_hand = judge_by_hand(suite, rows, compiling)
    if (
        judge(suite, frame)["verdict"].to_list() != by_hand
        or judge_by_hand(suite, rows, searching) != by_hand
    ):
        raise SystemExit("The three ways do not give the same verdicts.")

    hand, ours, ratio = ratios(lambda: judge_by_hand(suite, rows, compiling), lambda: judge(suite, frame))
    report(
        "campaign as it is, against (b)",
        f"{ratio:.2f} × ({hand:.3f} s / {ours:.3f} s)",
        "≥ 1.3 ×",
        ratio >= 1.3,
    )
    slow, ours, ratio = ratios(lambda: judge_by_hand(suite, rows, searching), lambda: judge(suite, frame), 3)
    report(
        "campaign as it is, against (a)",
        f"{ratio:.1f} × ({slow:.2f} s / {ours:.3f} s)",
        "≥ 10 ×",
        ratio >= 10,
    )

    many = pairs_of(rows, MILLION)
    checkpoints = pl.DataFrame(many, schema=OUTPUTS.schema, orient="row")
    hand, ours, ratio = ratios(
        lambda: judge_by_hand(suite, many, compiling), lambda: judge(suite, checkpoints), 3
    )
    report(
        f"{len(many):,} pairs of checkpoints, against (b)",
        f"{ratio:.2f} × ({hand:.2f} s / {ours:.2f} s)",
        "≥ 4 ×",
        ratio >= 4,
    )
    # (a) compiles at every pair, so its time is that of the campaign times the number of checkpoints.
    ratio = MILLION * slow / ours
    report(
        f"{len(many):,} pairs of checkpoints, against (a), whose time is scaled",
        f"{ratio:.0f} × ({MILLION * slow:.0f} s / {ours:.2f} s)",
        "≥ 100 ×",
        ratio >= 100,
    )

    different = [(item, system, f"{text} {place}") for place, (item, system, text) in enumerate(many)]
    distinct_frame = pl.DataFrame(different, schema=OUTPUTS.schema, orient="row")
    hand, ours, ratio = ratios(
        lambda: judge_by_hand(suite, different, compiling), lambda: judge(suite, distinct_frame), 3
    )
    report(
        f"{len(different):,} pairs with distinct texts, against (b)",
        f"{ratio:.2f} × ({hand:.2f} s / {ours:.2f} s)",
        "≥ 0.8 ×",
        ratio >= 0.8,
    )
    with tempfile.TemporaryDirectory() as folder:
        memory(Path(folder), rows)


def memory(folder: Path, rows: list[tuple[str, str, str]]) -> None:
    """Ten million pairs from Parquet to Parquet, in a process of its own so that its peak is its own."""
    source, target = folder / "outputs.parquet", folder / "verdicts.parquet"
    one = pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row").lazy()
    times = 10_000_000 // len(rows) + 1
    pl.concat(
        [
            one.with_columns(pl.format("{}.{}", "system", pl.lit(time)).alias("system"))
            for time in range(times)
        ]
    ).sink_parquet(source)
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        peak, taken = pool.apply(_judge_parquet, (source, target))
    count = pl.scan_parquet(target).select(pl.len()).collect().item()
    report(
        f"{count:,} pairs from Parquet to Parquet, peak memory",
        f"{peak / 1024:.0f} MB ({taken:.0f} s)",
        "≤ 1,000 MB",
        peak / 1024 <= 1000,
    )


def _judge_parquet(source: Path, target: Path) -> tuple[int, float]:
    suite = real_data() / "dfki" / "de-en" / "items.json"
    taken = seconds(lambda: judge_parquet(suite, source, target))
    # Not getrusage: its peak is handed down from the process that started this one.
    status = Path("/proc/self/status").read_text().splitlines()
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    return peak, taken
