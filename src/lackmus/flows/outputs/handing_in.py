"""Hand in outputs: first read and judge them without storing, then store all or none."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from lackmus.core.base.plurals import counted
from lackmus.core.outputs.imports import Brought, ImportedOutputs
from lackmus.core.outputs.outputs import HandIn, absences, items_of, outputs_of, system_names
from lackmus.core.outputs.templates import template_id_in
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.outputs.importing import ImportOptions, take_in
from lackmus.flows.outputs.returned_templates import expect
from lackmus.flows.outputs.uploaded_shards import FOLDER, places_to_read
from lackmus.flows.rules.time_limits import UPLOAD_SECONDS, time_limit
from lackmus.flows.verdicts.requests import ColumnsByRole, Progress, silent
from lackmus.flows.workspaces.workspaces import Desk, suite_for_reading
from lackmus.read import ReadOptions
from lackmus.read.budgets import Budget, Weight
from lackmus.read.files import File
from lackmus.read.formats import OutputReader, output_format
from lackmus.read.outputs import refuse_other_choices
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.suites.suites import StoredSuite

# Limit of one unpacked upload: it is held in memory, where a line takes many times its length.
MOST_UNPACKED = Weight(512 * 2**20, 5_000_000)


@dataclass(frozen=True)
class Staged:
    """An uploaded file: its path, and its original name, which is only a label."""

    path: Path
    name: str
    size: int = 0


@dataclass(frozen=True)
class HandInRequest:
    """The files to hand in, and their options."""

    files: tuple[Staged, ...]
    source: Staged | None = None  # the files stand line by line beside this one
    campaign: str | None = None
    year: int | None = None
    suite: str | None = None
    pair: str | None = None
    form: str | None = None
    testsuite: str | None = None
    collection: str | None = None
    skip_unknown: bool = False
    template: str | None = None  # the template they translate; default: by file name
    system: str | None = None  # the name of a single system
    names: Mapping[int, str] = field(default_factory=dict)  # index in the findings -> another name
    without: frozenset[int] = frozenset()  # indices of systems that are left out
    without_unread: bool = False  # leave out unreadable files
    replaces: bool = False
    columns: ColumnsByRole = field(default_factory=dict)  # of data sets
    words: Callable[[LackmusError], str] = str  # words an error for the face in use

    @property
    def returned(self) -> bool:
        """Whether these are translations of templates."""
        named = [template_id_in(one.name) is not None for one in self.files]
        plain = self.source is None and self.form is None and bool(named)
        return self.template is not None or (plain and all(named))

    @cached_property
    def asked(self) -> ReadOptions:
        """The reading options; one object for all files, so that the source is read once."""
        source = None if self.source is None else self.source.path
        return ReadOptions(
            self.form, source, self.testsuite, self.collection, self.skip_unknown, columns=self.columns
        )

    def plainly(self, problem: LackmusError) -> str:
        """The problem with files, with their original names."""
        for one in (*self.files, *([self.source] if self.source else [])):
            problem = problem.calling(f"{one.path.parent / FOLDER}{os.sep}", "")
            problem = problem.calling(one.path, one.name).calling(one.path.name, one.name)
        return self.words(problem)


@dataclass(frozen=True)
class UnreadFile:
    """An unreadable file, and the reason."""

    file: str
    problem: str


@dataclass(frozen=True)
class FoundSystem:
    """What was found for one system."""

    place: int
    found: str  # the name that the file gives or suggests
    system: str  # its final name
    file: str
    lines: int
    items: int  # with an output
    of: int  # of the suite or the template
    repeated: int  # further outputs of repeated sentences
    blank: int
    absent: str = ""  # why reports would leave it out as not taking part
    taken: bool = True
    brought: Brought | None = None  # the result of importing it

    @property
    def missing(self) -> int:
        """Items without an output."""
        return self.of - self.items


@dataclass(frozen=True)
class UploadFindings:
    """The content of files, and what storing them would do, or did."""

    systems: tuple[FoundSystem, ...]
    unread: tuple[UnreadFile, ...]
    imported: ImportedOutputs | None = None
    problem: str = ""  # why they cannot be stored as they are
    distractors: int = 0  # dropped lines of templates
    retired: int = 0  # items of templates that are no longer in the suite

    @property
    def stored(self) -> bool:
        """Whether it was stored, not only previewed."""
        return self.imported is not None and not self.imported.tried


@dataclass(frozen=True)
class _Read:
    stored: StoredSuite
    seen: int
    hand_ins: list[tuple[HandIn, int]]  # with the number of possible items
    unread: list[UnreadFile]
    distractors: int = 0
    retired: int = 0


def hand_in(
    desk: Desk, handing: HandInRequest, tried: bool = True, progress: Progress = silent
) -> UploadFindings:
    """Read files and judge them as an import would; store them unless it is only a preview.

    An unreadable file does not stop the others, but nothing is stored until the user leaves it out.
    """
    handing = replace(handing, words=desk.words)
    with desk.open() as workspace:
        try:
            with Budget(MOST_UNPACKED).held():
                read = _read(workspace, handing, progress)
        except UnavailableError:
            raise
        except LackmusError as problem:
            return UploadFindings((), (), problem=handing.plainly(problem))
        names = _names([one for one, _ in read.hand_ins], handing)
        findings = _found(read, names, handing)
        taken = [
            replace(one, system=names[place])
            for place, (one, _) in enumerate(read.hand_ins)
            if place not in handing.without
        ]
        if not taken:
            return replace(findings, problem="There is nothing to store.")
        if read.unread and not handing.without_unread:
            many, them = counted(len(read.unread), "file"), "it" if len(read.unread) == 1 else "them"
            findings = replace(findings, problem=f"{many} cannot be read. Leave {them} out, or mend {them}.")
            tried = True
        verb = "template unscramble" if handing.returned else "outputs import"
        wanted = ImportOptions(handing.campaign, handing.year, replaces=handing.replaces, tried=tried)
        done, refusal = _taken(workspace, desk, read, taken, wanted, verb, progress)
        if refusal is not None:
            findings = replace(findings, problem=handing.plainly(refusal))
        if done is None:
            return findings
        brought = {one.system: one for one in done.systems}
        systems = tuple(
            replace(one, brought=brought.get(one.system.strip()) if one.taken else None)
            for one in findings.systems
        )
        return replace(findings, systems=systems, imported=done)


def _taken(
    workspace: OpenWorkspace,
    desk: Desk,
    read: _Read,
    taken: Sequence[HandIn],
    wanted: ImportOptions,
    verb: str,
    progress: Progress,
) -> tuple[ImportedOutputs | None, LackmusError | None]:
    """The result of the import, or the error and a preview."""
    problem: LackmusError | None = None
    for one in [wanted] if wanted.tried else [wanted, replace(wanted, tried=True)]:
        try:
            patient = time_limit(UPLOAD_SECONDS)
            done = take_in(workspace, desk, read.stored, read.seen, taken, one, verb, progress, patient)
            return done, problem
        except UnavailableError:
            raise
        except LackmusError as refused:
            problem = problem or refused
    return None, problem


def _read(workspace: OpenWorkspace, handing: HandInRequest, progress: Progress) -> _Read:
    if not handing.files:
        raise LackmusError("No file came. Choose one.")
    if handing.returned:
        return _read_returned(workspace, handing, progress)
    with workspace.reading() as connection:
        stored = suite_for_reading(connection, handing.suite, handing.pair)
        seen = workspace.revision(connection).number
    if handing.asked.beside is not None:
        _ = handing.asked.beside.lines  # a problem with it is reported once, not for every file
    read = _Read(stored, seen, [], [])
    known: list[tuple[Staged, File, OutputReader]] = []
    places = places_to_read({one.path: one.name for one in handing.files})
    for one in (one for one in handing.files if one.path in places):
        file = File(places[one.path])
        with _told(handing, one, read.unread):
            known.append((one, file, output_format(file, handing.asked)))
    refuse_other_choices([form for _, _, form in known], handing.asked)
    suggested = _suggested(known, handing)
    for done, (one, file, form) in enumerate(known):
        progress("Reading", done, len(known))
        with _told(handing, one, read.unread):
            found = form.read(file, suggested[one], stored.suite, handing.asked)
            several = len(found) > 1
            read.hand_ins.extend((_renamed(each, one, several), len(stored.items)) for each in found)
    return read


def _renamed(found: HandIn, file: Staged, several: bool) -> HandIn:
    """A hand-in with the original name of its file, also in what was found wrong with it."""
    told = [
        replace(one, evidence=one.evidence.replace(file.path.name, file.name)) for one in found.suspicions
    ]
    name = f"{file.name} ({found.system})" if several else file.name
    return replace(found, file=name, suspicions=told)


def _read_returned(workspace: OpenWorkspace, handing: HandInRequest, progress: Progress) -> _Read:
    """Translations of templates, assigned to their items."""
    expected = expect(
        workspace, {one.path: one.name for one in handing.files}, handing.template, handing.pair
    )
    distractors, retired = expected.distractors, len(expected.retired)
    read = _Read(expected.stored, expected.seen, [], [], distractors, retired)
    for done, one in enumerate(handing.files):
        progress("Reading", done, len(handing.files))
        with _told(handing, one, read.unread):
            only = handing.system if len(handing.files) == 1 else None
            found = expected.hand_ins(one.path, only or _plain_name(one, handing))
            read.hand_ins.extend((replace(each, file=one.name), expected.items(one.path)) for each in found)
    return read


def _plain_name(one: Staged, handing: HandInRequest) -> str | None:
    """If the template was given, a file's name may name its system, as in other hand-ins."""
    if handing.template is None or template_id_in(one.name) is not None:
        return None
    return system_names([each.name for each in handing.files])[handing.files.index(one)]


