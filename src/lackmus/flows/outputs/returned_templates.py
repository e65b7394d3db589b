"""Import translations of templates: find the template of each file, and its system."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection

from lackmus.core.base.pairs import Pair
from lackmus.core.base.texts import one_line, source_key
from lackmus.core.outputs.imports import ImportedOutputs, ImportOutcome
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.outputs.template_documents import unscramble_documents
from lackmus.core.outputs.templates import Template, template_id_in, template_name, unscramble
from lackmus.errors import LackmusError
from lackmus.flows.outputs.importing import ImportOptions, take_in
from lackmus.flows.outputs.templates import template_entry
from lackmus.flows.verdicts.requests import Progress, chosen_pair, silent
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions, hand_ins_of
from lackmus.read.files import File, read_lines
from lackmus.read.outputs import wmt_jsonl, wmt_xml
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.templates import TemplateEntry, load_template, templates_of
from lackmus.store.suites.suites import StoredSuite, load_suite


@dataclass(frozen=True)
class Unscrambled:
    """What was stored, and what was dropped."""

    imported: tuple[ImportedOutputs, ...]  # one for each direction
    distractors: int  # dropped lines
    retired: int  # items that are no longer in the suite


def take_back(
    desk: Desk,
    files: Sequence[Path],
    wanted: ImportOptions,
    token: str | None = None,
    progress: Progress = silent,
) -> Unscrambled:
    """Assign returned translations to the items of the template, and store them."""
    if wanted.system is not None and len(files) > 1:
        raise LackmusError(
            "One system is named, but there are several files.",
            "Unscramble one at a time.",
            code="several-files",
        )
    with desk.open() as workspace:
        parts = _parts(workspace, {file: file.name for file in files}, token)
        ready: list[tuple[Expected, list[HandIn]]] = []
        for done, expected in enumerate(parts):
            progress("Reading", done, len(parts))
            ready.append(
                (
                    expected,
                    [one for file in expected.entries for one in expected.hand_ins(file, wanted.system)],
                )
            )

        def brought(expected: Expected, hand_ins: list[HandIn], options: ImportOptions) -> ImportedOutputs:
            seen = expected.seen
            verb = "template unscramble"
            return take_in(workspace, desk, expected.stored, seen, hand_ins, options, verb, progress)

        if len(ready) > 1 and not wanted.tried:  # each direction is a change: first see that none is refused
            for expected, hand_ins in ready:
                tried = brought(expected, hand_ins, replace(wanted, tried=True))
                if tried.count(ImportOutcome.REFUSED):
                    ready = [(expected, hand_ins)]  # says what is refused
                    break
        imported = tuple(brought(expected, hand_ins, wanted) for expected, hand_ins in ready)
    distractors = sum(expected.distractors for expected in parts)
    return Unscrambled(imported, distractors, sum(len(expected.retired) for expected in parts))


@dataclass(frozen=True)
class Expected:
    """What is known about returned files before they are read."""

    stored: StoredSuite
    seen: int  # the revision of the suite
    names: Mapping[Path, str]  # original names of the files
    entries: Mapping[Path, TemplateEntry]
    templates: Mapping[str, Template]

    @property
    def distractors(self) -> int:
        """Number of distractors."""
        return sum(self.templates[one.token].distractors for one in self.entries.values())

    @property
    def retired(self) -> set[str]:
        """Items that are no longer in the suite."""
        return {key for one in self.templates.values() for key in one.items} - self.stored.items.keys()

    def items(self, file: Path) -> int:
        """How many items the template of a file has, without retired ones."""
        return len(self.templates[self.entries[file].token].items - self.retired)

    def hand_ins(self, file: Path, system: str | None = None) -> list[HandIn]:
        """The hand-ins of a file, without distractors and retired items."""
        entry = self.entries[file]
        found = _returned(file, self.names[file], entry, self.templates[entry.token], self.stored, system)
        return [
            replace(one, places=[place for place in one.places if place[0] in self.stored.items])
            for one in found
        ]


def expect(
    workspace: OpenWorkspace, files: Mapping[Path, str], token: str | None, pair: str | None = None
) -> Expected:
    """The templates of files, by original names; all of one suite and pair, which may be named."""
    parts = _parts(workspace, files, token)
    if pair is not None and len(parts) > 1:
        chosen = chosen_pair(pair, [pair for part in parts for pair in part.stored.suite.pairs])
        parts = [part for part in parts if chosen in part.stored.suite.pairs]
    if len(parts) != 1:
        raise LackmusError(
            "The files are of several suites or pairs.",
            "Unscramble one after the other.",
            code="several-parts",
        )
    return parts[0]


def _parts(workspace: OpenWorkspace, files: Mapping[Path, str], token: str | None) -> list[Expected]:
    """What is expected of files, for each suite and pair that they are of."""
    with workspace.reading() as connection:
        entries: dict[tuple[int, Pair], dict[Path, TemplateEntry]] = {}
        for file, name in files.items():
            for one in _entries_of(connection, file, name, token):
                held = entries.setdefault((one.suite, one.pair), {})
                if file in held:
                    raise LackmusError(
                        f"{file} has documents of two templates of one pair, "
                        f"{held[file].token} and {one.token}.",
                        "Name one of them.",
                        code="which-template",
                    )
                held[file] = one
        seen = workspace.revision(connection).number
        return [
            Expected(
                load_suite(connection, suite, pair=pair),
                seen,
                files,
                of,
                {one.token: load_template(connection, one) for one in of.values()},
            )
            for (suite, pair), of in sorted(entries.items())
        ]


def _entries_of(connection: Connection, file: Path, name: str, token: str | None) -> list[TemplateEntry]:
    """The templates of a file: as given, otherwise by its content, otherwise by its name."""
    if token is not None:
        return [template_entry(connection, token, "template")]
    if wmt_jsonl.recognises(File(file), ReadOptions()):
        known = {one.token: one for one in templates_of(connection)}
        found = [known[one] for one in wmt_jsonl.returned_documents(File(file)) if one in known]
        if found:
            return found
    told = template_id_in(name)
    if told is None and wmt_xml.recognises(File(file), ReadOptions()):
        told = template_id_in(File(file).start.decode(errors="replace"))
    if told is None:
        raise LackmusError(
            f"{file}: its name has no template's id (lackmus-de-en-….txt).",
            code="which-template",
        )
    return [template_entry(connection, told, file=file)]


def _returned(
    file: Path, name: str, entry: TemplateEntry, template: Template, stored: StoredSuite, system: str | None
) -> list[HandIn]:
    if wmt_jsonl.recognises(File(file), ReadOptions()):
        returned = wmt_jsonl.returned_documents(File(file)).get(entry.token)
        if not returned:
            raise LackmusError(f"{file} has no document of template {entry.token}. Is it the right template?")
        try:
            return [unscramble_documents(template, returned, system or _system_of_lines(name, entry), name)]
        except ValueError as problem:
            raise LackmusError(f"{file}, {problem}. Ask for the file as it was handed in.") from None
    if wmt_xml.recognises(File(file), ReadOptions()):
        found = hand_ins_of(stored.suite, [str(file)], ReadOptions(form="wmt-xml"))
        for one in found:
            _refuse_other_sources(file, one, template)
        texts = {one.system: one.texts for one in found}
    else:
        texts = {system or _system_in(name, entry): read_lines(file)}
    try:
        return [unscramble(template, lines, whose, name) for whose, lines in texts.items()]
    except ValueError as problem:
        raise LackmusError(
            f"{file}: {problem} ({entry.token}). Ask for the file with one line for each line."
        ) from None


def _refuse_other_sources(file: Path, returned: HandIn, template: Template) -> None:
    """Refuse XML whose sources are not those of the template."""
    if len(returned.sources) != len(template.lines):
        return  # reported later as a wrong number of lines
    for number, (one, line) in enumerate(zip(returned.sources, template.lines, strict=True), start=1):
        if source_key(one) != source_key(one_line(line.source)):
            raise LackmusError(
                f"{file}: segment {number} has another source than the template. Is it the right template?"
            )


def _system_of_lines(name: str, entry: TemplateEntry) -> str:
    """The system of a file of JSON Lines, whose ending says nothing about it."""
    return _system_in(name.removesuffix(".jsonl"), entry)


_EDGES = "-_. "
# Words in file names that tell the kind of file, not the system.
_KINDS = {"hyp", "hypothesis", "out", "output", "translated", "txt", "gz", "xz"}


def _system_in(name: str, entry: TemplateEntry) -> str:
    """The system in a file name: what stands around the template's name."""
    own = re.escape(template_name(entry.pair, entry.token)).replace(r"\-", "[-_]")
    parts = re.split(own, name, maxsplit=1, flags=re.IGNORECASE)
    words = [word for part in parts for word in part.strip(_EDGES).split(".")]
    found = ".".join(word for word in words if word and word.lower() not in {*_KINDS, entry.pair.target})
    if not found:
        raise LackmusError(
            f"{name}: its name does not say whose translations they are.",
            code="whose-translations",
        )
    return found
