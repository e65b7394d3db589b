"""Options that several commands of review take."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from lackmus.core.reviews.known_verdicts import FEW, KnownBy, KnownChoice, named_text
from lackmus.core.reviews.offers import Filters
from lackmus.core.suites.draws import Amount
from lackmus.errors import LackmusError


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
            help="Only texts of these items, by the numbers that item list shows: 12-40,45.",
            show_default=False,
        ),
    ] = None


class DecidedBy(StrEnum):
    """By which decisions a verdict is known."""

    ADJUDICATED = KnownBy.ADJUDICATED
    UNANIMOUS = KnownBy.UNANIMOUS


@dataclass(frozen=True)
class KnownTexts:
    """Which texts with known verdicts: --by, --category, --phenomenon, --n, --text, --seed."""

    by: Annotated[
        list[DecidedBy] | None,
        typer.Option(
            help="Texts that an editor adjudicated, or on which at least two people agree; by default both.",
            show_default=False,
        ),
    ] = None
    category: Annotated[str | None, typer.Option(help="Only texts of this category.", show_default=False)] = (
        None
    )
    phenomenon: Annotated[
        str | None, typer.Option(help="Only texts of this phenomenon.", show_default=False)
    ] = None
    amount: Annotated[
        str | None,
        typer.Option(
            "--n",
            "-n",
            help=f"So many of each phenomenon, a share such as 10%, or all ({FEW}).",
            show_default=False,
        ),
    ] = None
    text: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBER[=VERDICT]",
            help="This text, as people decided it, or with this verdict. Alone: no others are drawn.",
            show_default=False,
        ),
    ] = None
    seed: Annotated[int, typer.Option(min=0, help="Seed of the draw.")] = 1

    @property
    def choice(self) -> KnownChoice:
        """The choice as flows take it."""
        drawn = any(one is not None for one in (self.by, self.category, self.phenomenon, self.amount))
        by = tuple(KnownBy(one) for one in self.by or DecidedBy)
        try:
            amount = FEW if self.amount is None else Amount.parse(self.amount)
        except ValueError as problem:
            raise LackmusError(f"{problem}.", argument="n") from None
        try:
            texts = dict(named_text(one) for one in self.text or ())
        except ValueError as problem:
            raise LackmusError(f"{problem}.", argument="text") from None
        if texts and not drawn:
            by = ()
        return KnownChoice(by, self.category, self.phenomenon, amount, self.seed, texts)