class _told:  # noqa: N801  (reads like the context that it is)
    """Record the error of one file and continue with the next."""

    def __init__(self, handing: HandInRequest, file: Staged, unread: list[UnreadFile]) -> None:
        self._handing, self._file, self._unread = handing, file, unread

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, problem: BaseException | None, __: object) -> bool:
        if isinstance(problem, LackmusError):
            self._unread.append(UnreadFile(self._file.name, self._handing.plainly(problem)))
            return True
        return False


def _suggested(
    known: Sequence[tuple[Staged, File, OutputReader]], handing: HandInRequest
) -> dict[Staged, str]:
    """System names from file names; only files that do not name their systems must differ."""
    also = [handing.source.name] if handing.source else []
    names: dict[Staged, str] = {}
    for telling in (False, True):
        of = [one for one, _, form in known if form.NAMES_SYSTEMS is telling]
        if of:
            names |= zip(of, system_names([one.name for one in of], also=also), strict=True)
    return names


def _names(hand_ins: Sequence[HandIn], handing: HandInRequest) -> list[str]:
    """The names of systems: as given, otherwise from files, made unique."""
    if handing.system and len(hand_ins) == 1:
        return [handing.names.get(0, handing.system)]
    seen: Counter[str] = Counter()
    names = []
    for place, one in enumerate(hand_ins):
        seen[one.system] += 1
        again = f"{one.system} ({seen[one.system]})" if seen[one.system] > 1 else one.system
        names.append(handing.names.get(place) or again)
    return names


def _found(read: _Read, names: Sequence[str], handing: HandInRequest) -> UploadFindings:
    systems = list(_each(read, names, handing))
    told = (replace(one, system=names[place]) for place, (one, _) in enumerate(read.hand_ins))
    distinct = {one.system: one for one in told}  # repeated names are refused later, by name
    idle = absences(outputs_of(distinct.values()), items_of(read.stored.suite)) if systems else {}
    return UploadFindings(
        tuple(replace(one, absent=idle[one.system].reason if one.system in idle else "") for one in systems),
        tuple(read.unread),
        distractors=read.distractors,
        retired=read.retired,
    )


def _each(read: _Read, names: Sequence[str], handing: HandInRequest) -> Iterator[FoundSystem]:
    for place, (one, of) in enumerate(read.hand_ins):
        items = len({item for item, _ in one.places})
        yield FoundSystem(
            place,
            one.system,
            names[place],
            one.file,
            len(one.texts),
            items,
            max(of, items),
            len(one.places) - items,
            sum(not one.texts[line].strip() for _, line in one.places),
            taken=place not in handing.without,
        )
