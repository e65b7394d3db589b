"""Preview of a suite file: its changes, contradicted decisions, findings."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import polars as pl

from lackmus.core.lint import Code, LintReport
from lackmus.core.reviews.rule_conflicts import conflicts
from lackmus.core.rules.patterns import NoTimeLeft, TimeLeft
from lackmus.core.suites.revisions import SuiteRevision, apply
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.judging import judge_texts, with_marks
from lackmus.errors import ConflictError, LackmusError
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.rules.time_limits import SUITE_SECONDS, TooLaborious, time_limit
from lackmus.flows.suites.catalogue import suite_lint
from lackmus.flows.suites.importing import ImportedSuite, import_suite
from lackmus.flows.suites.samples import FIRST, outputs_of, samples
from lackmus.flows.suites.suites import lint
from lackmus.flows.workspaces.demo import CAMPAIGNS
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions
from lackmus.read.budgets import Budget, Weight
from lackmus.store.outputs.marks import marks_of
from lackmus.store.reviews.decisions import decided_texts, decisions_of
from lackmus.store.rules.judging import paragraph_forms
from lackmus.store.suites.suites import load_suite, suite_names

_PACKED = (".gz", ".xz")
MOST = Weight(32 * 2**20, 2_000_000)  # of an uploaded suite: ten times the largest known


@dataclass(frozen=True)
class SuiteFile:
    """An uploaded suite file: path, original name, options."""

    path: Path
    label: str  # its original name, only shown
    name: str = ""  # of the suite; default: from the label
    form: str = ""  # default: recognised
    pair: str = ""  # only this pair

    @property
    def suite(self) -> str:
        """The name of the suite."""
        label = Path(self.label.replace("\\", "/")).name
        bare = label.rpartition(".")[0] if label.lower().endswith(_PACKED) else label
        return self.name.strip() or bare.rpartition(".")[0].strip() or bare.strip() or "suite"


@dataclass(frozen=True)
class Contradiction:
    """A text on which the rules would contradict people; the decision counts."""

    item: str
    text: str
    decided: str
    ruled: str
    people: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class FilePreview:
    """What importing a file would do."""

    suite: str
    known: bool  # the workspace has a suite of this name
    revision: SuiteRevision
    contradictions: tuple[Contradiction, ...]
    lint: LintReport  # of the suite after the import, counted as on its page
    form: str
    mended: Mapping[Code, int] = field(default_factory=dict)  # findings in the file that the import fixes

    @property
    def fingerprint(self) -> str:
        """A short digest of everything that would be done."""
        return _fingerprint(self.revision)


class SuiteChanged(ConflictError):  # noqa: N818  (two people at once: no mistake)
    """The suite was changed after the preview."""


def look_into(desk: Desk, file: SuiteFile) -> FilePreview:
    """What a file would add, change and retire, and its findings; nothing is written."""
    with _called(file):
        patient = time_limit(SUITE_SECONDS)
        linted = lint([file.path], file.pair or None, form=file.form or None, patient=patient)
        done = import_suite(
            desk, file.path, file.suite, file.form or None, file.pair or None, dry_run=True, patient=patient
        )
        found = suite_lint(_after(desk, done), patient=patient)
    named = replace(
        found, files=(file.label,), findings=tuple(replace(one, file=file.label) for one in found.findings)
    )
    mended = Counter(linted.lint.counts) - Counter(found.counts)
    known, contradictions = _contradicted(desk, done, patient)
    return FilePreview(
        done.suite, known, done.revision, contradictions, named, linted.forms[file.path], dict(mended)
    )


def _after(desk: Desk, done: ImportedSuite) -> Suite:
    """The suite after the import, which keeps repeated rules once."""
    with desk.open() as workspace, workspace.reading() as connection:
        number = suite_names(connection).get(done.suite)
        before = None if number is None else load_suite(connection, number).suite
    after = apply(before, done.revision)
    items = tuple(replace(item, rules=tuple(dict.fromkeys(item.rules))) for item in after.items)
    return replace(after, items=items)


def bring_in(desk: Desk, file: SuiteFile, fingerprint: str | None = None) -> ImportedSuite:
    """Import the file; refused if the effect differs from the previewed `fingerprint`."""

    def seen(revision: SuiteRevision, known: bool) -> None:
        if fingerprint is not None and _fingerprint(revision) != fingerprint:
            raise SuiteChanged(
                "The suite was changed meanwhile, so the file would do something else than you were "
                "shown. Nothing was changed. Look at it again."
            )

    with _called(file):
        patient = time_limit(SUITE_SECONDS)
        return import_suite(
            desk, file.path, file.suite, file.form or None, file.pair or None, tell=seen, patient=patient
        )


def take_sample(desk: Desk) -> None:
    """Import the first bundled sample: a suite, and outputs of invented systems from two years."""
    suite = samples()[FIRST]
    import_suite(desk, suite, name=FIRST)
    for year in CAMPAIGNS:
        import_outputs(desk, [str(outputs_of(suite, year))], ReadOptions(), ImportOptions(year), suite=FIRST)


def _fingerprint(revision: SuiteRevision) -> str:
    return sha256(repr(revision).encode(errors="surrogatepass")).hexdigest()[:16]


@contextmanager
def _called(file: SuiteFile) -> Iterator[None]:
    """Read a file within the limits of a suite; errors use its original name."""
    try:
        with Budget(MOST).held():
            yield
    except NoTimeLeft:
        raise TooLaborious(
            f"The patterns of {file.label}",
            SUITE_SECONDS,
            code="suite-too-slow",
        ) from None
    except LackmusError as problem:
        raise problem.calling(file.path, file.label) from None


def _contradicted(
    desk: Desk, done: ImportedSuite, patient: TimeLeft
) -> tuple[bool, tuple[Contradiction, ...]]:
    """Whether the suite is known, and the decided texts that its new rules would contradict."""
    with desk.open() as workspace, workspace.reading() as connection:
        number = suite_names(connection).get(done.suite)
        if number is None:
            return False, ()
        ruled = {one.key for one in done.revision.changed if one.edited or one.added or one.retired}
        said = decided_texts(connection, number).filter(pl.col("item").is_in(list(ruled)))
        if said.is_empty():
            return True, ()
        stored = load_suite(connection, number)
        after = apply(stored.suite, done.revision)
        people = decisions_of(connection, number)
        marks = marks_of(connection, said["text_id"].to_list())
        raws = paragraph_forms(connection, replace(stored, suite=after))
    beside = said.select("text_id").join(marks, on="text_id", how="left", maintain_order="left")
    ruled_texts = judge_texts(after, said.select("item", "text"), memory={}, patient=patient, raws=raws)
    judged = with_marks(ruled_texts, beside["mark"])
    judged = said.select("text_id").hstack(judged)
    opposed = conflicts(said.drop("text_id"), judged)
    who: dict[int, list[str]] = {}
    for text, person in people.select("text_id", "person").iter_rows():
        who.setdefault(text, []).append(person)
    return True, tuple(
        Contradiction(item, text, decided, says, tuple(who.get(number, ())))
        for number, item, text, decided, says in opposed.iter_rows()
    )
