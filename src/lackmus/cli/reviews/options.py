"""Options that several commands of review take."""

from dataclasses import dataclass
from typing import Annotated

import typer

from lackmus.core.reviews.offers import Filters


@dataclass(frozen=True)
class TextFilters(Filters):
    """Which texts: --category, --phenomenon, --reason, --system, --item."""

    category: Annotated[str | None, typer.Option(help="Only texts of this category.", show_default=False)] = (
        None
    )
    phenomenon: Annotated[
        str | None, typer.Option(help="Only texts of this phenomenon.", show_default=False)
    ] = None
    reason: Annotated[
        str | None,
        typer.Option(
            help="Only texts open for this reason: unmatched, contradiction, timeout, verbose, "
            "refused, paragraphs, disputed.",
            show_default=False,
        ),
    ] = None
    system: Annotated[
        str | None, typer.Option(help="Only texts that this system wrote.", show_default=False)
    ] = None
    item: Annotated[
        str | None,
        typer.Option(help="Only texts of this item: 17, or de-en:17.", show_default=False),
    ] = None
    items: Annotated[
        str | None,
        typer.Option(
            help="Only texts of these items, by the numbers that suite items shows: 12-40,45.",
            show_default=False,
        ),
    ] = None
