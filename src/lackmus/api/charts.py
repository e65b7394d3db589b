"""Charts: pictures that draw themselves in a notebook and are saved by the ending of their file."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lackmus.api.arguments import PathArgument, path
from lackmus.api.wording import worded
from lackmus.write.charts import render
from lackmus.write.files import write_file

if TYPE_CHECKING:
    import altair as alt


class Chart:
    """A chart of a result: SVG in a notebook; SVG, PNG, PDF, HTML or Vega-Lite as a file."""

    def __init__(self, kind: str, value: "alt.VConcatChart") -> None:
        self.kind = kind
        self.value = value  # Altair's own object

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        return render(self.value, ".svg").decode()

    @worded
    def save(self, file: PathArgument) -> Path:
        """Write the picture to a file: .svg, .png, .pdf, .html or .json (Vega-Lite); return the path."""
        target = path(file)
        write_file(target, render(self.value, target.suffix))
        return target

    def __repr__(self) -> str:
        return f"<lackmus chart: {self.kind}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the chart for a notebook, and its name for a terminal."""
        return {"image/svg+xml": self.svg, "text/plain": repr(self)}
