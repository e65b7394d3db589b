"""Import a suite file into a workspace."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlalchemy import Connection

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import RuleError, pattern_of
from lackmus.core.rules.patterns import NoTimeLeft, PatternError, TimeLeft, always, compile_pattern
from lackmus.core.rules.wordlists import spelled_out
from lackmus.core.suites.folded_decisions import Decided
from lackmus.core.suites.revisions import SuiteRevision, revise
from lackmus.core.suites.suite import DuplicateItemError, Item, Kind, Suite
from lackmus.errors import LackmusError
from lackmus.flows.suites.suites import open_draft
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import exists, where_is
from lackmus.store.reviews.decisions import decided_texts
from lackmus.store.rules.rejudging import Rejudged, rejudge_items, stale_items
from lackmus.store.suites.suite_changes import apply_revision, storable_suite
from lackmus.store.suites.suites import StoredSuite, load_suite, suite_names

_PACKED = (".gz", ".xz")
Told = Callable[[SuiteRevision, bool], None]  # the planned changes, and whether the suite exists


@dataclass(frozen=True, eq=False)
class ImportedSuite:
    """The effect of importing a file."""

    suite: str
    revision: SuiteRevision
    change: int | None = None  # in the log; None if nothing was written
    made: str = ""  # the workspace, if it was created for this
    rejudged: Rejudged = field(default_factory=Rejudged)
    stale: int = 0  # items whose changed rules were not applied yet


def import_suite(
    desk: Desk,
    file: Path,
    name: str | None = None,
    form: str | None = None,
    pair: str | None = None,
    dry_run: bool = False,
    judged: bool = True,
    tell: Told = lambda revision, known: None,
    patient: TimeLeft = always,
) -> ImportedSuite:
    """Import a suite file into the workspace; an existing suite is changed, with history.

    Items whose rules have changed are judged again in the same change, unless `judged` is false. If `patient`
    runs out while patterns are compiled, NoTimeLeft is raised; afterwards, slow searches give up.
    """
    new = _readable(file, name, form, pair)
    # A failed import must not leave an empty workspace.
    fresh = None if exists(where_is(desk.workspace)) else _checked(file, None, new, {}, patient)
    if dry_run and fresh is not None:
        return ImportedSuite(new.name, fresh)
    with desk.open(create=not dry_run) as workspace:
        with workspace.reading() as connection:
            seen = workspace.revision(connection).number
            stored, revision = (
                (None, fresh) if fresh and not seen else _revised(connection, file, new, patient)
            )
        if dry_run or revision.empty:
            return ImportedSuite(new.name, revision)
        tell(revision, stored is not None)
        with workspace.writing(desk.who, "suite import", new.name, desk.comment) as change:
            change.patient = patient
            if change.number != seen + 1:  # another change came first: start from its state
                stored, revision = _revised(change.connection, file, new, patient)
                tell(revision, stored is not None)
            suite, touched = apply_revision(change, stored, revision)
            rejudged = rejudge_items(change, suite, touched) if judged else Rejudged()
            stale = [] if judged else stale_items(change.connection, suite).get(suite, [])
            change.about = f"{new.name}: {revision.summary.rstrip('.')}"
        return ImportedSuite(
            new.name,
            revision,
            change.number if change.written else None,
            workspace.name if seen == 0 else "",
            rejudged,
            len(stale),
        )


def _readable(file: Path, name: str | None, form: str | None, pair: str | None) -> Suite:
    """The suite in the file, if a workspace can store it."""
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
    """The file's name without endings."""
    return Path(file.stem).stem if file.suffix.lower() in _PACKED else file.stem


def _revised(
    connection: Connection, file: Path, new: Suite, patient: TimeLeft
) -> tuple[StoredSuite | None, SuiteRevision]:
    number = suite_names(connection).get(new.name)
    if number is None:
        return None, _checked(file, None, new, {}, patient)
    stored = load_suite(connection, number)
    return stored, _checked(file, stored.suite, new, decided_by_people(connection, number), patient)


def _checked(file: Path, old: Suite | None, new: Suite, decided: Decided, patient: TimeLeft) -> SuiteRevision:
    """What the file would change; an invalid pattern is refused."""
    revision = revise(old, new, decided)
    ruled = {one.key for one in revision.changed if one.added or one.edited}
    _refuse_unusable(file, (*revision.added, *(new.by_key[key] for key in ruled)), patient)
    return revision


def _refuse_unusable(file: Path, items: Iterable[Item], patient: TimeLeft) -> None:
    seen: set[str] = set()
    for item in items:
        for rule in item.rules:
            if rule.kind is Kind.PATTERN and rule.value not in seen:
                seen.add(rule.value)
                if not patient():
                    raise NoTimeLeft
                pattern = pattern_of(rule)
                try:
                    if spelled_out(pattern) is None:  # a list of words needs no check
                        compile_pattern(pattern)
                except PatternError as problem:
                    raise LackmusError(
                        f"{file}, {RuleError(item, rule, str(problem))}. Fix it there."
                    ) from None


def decided_by_people(connection: Connection, suite: int, revision: int | None = None) -> Decided:
    """People's undisputed decisions on texts of a suite, by the keys of item and text."""
    said = decided_texts(connection, suite=suite, revision=revision).select("item", "text", "verdict")
    known = ((item, text, Verdict(verdict)) for item, text, verdict in said.iter_rows())
    return {(item, text): verdict for item, text, verdict in known if verdict is not Verdict.WARNING}


__all__ = ["ImportedSuite", "import_suite"]
