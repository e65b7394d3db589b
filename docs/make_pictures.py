"""Draw the pictures of the README and the docs from the sample (`make screenshots`).

table.svg is the table as a terminal shows it, report.png the HTML report as Chromium shows it; the others
are charts, and web-*.png are pages of the web application.
"""

import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from tests.browser.bringing import installed

from lackmus.core.contrasts.shares import tendencies
from lackmus.flows.workspaces.demo import demo
from lackmus.tables.table import Report
from lackmus.tables.verdicts.evaluation import accuracies_table, systems_table
from lackmus.write.charts import (
    ChartKind,
    RankingKind,
    TendencyKind,
    chart,
    ranking_chart,
    render,
    tendency_chart,
)
from lackmus.write.reports import html
from lackmus.write.reports.terminal import print_tables

FOLDER = Path(__file__).parent / "pictures"
CHARTS = ("heatmap", "phenomena", "verdicts", "agreement", "trend", "metrics", "contrasts")
WIDTH = 84
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars --virtual-time-budget=3000"
)

# The picture brings its own dark background, so it reads the same on a light page and on a dark one.
THEME = TerminalTheme(
    background=(20, 24, 31),
    foreground=(214, 220, 228),
    normal=[(20, 24, 31)] + [(214, 220, 228)] * 7,
    bright=[(214, 220, 228)] * 8,
)

# Our own frame: that of rich would fetch a font from elsewhere.
FRAME = """\
<svg class="terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>Accuracies of four systems by category, the significantly best in bold</title>
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
{styles}
</style>
<defs>{lines}</defs>
<rect fill="#14181f" x="0" y="0" width="100%" height="100%" rx="10"/>
<g transform="translate({terminal_x}, 20)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


sample = cache(demo)  # all pictures show the same


def picture() -> str:
    """The table with its first paragraph and its signature, as SVG."""
    table = accuracies_table(sample().first.evaluation)
    shown = replace(table, notes=(table.notes[0], table.signature.replace("|", " | ")), signature="")
    console = Console(
        file=StringIO(),
        record=True,
        width=WIDTH,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    print_tables([shown], console)
    return console.export_svg(title="", theme=THEME, code_format=FRAME, unique_id="lackmus")


def drawing(kind: str) -> str:
    """A chart of the sample, as SVG."""
    shown = sample()
    if kind == "metrics":
        return render(ranking_chart(RankingKind.HEATMAP, [shown.ranking]), ".svg").decode()
    if kind == "contrasts":
        return render(tendency_chart(TendencyKind.SYSTEMS, tendencies(shown.study)), ".svg").decode()
    answer = shown.followed.trend if kind == ChartKind.TREND else shown.first.evaluation
    return render(chart(ChartKind(kind), answer), ".svg").decode()


def photograph(target: Path) -> None:
    """The HTML report with its first phenomenon open, as a browser shows it."""
    program = installed()
    if program is None:
        print(f"No Chromium is installed: {target.name} stays as it is.", file=sys.stderr)
        return
    evaluation = sample().first.evaluation
    tables = (accuracies_table(evaluation), systems_table(evaluation))
    page = html.write(Report("Lackmus: the bundled sample", tables, evaluation, evaluation.in_short))
    # The page itself would run no script but its own; its picture needs somebody who clicks.
    page = re.sub("<meta http-equiv=.Content-Security-Policy.*?>", "", page, flags=re.DOTALL)
    clicks = "for (const n of [0, 1]) document.querySelectorAll('table.main .toggle')[n].click();"
    upwards = "setInterval(() => scrollTo({ top: 0, behavior: 'instant' }), 100);"
    page = page.replace("</body>", f"<script>{clicks}{upwards}</script></body>")
    with TemporaryDirectory() as folder:
        (Path(folder) / "report.html").write_text(page, encoding="utf-8")
        size, data = "--window-size=1180,1500", f"--user-data-dir={folder}/profile"
        where = (Path(folder) / "report.html").as_uri()
        command = [program, *FLAGS.split(), size, data, f"--screenshot={target}", where]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603  (our own page)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "table.svg").write_text(picture(), encoding="utf-8")
    for name in CHARTS:
        (FOLDER / f"{name}.svg").write_text(drawing(name), encoding="utf-8")
    photograph(FOLDER / "report.png")
    # Late, and from the tests: they know how to bring a browser and start a server.
    from docs.make_railroad import picture as railroad
    from docs.web_pictures import photograph_pages

    (FOLDER / "query-grammar.svg").write_text(railroad(), encoding="utf-8")
    photograph_pages(FOLDER)
