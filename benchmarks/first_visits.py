"""How long a browser waits for pages on two real campaigns, from a new server: at once, and once it is warm.

On the clock, and in seconds of the processor, which other work on the machine does not change much.
"""

import os
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.request import Request, urlopen

from tests.browser.conftest import Server

from benchmarks.measure import real_data, report
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions

LIMIT = 0.5  # seconds
ROUNDS = 3
IDLE = 0.02  # seconds of the processor in a second
PLACES = ("/", "/suites/1", "/trend")


def filled(folder: Path) -> str:
    """A workspace with the DFKI suite and what systems made of it in 2021 and 2022."""
    data = real_data()
    desk = Desk(str(folder / "lackmus.db"), "ada")
    import_suite(desk, data / "dfki" / "de-en" / "items.json")
    import_outputs(desk, [str(data / "wmt21" / "de-en")], ReadOptions(), ImportOptions("WMT21"))
    (source,) = (data / "wmt22" / "de-en" / "sources").iterdir()
    outputs = [str(data / "wmt22" / "de-en" / "system-outputs")]
    import_outputs(desk, outputs, ReadOptions(source=source), ImportOptions("WMT22"))
    return str(desk.workspace)


def first_visit(workspace: str, place: str, warm: bool) -> tuple[float, float]:
    """Seconds until a new server answers a browser that opens this page, and those of its processor."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache  # no snapshot is there
        server = Server(workspace, fresh=True)
        server.start()
        try:
            if warm:
                _wait_until_idle(server)
            request = Request(f"{server.place}{place}", headers={"Sec-Fetch-Dest": "document"})
            start, used = time.perf_counter(), _processor(server)
            with urlopen(request, timeout=120) as answer:
                answer.read()
            return time.perf_counter() - start, _processor(server) - used
        finally:
            server.kill()


def _processor(server: Server) -> float:
    """Seconds of the processor that a server has used (Linux)."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _wait_until_idle(server: Server) -> None:
    """Return once a server has used next to nothing for a second: it has warmed up."""
    before = -1.0
    while (now := _processor(server)) - before > IDLE:
        before = now
        time.sleep(1)


def main() -> None:
    """Print the median of the first visits of each page."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = filled(Path(folder))
        for warm in (False, True):
            for place in PLACES:
                visits = [first_visit(workspace, place, warm) for _ in range(ROUNDS)]
                taken, used = (median(figures) for figures in zip(*visits, strict=True))
                what = f"first visit of {place}, {'warmed up' if warm else 'at once'}"
                report(what, f"{taken:.2f} s, processor {used:.2f} s", f"< {LIMIT} s", used < LIMIT)


if __name__ == "__main__":
    main()
