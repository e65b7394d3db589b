"""Suites in a workspace: bring one in, write one out, list them, keep a part of one secret."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from secrets import randbelow

from sqlalchemy import Connection

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import RuleError, pattern_of
from lackmus.core.rules.patterns import NoTimeLeft, Patience, PatternError, always, compile_pattern
from lackmus.core.rules.wordlists import spelled_out
from lackmus.core.suites.counts import Share, SuiteCount, shares
from lackmus.core.suites.draws import Amount
from lackmus.core.suites.folded_decisions import Decided, with_decisions
from lackmus.core.suites.revisions import Revision, revise
from lackmus.core.suites.splits import given_away, reserve
from lackmus.core.suites.suite import DuplicateItemError, Item, Kind, Suite
from lackmus.core.verdicts.judging import SETTLED
from lackmus.errors import LackmusError
from lackmus.flows.suites.suites import open_draft
from lackmus.flows.verdicts.requests import chosen_pair
from lackmus.flows.workspaces.workspaces import Desk, the_revision, the_suite
from lackmus.store.db.workspaces import exists, where_is
from lackmus.store.reviews.decisions import decided_texts
from lackmus.store.rules.rejudging import Rejudged, rejudge_items, stale_items
from lackmus.store.suites.counts import suite_counts
from lackmus.store.suites.suite_changes import apply_revision, reserve_items, storable_suite
from lackmus.store.suites.suites import StoredSuite, load_suite, suite_names

_PACKED = (".gz", ".xz")
Told = Callable[[Revision, bool], None]  # what is going to happen, and whether to a suite that was there


@dataclass(frozen=True, eq=False)
class Imported:
    """What importing a file did, or would do."""

    suite: str
    revision: Revision
    change: int | None = None  # in the log; none if nothing was written
    made: str = ""  # the workspace, if it was made for this
    rejudged: Rejudged = field(default_factory=Rejudged)
    stale: int = 0  # items whose rules have changed and have not judged yet


def import_suite(
    desk: Desk,
    file: Path,
    name: str | None = None,
    form: str | None = None,
    pair: str | None = None,
    dry_run: bool = False,
    judged: bool = True,
    tell: Told = lambda revision, known: None,
    patient: Patience = always,
) -> Imported:
    """Bring the file of a suite into the workspace; what is there already changes by history.

    Items whose rules have changed are judged again in the same change, unless that is put off. When patience
    ends while patterns are compiled, NoTimeLeft is raised; afterwards, searches under the time limit give up.
    """
    new = _readable(file, name, form, pair)
    # What cannot be imported must not leave an empty workspace behind.
    fresh = None if exists(where_is(desk.workspace)) else _checked(file, None, new, {}, patient)
    if dry_run and fresh is not None:
        return Imported(new.name, fresh)
    with desk.open(create=not dry_run) as workspace:
        with workspace.reading() as connection:
            seen = workspace.revision(connection).number
            stored, revision = (
                (None, fresh) if fresh and not seen else _revised(connection, file, new, patient)
            )
        if dry_run or revision.empty:
            return Imported(new.name, revision)
        tell(revision, stored is not None)
        with workspace.writing(desk.who, "suite import", new.name, desk.comment) as change:
            change.patient = patient
            if change.number != seen + 1:  # somebody was faster: their state is what we change
                stored, revision = _revised(change.connection, file, new, patient)
                tell(revision, stored is not None)
            suite, touched = apply_revision(change, stored, revision)
            rejudged = rejudge_items(change, suite, touched) if judged else Rejudged()
            stale = [] if judged else stale_items(change.connection, suite).get(suite, [])
            change.about = f"{new.name}: {revision.summary.rstrip('.')}"
        return Imported(
            new.name,
            revision,
            change.number if change.written else None,
            workspace.name if seen == 0 else "",
            rejudged,
            len(stale),
        )


def _readable(file: Path, name: str | None, form: str | None, pair: str | None) -> Suite:
    """The suite in the file, if a workspace can hold it."""
    try:
        suite = Suite.of(open_draft(file, form, pair))
        return storable_suite(replace(suite, name=_name_of(file) if name is None else name))
    except DuplicateItemError as problem:
        raise LackmusError(f"{file}: {problem}. Give one of them another id.") from None
    except LackmusError as problem:
        if str(problem).startswith(str(file)):
            raise
        raise problem.at(file) from None


def _name_of(file: Path) -> str:
    """The file's name without its endings."""
    return Path(file.stem).stem if file.suffix.lower() in _PACKED else file.stem


