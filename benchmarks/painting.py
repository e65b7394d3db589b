"""How long a browser is kept busy when it first shows review and report of 556,000 outputs."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tests.browser.bringing import there
from tests.browser.conftest import FLAGS, Server

from benchmarks.measure import report
from benchmarks.storing import CAMPAIGN, big_workspace

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LIMIT = 200  # milliseconds: what a person feels
ROUNDS = 9
SETTLING = 1_500  # milliseconds: opening a window keeps the browser busy for longer than our page does
# Everything that keeps the page from answering for 50 ms and more is told by the browser itself.
_WATCH = """
window.longest = 0;
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
}).observe({ type: "longtask", buffered: true });
"""
PLACES = {
    "review, one text": ("/review", {}, ".text"),
    "review, a screen of 20": ("/review", {"many": "20"}, ".text"),
    "report by category": ("/report", {"by": "category"}, "main table"),
    "report by phenomenon": ("/report", {"by": "phenomenon"}, "main table"),
}


def _longest(browser: "Browser", address: str, wait_for: str) -> tuple[float, float]:
    """The longest task until the page has come to rest, and when it was first painted, in milliseconds."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(120_000)
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.wait_for_timeout(SETTLING)
    page.goto(address)
    page.locator(wait_for).first.wait_for()
    page.wait_for_load_state("networkidle")
    longest = float(page.evaluate("window.longest"))
    painted = float(
        page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1")
    )
    context.close()
    return longest, painted


def main() -> None:
    """Print the longest task of each page."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(big_workspace(Path(folder))))
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=there(), args=FLAGS)
                for name, (place, asked, wait_for) in PLACES.items():
                    address = f"{server.place}{place}?{urlencode({'campaign': CAMPAIGN, **asked})}"
                    found = [_longest(browser, address, wait_for) for _ in range(ROUNDS)]
                    longest = max(task for task, _ in found)
                    painted = sorted(paint for _, paint in found)[ROUNDS // 2]
                    said = f"{longest:.0f} ms" if longest else "below 50 ms"
                    report(
                        f"longest task of {name}",
                        f"{said} (first paint after {painted:.0f} ms, median of {ROUNDS})",
                        f"≤ {LIMIT} ms",
                        longest <= LIMIT,
                    )
                browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
