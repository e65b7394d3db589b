"""`lackmus evaluate` on the nine WMT22 systems against a plain script that does the bare minimum."""

import sys
from pathlib import Path

from benchmarks.measure import real_data, report, slowness


def main() -> None:
    """Print the ratio of whole programs, from start to exit."""
    data = real_data()
    suite = data / "dfki" / "de-en" / "items.json"
    folder = data / "wmt22" / "de-en"
    source = next((folder / "sources").iterdir())
    script = [sys.executable, str(Path(__file__).parent / "plain_script.py")]
    plain = [*script, str(suite), str(source), *map(str, sorted((folder / "system-outputs").iterdir()))]
    lackmus = [str(Path(sys.executable).parent / "lackmus"), "evaluate", str(suite)]
    lackmus += ["--source", str(source), "--hyp", str(folder / "system-outputs" / "*")]
    theirs, own, ratio = slowness(plain, lackmus, rounds=5)
    report(
        "lackmus evaluate, nine WMT22 systems, against a plain script",
        f"{ratio:.2f} × ({own:.2f} s / {theirs:.2f} s)",
        "≤ 2 ×",
        ratio <= 2,
    )
