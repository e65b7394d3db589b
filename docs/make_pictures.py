"""Draw docs/pictures/table.svg: the table of the sample as a terminal shows it (`make screenshots`)."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from lackmus.core.reports import accuracies_table
from lackmus.flows import demo
from lackmus.write.terminal import print_tables

TARGET = Path(__file__).parent / "pictures" / "table.svg"
WIDTH = 84

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


def picture() -> str:
    """The table with its first paragraph and its signature, as SVG."""
    table = accuracies_table(demo().evaluated.evaluation)
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


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(picture(), encoding="utf-8")
