"""Templates: hide items of a suite among distractors, hand them out, and take the translations back."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection

from lackmus.core.draws import Amount, Per, draw
from lackmus.core.imports import Imported
from lackmus.core.outputs import HandIn
from lackmus.core.pairs import Pair
from lackmus.core.suites import Item
from lackmus.core.tables import counted
from lackmus.core.template_tables import TemplateShown
from lackmus.core.templates import (
    Template,
    make_template,
    template_id_in,
    template_name,
    unscramble,
)
from lackmus.core.texts import source_key
from lackmus.errors import LackmusError
from lackmus.flows.requests import Progress, listed, silent
from lackmus.flows.stored_outputs import Wanted, take_in
from lackmus.flows.workspaces import Desk, the_pair, the_suite, the_system
from lackmus.read import Asked, hand_ins_of
from lackmus.read.files import File, read_lines
from lackmus.read.outputs import wmt_xml
from lackmus.store.hand_ins import current_hand_ins
from lackmus.store.holdings import failed_items
from lackmus.store.suites import StoredSuite, load_suite, suite_names
from lackmus.store.templates import Entry, add_template, load_template, templates_of
from lackmus.store.workspaces import Workspace

_SEEDS = 2**31  # what both databases hold as a number, and people can copy


@dataclass(frozen=True)
class Recipe:
    """Which items hide in a template, and among what."""

    suite: str | None = None
    pair: str | None = None
    amount: str = "all"  # as users write it
    per: Per = Per.SUITE
    failed_by: str | None = None  # a system: only items that it failed last time
    like: str | None = None  # an earlier template: only items that were in it
    distractors: Path | None = None
    factor: float = 0.0
    seed: int | None = None
    public: bool = False
    with_reserved: bool = False  # even into a public one
    categories: Sequence[str] = ()  # only items of these …
    phenomena: Sequence[tuple[str, str]] = ()  # … or of these, each with its category


@dataclass(frozen=True)
class Made:
    """A template that was made, and the file in which it goes out."""

    token: str
    template: Template
    drawn: str
    file: Path
    reserved: int  # items that stayed out because they are kept secret


Write = Callable[[Template, str], Path]  # writes the file of a template under its token


def make(desk: Desk, recipe: Recipe, write: Write) -> Made:
    """Draw items, hide them, keep the key; a template whose file cannot be written is not kept."""
    try:
        amount = Amount.parse(recipe.amount)
    except ValueError as problem:
        raise LackmusError(f"--draw: {problem}.") from None
    if recipe.factor and recipe.distractors is None:
        raise LackmusError("--factor asks for distractors. Name a file of sentences: --distractors FILE.")
    sentences = [] if recipe.distractors is None else read_lines(recipe.distractors)
    seed = secrets.randbelow(_SEEDS) if recipe.seed is None else recipe.seed
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "template make", comment=desk.comment) as change,
    ):
        connection = change.connection
        number = the_suite(connection, recipe.suite)
        pair = the_pair(connection, number, recipe.pair)
        stored = load_suite(connection, number, pair=pair)
        among, said = _among(connection, stored, pair, recipe)
        reserved = recipe.with_reserved or not recipe.public
        items = draw(stored.suite.items, amount, recipe.per, seed, among, reserved)
        if not items:
            raise LackmusError(f"No item of {stored.suite.name} is left to draw ({'; '.join(said) or pair}).")
        try:
            others = [item.source for item in stored.suite.items]
            template = make_template(items, sentences, recipe.factor, seed, others)
        except ValueError as problem:
            raise LackmusError(f"{recipe.distractors or 'template'}: {problem}.") from None
        drawn = _drawn(amount, recipe, said)
        token = add_template(change, number, template, stored.items, drawn, recipe.public)
        change.about = f"{token}: {counted(len(template.lines), 'line')}, {drawn}"
        file = write(template, token)
    asked = (item for item in stored.suite.items if among is None or item.key in among)
    secret = 0 if reserved else sum(item.reserved for item in asked)
    return Made(token, template, drawn, file, secret)


def _among(
    connection: Connection, stored: StoredSuite, pair: Pair, recipe: Recipe
) -> tuple[frozenset[str] | None, list[str]]:
    """The items from which to draw, if not from all, and in words why."""
    among: frozenset[str] | None = None
    said = []
    if recipe.categories or recipe.phenomena:
        among = _chosen(stored, recipe)
        said.append(f"those of {listed([*recipe.categories, *(name for _, name in recipe.phenomena)])}")
    if recipe.failed_by is not None:
        system = the_system(connection, recipe.failed_by)
        held = [
            hand_in
            for hand_in, whose, suite, of, *_ in current_hand_ins(connection, system.campaign)
            if whose == system.id and suite == stored.id and of == str(pair)
        ]
        if not held:
            raise LackmusError(
                f"--failed-by: {recipe.failed_by} has no outputs of {stored.suite.name} {pair}."
            )
        failed = failed_items(connection, held)
        keys = frozenset(key for key, number in stored.items.items() if number in failed)
        among = keys if among is None else among & keys
        said.append(f"those that {recipe.failed_by} failed")
    if recipe.like is not None:
        entry = _entry(connection, recipe.like, "--like")
        if (entry.suite, entry.pair) != (stored.id, pair):
            raise LackmusError(f"--like: template {entry.token} is of another suite or pair.")
        keys = load_template(connection, entry).items
        among = keys if among is None else among & keys
        said.append(f"those of template {entry.token}")
    return among, said


def _chosen(stored: StoredSuite, recipe: Recipe) -> frozenset[str]:
    """The items of the categories and phenomena that were named; each of them must have some."""
    items = stored.suite.items
    there = {item.category for item in items}, {(item.category, item.phenomenon) for item in items}
    for category in recipe.categories:
        if category not in there[0]:
            raise LackmusError(f"There is no category {category}. There are {listed(sorted(there[0]))}.")
    for category, phenomenon in recipe.phenomena:
        if (category, phenomenon) not in there[1]:
            raise LackmusError(f"{category} has no phenomenon {phenomenon}. lackmus suite show lists them.")
    categories, phenomena = set(recipe.categories), set(recipe.phenomena)
    return frozenset(
        item.key
        for item in items
        if item.category in categories or (item.category, item.phenomenon) in phenomena
    )


def _drawn(amount: Amount, recipe: Recipe, said: Sequence[str]) -> str:
    per = "" if recipe.per is Per.SUITE else f" per {recipe.per}"
    secret = ["reserved ones left out"] if recipe.public and not recipe.with_reserved else []
    many = f"{recipe.factor:g} distractor" if recipe.factor == 1 else f"{recipe.factor:g} distractors"
    hiding = f"{many} for each item" if recipe.factor else "no distractors"
    return "; ".join([f"{amount}{per}", *said, *secret, hiding])


def _entry(connection: Connection, token: str, option: str = "") -> Entry:
    known = {one.token: one for one in templates_of(connection)}
    wanted = template_id_in(token) or token.strip().lower()
    if wanted not in known:
        where = f"{option}: there" if option else "There"
        there = f"There are {listed(known)}." if known else "There are none."
        raise LackmusError(f"{where} is no template {token}. {there}")
    return known[wanted]


def templates(desk: Desk) -> list[TemplateShown]:
    """All templates, in the order in which they were made."""
    with desk.open() as workspace, workspace.reading() as connection:
        names = _suites(connection)
        return [_shown(one, names) for one in templates_of(connection)]


def template(desk: Desk, token: str) -> tuple[TemplateShown, Template, list[Item]]:
    """A template, its lines, and those of its items that the suite still has."""
    with desk.open() as workspace, workspace.reading() as connection:
        entry = _entry(connection, token)
        found = load_template(connection, entry)
        stored = load_suite(connection, entry.suite, pair=entry.pair)
        items = [item for item in stored.suite.items if item.key in found.items]
        return _shown(entry, _suites(connection)), found, items


def _suites(connection: Connection) -> dict[int, str]:
    return {number: name for name, number in suite_names(connection).items()}


def _shown(one: Entry, suites: dict[int, str]) -> TemplateShown:
    return TemplateShown(
        one.token,
        suites.get(one.suite, ""),
        str(one.pair),
        one.at,
        one.person,
        one.seed,
        one.drawn,
        one.public,
        one.lines,
        one.distractors,
    )


# -- taking translations back ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unscrambled:
    """What was stored, and what was dropped on the way."""

    imported: Imported
    distractors: int  # lines that were only there to hide the others
    retired: int  # items that the suite does not have any more


def take_back(
    desk: Desk,
    files: Sequence[Path],
    wanted: Wanted,
    token: str | None = None,
    progress: Progress = silent,
) -> Unscrambled:
    """Put returned translations beside the items that hid in the template, and store them."""
    if wanted.system is not None and len(files) > 1:
        raise LackmusError(
            "--system names one system, but there are several files. Unscramble one at a time."
        )
    with desk.open() as workspace:
        expected = expect(workspace, {file: file.name for file in files}, token)
        hand_ins: list[HandIn] = []
        for done, file in enumerate(files):
            progress("Reading", done, len(files))
            hand_ins += expected.hand_ins(file, wanted.system)
        imported = take_in(
            workspace,
            desk,
            expected.stored,
            expected.seen,
            hand_ins,
            wanted,
            "template unscramble",
            progress,
        )
    return Unscrambled(imported, expected.distractors, len(expected.retired))


@dataclass(frozen=True)
class Expected:
    """What is known of files that translate templates, before they are read."""

    stored: StoredSuite
    seen: int  # the revision at which the suite was read
    names: Mapping[Path, str]  # under which the files came
    entries: Mapping[Path, Entry]
    templates: Mapping[str, Template]

    @property
    def distractors(self) -> int:
        """Lines that were only there to hide the others."""
        return sum(self.templates[one.token].distractors for one in self.entries.values())

    @property
    def retired(self) -> set[str]:
        """Items that the suite does not have any more."""
        return {key for one in self.templates.values() for key in one.items} - self.stored.items.keys()

    def items(self, file: Path) -> int:
        """How many items hid in the template of a file, those apart that are retired."""
        return len(self.templates[self.entries[file].token].items - self.retired)

    def hand_ins(self, file: Path, system: str | None = None) -> list[HandIn]:
        """What a file brings back, without distractors and retired items."""
        entry = self.entries[file]
        found = _returned(file, self.names[file], entry, self.templates[entry.token], self.stored, system)
        return [
            replace(one, places=[place for place in one.places if place[0] in self.stored.items])
            for one in found
        ]


def expect(workspace: Workspace, files: Mapping[Path, str], token: str | None) -> Expected:
    """Which templates files translate, by the names under which they came; all of one suite and pair."""
    with workspace.reading() as connection:
        entries = {file: _entry_of(connection, file, name, token) for file, name in files.items()}
        parts = {(one.suite, one.pair) for one in entries.values()}
        if len(parts) != 1:
            raise LackmusError("The files are of several suites or pairs. Unscramble one after the other.")
        ((suite, pair),) = parts
        stored = load_suite(connection, suite, pair=pair)
        loaded = {one.token: load_template(connection, one) for one in entries.values()}
        return Expected(stored, workspace.revision(connection).number, files, entries, loaded)


def _entry_of(connection: Connection, file: Path, name: str, token: str | None) -> Entry:
    """The template that a file translates: as said, else by its name, else by what it says itself."""
    if token is not None:
        return _entry(connection, token, "--template")
    found = template_id_in(name)
    if found is None and wmt_xml.recognises(File(file), Asked()):
        found = template_id_in(File(file).start.decode(errors="replace"))
    if found is None:
        raise LackmusError(
            f"{file}: its name has no template's id (lackmus-de-en-….txt). Say which it is: --template."
        )
    return _entry(connection, found, str(file))


def _returned(
    file: Path, name: str, entry: Entry, template: Template, stored: StoredSuite, system: str | None
) -> list[HandIn]:
    if wmt_xml.recognises(File(file), Asked()):
        found = hand_ins_of(stored.suite, [str(file)], Asked(form="wmt-xml"))
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
    """XML brings the sources back: they must be those that were handed out."""
    if len(returned.sources) != len(template.lines):
        return  # which is told as a wrong number of lines
    for number, (one, line) in enumerate(zip(returned.sources, template.lines, strict=True), start=1):
        if source_key(one) != source_key(line.source):
            raise LackmusError(
                f"{file}: segment {number} has another source than the template. Is it the right template?"
            )


_EDGES = "-_. "
# Words in file names that say what a file is, not whose it is.
_KINDS = {"hyp", "hypothesis", "out", "output", "translated", "txt", "gz", "xz"}


def _system_in(name: str, entry: Entry) -> str:
    """Whose lines they are: what people have put around the template's name."""
    own = re.escape(template_name(entry.pair, entry.token)).replace(r"\-", "[-_]")
    parts = re.split(own, name, maxsplit=1, flags=re.IGNORECASE)
    words = [word for part in parts for word in part.strip(_EDGES).split(".")]
    found = ".".join(word for word in words if word and word.lower() not in {*_KINDS, entry.pair.target})
    if not found:
        raise LackmusError(
            f"{name}: its name does not say whose translations they are. Say it: --system NAME."
        )
    return found