def _revised(
    connection: Connection, file: Path, new: Suite, patient: Patience
) -> tuple[StoredSuite | None, Revision]:
    number = suite_names(connection).get(new.name)
    if number is None:
        return None, _checked(file, None, new, {}, patient)
    stored = load_suite(connection, number)
    return stored, _checked(file, stored.suite, new, decided_by_people(connection, number), patient)


def _checked(file: Path, old: Suite | None, new: Suite, decided: Decided, patient: Patience) -> Revision:
    """What the file would change; a pattern that cannot be searched for is refused at the door."""
    revision = revise(old, new, decided)
    ruled = {one.key for one in revision.changed if one.added or one.edited}
    _refuse_unusable(file, (*revision.added, *(new.by_key[key] for key in ruled)), patient)
    return revision


def _refuse_unusable(file: Path, items: Iterable[Item], patient: Patience) -> None:
    seen: set[str] = set()
    for item in items:
        for rule in item.rules:
            if rule.kind is Kind.PATTERN and rule.value not in seen:
                seen.add(rule.value)
                if not patient():
                    raise NoTimeLeft
                pattern = pattern_of(rule)
                try:
                    if spelled_out(pattern) is None:  # a list of words is no risk
                        compile_pattern(pattern)
                except PatternError as problem:
                    raise LackmusError(
                        f"{file}, {RuleError(item, rule, str(problem))}. Fix it there."
                    ) from None


def decided_by_people(connection: Connection, suite: int, revision: int | None = None) -> Decided:
    """What people settled about texts of a suite without dispute, by the keys of item and text."""
    said = decided_texts(connection, suite=suite, revision=revision).select("item", "text", "verdict")
    return {(item, text): Verdict(verdict) for item, text, verdict in said.iter_rows() if verdict in SETTLED}


@dataclass(frozen=True)
class Exported:
    """A suite for others, and what must be said about it."""

    suite: Suite
    notes: tuple[str, ...]


def export_suite(
    desk: Desk,
    name: str | None,
    pair: str | None = None,
    fold_decisions: bool = False,
    with_reserved: bool = False,
    as_of: str | None = None,
) -> Exported:
    """A stored suite as others may see it: without what is kept secret, unless that is asked for."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        stored = load_suite(connection, the_suite(connection, name, revision), revision)
        decided = decided_by_people(connection, stored.id, revision) if fold_decisions else {}
    suite, notes = stored.suite, []
    chosen = chosen_pair(pair, suite.pairs)
    if chosen is not None:
        suite = suite.for_pair(chosen)
    secret = sum(item.reserved for item in suite.items)
    if secret and not with_reserved:
        suite = _public(suite)
        notes.append(f"{counted(secret, 'reserved item is', 'reserved items are')} left out.")
    elif secret:
        notes.append(
            f"{counted(secret, 'reserved item is', 'reserved items are')} in it: keep it to yourself."
        )
    if fold_decisions:
        folding = with_decisions(suite, decided)
        suite = folding.suite
        notes.append(f"{folding.note or 'No decision had to be written as a fixed string'}.")
    return Exported(suite, tuple(notes))


def _public(suite: Suite) -> Suite:
    """Without reserved items, and without what is told about phenomena that only they have."""
    items = tuple(item for item in suite.items if not item.reserved)
    known = {(item.category, item.phenomenon) for item in items}
    secret = {(item.category, item.phenomenon) for item in suite.items} - known
    described = tuple(one for one in suite.phenomena if (one.category, one.name) not in secret)
    return replace(suite, items=items, phenomena=described, digest="")


def list_suites(desk: Desk, as_of: str | None = None) -> tuple[list[SuiteCount], int]:
    """The suites of the workspace, and the revision they were counted at."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        now = workspace.revision(connection).number if revision is None else revision
        return suite_counts(connection, revision), now


def show_suite(desk: Desk, name: str | None, as_of: str | None = None) -> Suite:
    """A suite as it stands in the workspace, or stood."""
    with desk.open() as workspace, workspace.reading() as connection:
        revision = the_revision(connection, as_of)
        return load_suite(connection, the_suite(connection, name, revision), revision).suite


@dataclass(frozen=True)
class Split:
    """Which part of a suite is kept secret."""

    suite: str
    share: str
    seed: int
    shares: tuple[Share, ...]
    given_away: int  # reserved items whose sentence an open item has, too
    change: int | None


def split_suite(desk: Desk, name: str | None, share: str, seed: int | None, dry_run: bool = False) -> Split:
    """Keep a part of every phenomenon secret; what is reserved already stays so and counts."""
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
        raise problem.at(f"--reserve {written}", f"“{written}” is no share")
    return share


__all__ = [
    "Exported",
    "Imported",
    "Split",
    "export_suite",
    "import_suite",
    "list_suites",
    "show_suite",
    "split_suite",
]
