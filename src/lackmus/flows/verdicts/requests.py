"""What a user asked for: a suite, outputs, systems; checked once, for all verbs."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Union

from lackmus.core.base.choices import Choices
from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read import Asked as Asked  # what is asked of outputs belongs to a request
from lackmus.read import read_suite
from lackmus.read.budgets import USUAL, Budget

if TYPE_CHECKING:
    import polars as pl

# Outputs as they are named: a file, a folder, a glob; or, in Python, a frame that holds them.
Given = Union[str, "pl.DataFrame"]
# Told what is being done and how much of it, for a progress bar.
Progress = Callable[[str, int, int], None]


def silent(stage: str, done: int, total: int) -> None:
    """Nobody is watching."""


def limited_reading(allow_large: bool) -> AbstractContextManager[object]:
    """Return a context in which all files together may unpack to so much, or to any amount."""
    return Budget(None if allow_large else USUAL).held()


@dataclass(frozen=True)
class Request:
    """What a user asked to be compared."""

    suite: Path | Suite  # a file, or one that was read already
    outputs: Sequence[Given] = ()
    asked: Asked = field(default_factory=Asked)  # about the outputs, beside naming them
    pair: str | None = None
    systems: Sequence[str] = ()
    exclude: Sequence[str] = ()
    choices: Choices = field(default_factory=Choices)
    decisions: Path | None = None  # what people said about texts


def suite_name(suite: Path | Suite) -> str:
    """Return how a suite is called where something is wrong with it: by its file, else by its name."""
    return suite.name if isinstance(suite, Suite) else str(suite)


def open_suite(given: Path | Suite, pair: str | None = None) -> Suite:
    """The items of one language pair: only they can be compared with each other."""
    suite = given if isinstance(given, Suite) else read_suite(given)
    chosen = chosen_pair(pair, suite.pairs)
    if chosen is not None:
        return suite.for_pair(chosen)
    if len(suite.pairs) > 1:
        raise LackmusError(
            f"{suite_name(given)} has items for {listed(suite.pairs)}. Choose one with --pair."
        )
    return suite


def chosen_pair(written: str | None, there: Collection[Pair]) -> Pair | None:
    """The pair that a user asks for, if there are items for it."""
    if written is None:
        return None
    try:
        pair = Pair.parse(written)
    except PairError as problem:
        raise LackmusError(f"{problem}.", option="--pair") from None
    if pair not in there:
        raise LackmusError(
            f"there are no items for {written}, only for {listed(sorted(there))}.", option="--pair"
        )
    return pair


def chosen_systems(hand_ins: list[HandIn], request: Request) -> list[HandIn]:
    known = [hand_in.system for hand_in in hand_ins]
    excluded = named_systems(request.exclude, known, "--exclude")
    wanted = [
        name for name in named_systems(request.systems, known, "--systems") or known if name not in excluded
    ]
    if not wanted:
        raise LackmusError("No system is left to compare.")
    return sorted((one for one in hand_ins if one.system in wanted), key=lambda one: wanted.index(one.system))


def named_systems(values: Sequence[str], known: Collection[str], option: str) -> tuple[str, ...]:
    """The systems that an option names: one by one, or several with commas between them."""
    names = []
    for value in values:
        names += [value] if value in known else [part.strip() for part in value.split(",") if part.strip()]
    for name in names:
        if name not in known:
            raise LackmusError(
                f"there is no system {name}. There are {listed(sorted(known))}.", option=option
            )
    return tuple(names)


def listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
