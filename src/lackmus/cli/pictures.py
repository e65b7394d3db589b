"""The options of commands that draw a chart: where the picture goes, and on what it is drawn."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.answers import put
from lackmus.errors import LackmusError
from lackmus.write.charts import render
from lackmus.write.charts.kinds import ENDINGS, Theme

if TYPE_CHECKING:
    import altair as alt


@dataclass(frozen=True)
class PictureFile:
    """Where a chart goes, and its theme: --output and --theme."""

    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The picture: .svg, .png or .pdf.", show_default=False),
    ] = None
    theme: Annotated[
        Theme, typer.Option(help="What it is drawn on; page takes the text colour of the page around it.")
    ] = Theme.LIGHT

    def __post_init__(self) -> None:
        """Refuse a file that is no picture before any work is done."""
        if self.output is None or self.output.suffix.lower() not in ENDINGS:
            named = "A chart is a file" if self.output is None else f"{self.output} is no picture"
            raise LackmusError(f"{named}. Name one with -o that ends in {', '.join(ENDINGS)}.")

    def draw(self, chart: "alt.VConcatChart") -> None:
        """Write a chart to this file."""
        file = self.output or Path()
        put(render(chart, file.suffix), file)
