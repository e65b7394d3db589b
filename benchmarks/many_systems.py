"""What a report of 1,000 systems × 2,700 items takes in every form: seconds and memory, each in a process.

A trend compares two campaigns of that size, and so it may take twice the time, but no more memory.
"""

import os
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from benchmarks.many_files import CAMPAIGN, EARLIER, ITEMS, SYSTEMS, fill, many_files
from benchmarks.measure import report

SECONDS, MEGABYTES = 10.0, 1000.0
_FORMS = {
    **{form: ["report", CAMPAIGN, "-f", form] for form in ("terminal", "json", "csv", "markdown", "latex")},
    **{form: ["report", CAMPAIGN, "-f", form] for form in ("html", "excel", "parquet")},
    "by phenomenon": ["report", CAMPAIGN, "--by", "phenomenon", "-f", "html"],
    "intervals": ["report", CAMPAIGN, "--intervals", "wilson", "-f", "json"],
    "mcnemar": ["report", CAMPAIGN, "--test", "mcnemar", "--correction", "holm", "-f", "csv"],
    "bootstrap": ["report", CAMPAIGN, "--test", "bootstrap", "-f", "csv"],
    **{
        f"table {name}": ["report", CAMPAIGN, "--table", name, "-f", "html"]
        for name in ("systems", "warnings", "examples")
    },
    **{
        f"chart {kind}": ["chart", kind, "suite", CAMPAIGN]
        for kind in ("heatmap", "phenomena", "verdicts", "agreement")
    },
    "paired": ["report", CAMPAIGN, "--test", "paired", "-f", "csv"],
    "profile": ["profile", "suite", "system-0500", "--campaign", CAMPAIGN, "-f", "html"],
    "trend": ["trend", "suite", EARLIER, CAMPAIGN, "-f", "html"],
    "table verdicts": ["report", CAMPAIGN, "--table", "verdicts", "-f", "csv"],
    "verdicts, parquet": ["report", CAMPAIGN, "--table", "verdicts", "-f", "parquet"],
    "compare two": ["compare", "suite", "system-0000", "system-0999", "--campaign", CAMPAIGN, "-f", "json"],
}


def measured(command: list[str]) -> tuple[float, float, float]:
    """Seconds on the clock and of the processors, and megabytes at most, of a command that must succeed."""
    start = perf_counter()
    child = os.posix_spawn(command[0], command, os.environ)
    _, status, used = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"This does not work: {' '.join(command)}")
    return perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def _fill(folder: Path) -> None:
    fill(folder / "lackmus.db", many_files(folder), (EARLIER, CAMPAIGN))


def main() -> None:
    """Fill a workspace and print what its first report takes, and every form once there is a snapshot."""
    with tempfile.TemporaryDirectory(prefix="lackmus-bench-") as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        # A child's peak of memory counts from its parent's: this process must stay small.
        filling = get_context("spawn").Process(target=_fill, args=(folder,))
        filling.start()
        filling.join()
        # Whoever asks first for a campaign also makes its snapshot, which all others read.
        first = {f"first of {name}": ["report", name, "-f", "csv"] for name in (EARLIER, CAMPAIGN)}
        for form, words in (first | _FORMS).items():
            ending = "svg" if form.startswith("chart") else "out"
            target = ["--workspace", str(folder / "lackmus.db"), "-o", str(folder / f"answer.{ending}")]
            taken, worked, memory = measured([sys.executable, "-m", "lackmus", *words, *target])
            campaigns = 1 + (EARLIER in words and CAMPAIGN in words)
            limit = SECONDS * campaigns
            report(
                f"{form}, {'2 × ' if campaigns == 2 else ''}{SYSTEMS:,} systems × {ITEMS:,} items",
                f"{taken:.1f} s ({worked:.1f} s of processors), {memory:.0f} MB",
                f"≤ {limit:.0f} s, {MEGABYTES:.0f} MB",
                taken <= limit and memory <= MEGABYTES,
            )


if __name__ == "__main__":
    main()
