"""User input: suite, language pair, systems; checked once for all verbs."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Union

from lackmus.core.base.pairs import Pair, PairError, meant
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions as ReadOptions  # reading options belong to a request
from lackmus.read import read_suite
from lackmus.read.budgets import USUAL, Budget
from lackmus.read.datasets.columns import ColumnsByRole as ColumnsByRole  # and so do columns of data sets
from lackmus.read.datasets.columns import named_columns as named_columns
from lackmus.read.remote import addresses_read

if TYPE_CHECKING:
    import polars as pl

# Outputs as named: a file, a folder, a glob; or, in Python, a frame.
Given = Union[str, "pl.DataFrame"]
# Called with stage, amount done and total, for a progress bar.
Progress = Callable[[str, int, int], None]


def silent(stage: str, done: int, total: int) -> None:
    """A progress function that does nothing."""


@contextmanager
def limited_reading(allow_large: bool) -> Iterator[None]:
    """A context in which addresses are read, with a limit on the unpacked size of all files, or without."""
    with Budget(None if allow_large else USUAL).held(), addresses_read():
        yield


def suite_name(suite: Path | Suite) -> str:
    """Return the name of a suite in messages: its file, otherwise its name."""
    return suite.name if isinstance(suite, Suite) else str(suite)


def open_suite(given: Path | Suite, pair: str | None = None) -> Suite:
    """The items of one language pair, since only they can be compared."""
    suite = given if isinstance(given, Suite) else read_suite(given)
    chosen = chosen_pair(pair, suite.pairs)
    if chosen is not None:
        return suite.for_pair(chosen, other_pairs(pair))
    if len(suite.pairs) > 1:
        raise LackmusError(f"{suite_name(given)} has items for {listed(suite.pairs)}.", code="which-pair")
    return suite


def chosen_pair(written: str | None, there: Collection[Pair]) -> Pair | None:
    """The requested pair, as people mean it, if there are items for it.

    `en-ar=en-arz` names the pair of the suite, and a pair in files that is to be read as it.
    """
    if written is None:
        return None
    written = written.partition("=")[0]
    try:
        pair = meant(Pair.parse(written), there)
    except PairError as problem:
        raise LackmusError(f"{problem}.", argument="pair") from None
    if pair is None:
        raise LackmusError(
            f"there are no items for {written}, only for {listed(sorted(there))}.", argument="pair"
        )
    return pair


def other_pairs(written: str | None) -> tuple[Pair, ...]:
    """The pairs in files that are to be read as the requested one: `en-arz` of `en-ar=en-arz`."""
    _, *others = (written or "").split("=")
    try:
        return tuple(map(Pair.parse, others))
    except PairError as problem:
        raise LackmusError(f"{problem}.", argument="pair") from None


def named_systems(values: Sequence[str], known: Collection[str], argument: str) -> tuple[str, ...]:
    """The systems that an argument names: one by one, or several with commas between them."""
    names = []
    for value in values:
        names += [value] if value in known else [part.strip() for part in value.split(",") if part.strip()]
    for name in names:
        if name not in known:
            raise LackmusError(
                f"there is no system {name}. There are {listed(sorted(known))}.", argument=argument
            )
    return tuple(names)


def listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


_LISTED = 40  # names in a message
_SEEN_AT_ONCE = 5


def refuse_unknown(argument: str, value: str, known: Sequence[str]) -> None:
    """Refuse a value that is none of these, and name them or the nearest."""
    if value in known:
        return
    near = get_close_matches(value, known, 3)
    if len(known) > _LISTED:
        told = f"Similar: {listed(near)}." if near else f"There are {listed(known[:_LISTED])} …."
    else:
        told = f"There are {listed(known) or 'none'}."
        if near and len(known) > _SEEN_AT_ONCE:
            told = f"Did you mean {near[0]}? {told}"
    raise LackmusError(f"there is no {value}. {told}", argument=argument)
