"""What all charts share: inks for every ground, a title and a signature around a drawing, bytes out of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import altair as alt
import vl_convert

from lackmus.errors import LackmusError
from lackmus.write.charts.kinds import ALSO, ENDINGS, Theme
from lackmus.write.charts.text_widths import wrapped

# Of one width, and vl-convert brings the third along. A browser on a machine with none of the three takes the
# next, which is nearly as narrow: a wider one would lose the beginnings of labels.
FONT = "Arial, Helvetica, Liberation Sans, DejaVu Sans Condensed, sans-serif"
SIZE = 11.0  # of names and numbers
LETTER = 5.6  # about the width of a letter of this size
SMALL = 9.0  # of the signature
TITLE, FACTS = 15.0, 12.0
_LEAST_ROOM = 360.0  # for title and signature, however small the drawing
_SCALE = 2  # of a PNG: sharp on a slide

Chart = alt.VConcatChart
Part = alt.Chart | alt.LayerChart | alt.HConcatChart | alt.VConcatChart | alt.ConcatChart | alt.FacetChart


@dataclass(frozen=True)
class Ink:
    """Colours on one ground. Blue and orange differ for colour-blind readers, and in grey by lightness."""

    ground: str | None
    text: str
    quiet: str  # of text that matters less
    line: str
    faint: float  # opacity of lines that only guide the eye
    passed: str
    failed: str
    dark: bool | None = False  # None: as the page is

    def on(self, white: str, black: str) -> str:
        """The colour for this ground; where only the page knows it, the page chooses."""
        if self.dark is None:
            return f"light-dark({white}, {black})"
        return black if self.dark else white

    @property
    def hollow(self) -> str:
        """The fill of bars that are open, or not compared; with a stroke of `quiet` around them."""
        return self.on("#e8e9ea", "#2e3237")


INKS: Mapping[Theme, Ink] = {
    Theme.LIGHT: Ink("#ffffff", "#1a1d21", "#5f666e", "#1a1d21", 0.12, "#006aa8", "#e3832f"),
    Theme.DARK: Ink("#15181c", "#eceef0", "#a3abb4", "#eceef0", 0.16, "#3d9edb", "#ffb05c", True),
    # The page may be white or black: text takes the page's colour, and the rest shows on both.
    Theme.PAGE: Ink(None, "currentColor", "#777777", "currentColor", 0.15, "#0f77b5", "#d97a25", None),
}


def data(records: Sequence[Mapping[str, Any]]) -> alt.InlineData:
    """Records in long form, as one text: Altair copies a chart again and again, with every record in it."""
    content = json.dumps(records, ensure_ascii=False, allow_nan=False)
    return alt.InlineData(values=content, format=alt.JsonDataFormat(type="json"))


def at_x(place: float | str) -> alt.XValue:
    """The same place for every record, in pixels or "width"; `alt.value` would say the same, but slowly."""
    return alt.XValue(place)  # type: ignore[no-untyped-call]


def at_y(place: float | str) -> alt.YValue:
    """As `at_x`, from the top."""
    return alt.YValue(place)  # type: ignore[no-untyped-call]


def named_rows(field: str, names: Sequence[str], **axis: Any) -> alt.Y:
    """Rows in this order; their names stand at the left."""
    return alt.Y(
        f"{field}:N", sort=None, title=None, scale=alt.Scale(domain=list(names)), axis=rows_axis(**axis)
    )


def rows_axis(**axis: Any) -> alt.Axis:
    return alt.Axis(**{"grid": False, "labelPadding": 8, **axis})


def numbers_beside(
    records: Sequence[Mapping[str, Any]], rows: alt.Y, columns: Sequence[str], step: float, colour: str
) -> alt.Chart:
    """A table beside a drawing with the same rows: `text` in the columns of `column`, named above them."""
    axis = alt.Axis(orient="top", grid=False, labelAngle=0, labelAlign="right", labelColor=colour)
    drawn: alt.Chart = (
        alt.Chart(data(records), width=alt.Step(step))
        .mark_text(align="right", color=colour)
        .encode(
            x=alt.X("column:N", sort=None, title=None, scale=alt.Scale(domain=list(columns)), axis=axis),
            y=rows.copy(deep=False),
            text="text:N",
        )
    )
    drawn.encoding.y.axis = None
    return drawn


def framed(body: Part, title: str, facts: str, signature: str, room: float, ink: Ink) -> Chart:
    """The drawing below its title and above its signature, all wrapped to about its width (`room`).

    Titles are the one kind of text for which Vega does not find its own room.

    A page has headings and a signature of its own: there only the facts stand above the drawing.
    """
    room = max(room, _LEAST_ROOM)
    said = wrapped(facts, int(room / 5.4))
    common: dict[str, Any] = {"frame": "bounds", "anchor": "start", "offset": 14}
    around: dict[str, Any] = {}
    if ink.ground:
        head = alt.TitleParams(wrapped(title, int(room / 7.4)), subtitle=said, fontSize=TITLE, **common)
        foot = alt.TitleParams(
            wrapped(signature, int(room / 4.4), after="|"),
            orient="bottom",
            fontSize=SMALL,
            lineHeight=SMALL + 3,
            fontWeight="normal",
            color=ink.quiet,
            **{**common, "offset": 12},
        )
        around = {"title": foot, "padding": 14, "background": ink.ground}
    else:
        quiet: dict[str, Any] = {"fontWeight": "normal", "lineHeight": FACTS + 4, "color": ink.quiet}
        head = alt.TitleParams(said, **quiet, **common)
        around = {"padding": 2, "background": "transparent"}
    body.title = head
    legends = alt.LegendResolveMap(color="independent", shape="independent")
    return alt.vconcat(body, resolve=alt.Resolve(legend=legends), config=_config(ink), **around)


def _config(ink: Ink) -> alt.Config:
    return alt.Config(
        font=FONT,
        aria=False,  # a page has one text for the whole picture, not one for each dot
        view=alt.ViewConfig(stroke=None),
        axis=alt.AxisConfig(
            labelColor=ink.text,
            titleColor=ink.quiet,
            labelFontSize=SIZE,
            titleFontSize=SIZE,
            titleFontWeight="normal",
            labelLimit=1000,
            labelOverlap=False,
            labelFlush=False,
            gridColor=ink.line,
            gridOpacity=ink.faint,
            domain=False,
            ticks=False,
            labelPadding=6,
            titlePadding=8,
        ),
        header=alt.HeaderConfig(labelColor=ink.text, labelFontSize=SIZE, labelFontWeight="bold"),
        legend=alt.LegendConfig(labelColor=ink.text, labelFontSize=SIZE, labelLimit=1000, orient="top"),
        text=alt.MarkConfig(color=ink.text, fontSize=SIZE),
        title=alt.TitleConfig(
            color=ink.text,
            fontSize=FACTS,
            anchor="start",
            lineHeight=TITLE + 4,
            subtitleColor=ink.quiet,
            subtitleFontSize=FACTS,
            subtitleLineHeight=FACTS + 4,
            subtitlePadding=5,
        ),
    )


def render(chart: Chart, ending: str) -> bytes:
    """The chart as a file with this ending. Nothing is fetched from anywhere."""
    content = chart.to_dict(validate=False)
    version = ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    common: dict[str, Any] = {"vl_version": version, "allowed_base_urls": []}
    match ending.lower():
        case ".svg":
            return vl_convert.vegalite_to_svg(content, **common).encode()
        case ".png":
            return vl_convert.vegalite_to_png(content, scale=_SCALE, **common)
        case ".pdf":
            return vl_convert.vegalite_to_pdf(content, **common)
        case ".json":
            return json.dumps(content, ensure_ascii=False, indent=1).encode()
        case ".html":
            return _page(vl_convert.vegalite_to_svg(content, **common), content).encode()
    raise LackmusError(
        f"A chart cannot be written as {ending or 'a file without ending'}. "
        f"Use {', '.join((*ENDINGS, *ALSO))}."
    )


def _page(svg: str, content: Mapping[str, Any]) -> str:
    """Return a page that shows the picture and needs nothing else."""
    words = content["vconcat"][0].get("title", {}).get("text", "")
    title = escape(words if isinstance(words, str) else " ".join(words))
    head = f'<meta charset="utf-8"><title>{title or "Lackmus"}</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{svg}</body></html>\n'
