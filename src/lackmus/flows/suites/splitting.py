"""Reserve a part of a suite."""

from dataclasses import dataclass, replace
from fractions import Fraction
from secrets import randbelow

from lackmus.core.base.plurals import counted
from lackmus.core.suites.counts import Share, shares
from lackmus.core.suites.draws import Amount
from lackmus.core.suites.splits import given_away, reserve
from lackmus.errors import Argument, LackmusError
from lackmus.flows.workspaces.workspaces import Desk, the_suite
from lackmus.store.suites.suite_changes import reserve_items
from lackmus.store.suites.suites import StoredSuite, load_suite


@dataclass(frozen=True)
class Split:
    """Which part of a suite is reserved."""

    suite: str
    share: str
    seed: int
    shares: tuple[Share, ...]
    given_away: int  # reserved items whose sentence is also in a public item
    change: int | None


def split_suite(desk: Desk, name: str | None, share: str, seed: int | None, dry_run: bool = False) -> Split:
    """Reserve a part of every phenomenon; items already reserved stay so and count."""
    amount = _share(share)
    seed = randbelow(2**31) if seed is None else seed
    with desk.open() as workspace:
        if dry_run:
            with workspace.reading() as connection:
                return _split(load_suite(connection, the_suite(connection, name)), amount, seed)[0]
        with workspace.writing(desk.who, "suite split", comment=desk.comment) as change:
            stored = load_suite(change.connection, the_suite(change.connection, name))
            split, reserved = _split(stored, amount, seed)
            reserve_items(change, stored, reserved)
            new = sum(one.new for one in split.shares)
            change.about = f"{split.suite}: {counted(new, 'item')} reserved ({split.share}, seed {seed})"
        return replace(split, change=change.number if change.written else None)


def _split(stored: StoredSuite, share: Fraction, seed: int) -> tuple[Split, frozenset[str]]:
    reserved = reserve(stored.suite, share, seed)
    split = Split(
        stored.suite.name,
        f"{float(100 * share):g}%",
        seed,
        tuple(shares(stored.suite, reserved)),
        len(given_away(stored.suite, reserved)),
        None,
    )
    return split, reserved


def _share(written: str) -> Fraction:
    try:
        share = Amount.parse(written).share
    except ValueError:
        share = None
    if share is None:
        problem = LackmusError("write a share of every phenomenon, such as 50%.")
        raise problem.at(Argument("reserve", written))
    return share
