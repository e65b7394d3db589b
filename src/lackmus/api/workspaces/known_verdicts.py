"""Texts with known verdicts in a workspace: control texts, training sets, and how people agree with them."""

from collections.abc import Mapping, Sequence

import polars as pl

from lackmus.api.arguments import Strings, choice, choices_in, strings
from lackmus.api.wording import worded
from lackmus.api.workspaces.opened import WorkspaceHandle
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.known_verdicts import Agreed, KnownBy, KnownChoice
from lackmus.core.suites.draws import Amount
from lackmus.errors import LackmusError
from lackmus.flows.reviews import controls, training
from lackmus.flows.reviews.known_choices import control_agreement
from lackmus.flows.reviews.reviews import Scope

_DRAWN = (KnownBy.ADJUDICATED, KnownBy.UNANIMOUS)
_COUNTED = {
    **dict.fromkeys(("person", "category", "phenomenon"), pl.String),
    **dict.fromkeys(("texts", "same"), pl.Int64),
}
KnownTextNumbers = Mapping[int, str | None] | None


class WorkspaceKnownVerdicts(WorkspaceHandle):
    """The verbs of a workspace about texts with known verdicts."""

    @worded
    def set_controls(
        self,
        rate: str,
        *,
        to: Strings = (),
        by: Strings | None = None,
        category: str | None = None,
        phenomenon: str | None = None,
        n: int | str = 5,
        texts: KnownTextNumbers = None,
        seed: int = 1,
        campaign: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        comment: str = "",
    ) -> int:
        """Mix control texts into what people judge; return how many there are."""
        wanted = _choice(by, category, phenomenon, n, texts, seed)
        scope = Scope(campaign, suite, pair)
        return controls.set_controls(self._desk(comment), scope, rate, wanted, strings(to)).texts

    @worded
    def remove_controls(
        self, *, campaign: str | None = None, suite: str | None = None, comment: str = ""
    ) -> None:
        """Mix in no more control texts; what people answered stays."""
        controls.remove_controls(self._desk(comment), Scope(campaign, suite))

    @worded
    def controls(self, campaign: str | None = None) -> pl.DataFrame:
        """Return how people agree with control texts, each overall (phenomenon: null) and by phenomenon."""
        return _agreed_frame(control_agreement(self._desk(), campaign))

    @worded
    def make_training(
        self,
        name: str,
        *,
        to: Strings = (),
        required: bool = False,
        by: Strings | None = None,
        category: str | None = None,
        phenomenon: str | None = None,
        n: int | str = 5,
        texts: KnownTextNumbers = None,
        seed: int = 1,
        suite: str | None = None,
        comment: str = "",
    ) -> int:
        """Make a training set and ask people to judge it; return how many texts it has."""
        wanted = _choice(by, category, phenomenon, n, texts, seed)
        return training.make_training(self._desk(comment), suite, name, wanted, strings(to), required).texts

    @worded
    def training(self, name: str, person: str | None = None) -> pl.DataFrame:
        """Return how people agree with a training set, each overall (phenomenon: null) and by phenomenon."""
        return _agreed_frame(training.training_report(self._desk(), name, person).agreed)


def _choice(
    by: Strings | None,
    category: str | None,
    phenomenon: str | None,
    n: int | str,
    texts: KnownTextNumbers,
    seed: int,
) -> KnownChoice:
    """The texts that arguments name; texts by number alone: no others are drawn."""
    try:
        amount = Amount.parse(str(n))
    except ValueError as problem:
        raise LackmusError(f"{problem}.", argument="n") from None
    named = {
        int(number): None if said is None else choice(Verdict, "texts", said)
        for number, said in (texts or {}).items()
    }
    drawn = () if named and by is None and category is None and phenomenon is None else _DRAWN
    return KnownChoice(
        choices_in(KnownBy, "by", by) if by is not None else drawn, category, phenomenon, amount, seed, named
    )


def _agreed_frame(found: Sequence[Agreed]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            (
                one.person,
                one.category,
                one.phenomenon,
                one.texts,
                one.same,
                one.percent.value,
                one.kappa.value,
            )
            for one in found
        ],
        schema={
            **_COUNTED,
            **dict.fromkeys(("percent", "kappa"), pl.Float64),
        },
        orient="row",
    )
