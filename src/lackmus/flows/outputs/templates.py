"""Templates: hide items of a suite among distractors, and hand them out."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection

from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.outputs.templates import Template, TemplateShown, make_template, template_id_in
from lackmus.core.suites.draws import Amount, Per, draw
from lackmus.core.suites.suite import Item
from lackmus.core.verdicts.reserved import RESERVED
from lackmus.errors import Argument, LackmusError
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import Desk, the_pair, the_suite, the_system
from lackmus.read.files import read_lines
from lackmus.store.db.changes import Change
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.outputs.holdings import failed_items
from lackmus.store.outputs.templates import TemplateEntry, add_template, load_template, templates_of
from lackmus.store.suites.reserved import Hidden
from lackmus.store.suites.suites import StoredSuite, load_suite, suite_names, suite_pairs

ALL_PAIRS = "all"
_SEEDS = 2**31  # fits both databases, and is easy to copy


@dataclass(frozen=True)
class TemplatePlan:
    """Which items a template hides, and among what."""

    suite: str | None = None
    pairs: tuple[str, ...] = ()  # several for a test set; ("all",) for all
    amount: str = "all"  # as written by the user
    per: Per = Per.SUITE
    failed_by: str | None = None  # a system: only items that it failed last
    like: str | None = None  # an earlier template: only its items
    distractors: Path | None = None
    factor: float = 0.0
    seed: int | None = None
    public: bool = False
    with_reserved: bool = False  # even in a public one
    categories: Sequence[str] = ()  # only items of these categories
    phenomena: Sequence[tuple[str, str]] = ()  # or of these phenomena, each with its category


@dataclass(frozen=True)
class MadeTemplate:
    """A new template and its file."""

    token: str
    template: Template
    drawn: str
    file: Path
    reserved: int  # reserved items that were left out
    suite: str  # its name


# Writes the file of templates with their tokens, given the name of their suite.
Write = Callable[[Sequence[tuple[Template, str]], str], Path]


def make(desk: Desk, plan: TemplatePlan, write: Write) -> list[MadeTemplate]:
    """Draw items of each pair, hide them, store the keys; nothing is stored if the file cannot be written."""
    try:
        amount = Amount.parse(plan.amount)
    except ValueError as problem:
        raise LackmusError(f"{problem}.", argument="draw") from None
    if plan.factor and plan.distractors is None:
        raise LackmusError(
            "distractors are asked for.",
            code="no-distractors",
            argument="factor",
        )
    sentences = [] if plan.distractors is None else read_lines(plan.distractors)
    seed = secrets.randbelow(_SEEDS) if plan.seed is None else plan.seed
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "template make", comment=desk.comment) as change,
    ):
        number = the_suite(change.connection, plan.suite)
        pairs = _pairs(change.connection, number, plan)
        made = [_made(change, number, pair, plan, amount, sentences, seed) for pair in pairs]
        change.about = "; ".join(
            f"{one.token}: {counted(len(one.template.lines), 'line')}, {one.drawn}" for one in made
        )
        file = write([(one.template, one.token) for one in made], made[0].suite)
    return [replace(one, file=file) for one in made]


def _pairs(connection: Connection, suite: int, plan: TemplatePlan) -> list[Pair]:
    """The pairs of the plan, each once: the only one, those that are named, or all."""
    if plan.pairs == (ALL_PAIRS,):
        found = suite_pairs(connection, suite)
    else:
        found = [the_pair(connection, suite, written) for written in plan.pairs or (None,)]
    if plan.factor and len({pair.source for pair in found}) > 1:
        raise LackmusError(
            "distractors are in one language, but the pairs have several source languages.",
            "Make a template for each.",
            argument="distractors",
        )
    return list(dict.fromkeys(found))


def _made(
    change: Change,
    suite: int,
    pair: Pair,
    plan: TemplatePlan,
    amount: Amount,
    sentences: Sequence[str],
    seed: int,
) -> MadeTemplate:
    """A template of one pair, stored; its file is not written yet."""
    connection = change.connection
    stored = load_suite(connection, suite, pair=pair)
    among, said = _among(connection, stored, pair, plan)
    reserved = plan.with_reserved or not plan.public
    items = draw(stored.suite.items, amount, plan.per, seed, among, reserved)
    if not items:
        raise LackmusError(f"No item of {stored.suite.name} is left to draw ({'; '.join(said) or pair}).")
    try:
        others = [item.source for item in stored.suite.items]
        template = make_template(items, sentences, plan.factor, seed, others)
    except ValueError as problem:
        raise LackmusError(f"{plan.distractors or 'template'}: {problem}.") from None
    drawn = _drawn(amount, plan, said)
    token = add_template(change, suite, template, stored.items, drawn, plan.public)
    asked = (item for item in stored.suite.items if among is None or item.key in among)
    secret = 0 if reserved else sum(item.reserved for item in asked)
    return MadeTemplate(token, template, drawn, Path(), secret, stored.suite.name)


def _among(
    connection: Connection, stored: StoredSuite, pair: Pair, plan: TemplatePlan
) -> tuple[frozenset[str] | None, list[str]]:
    """The items to draw from, if not all, and the reason in words."""
    among: frozenset[str] | None = None
    said = []
    if plan.categories or plan.phenomena:
        among = _chosen(stored, plan)
        said.append(f"those of {listed([*plan.categories, *(name for _, name in plan.phenomena)])}")
    if plan.failed_by is not None:
        system = the_system(connection, plan.failed_by)
        held = [
            hand_in
            for hand_in, whose, suite, of, *_ in current_hand_ins(connection, system.campaign)
            if whose == system.id and suite == stored.id and of == str(pair)
        ]
        if not held:
            raise LackmusError(f"{plan.failed_by} has no outputs of {stored.suite.name} {pair}.").at(
                Argument("failed_by")
            )
        failed = failed_items(connection, held)
        keys = frozenset(key for key, number in stored.items.items() if number in failed)
        among = keys if among is None else among & keys
        said.append(f"those that {plan.failed_by} failed")
    if plan.like is not None:
        entry = template_entry(connection, plan.like, "like")
        if (entry.suite, entry.pair) != (stored.id, pair):
            raise LackmusError(f"template {entry.token} is of another suite or pair.", argument="like")
        keys = load_template(connection, entry).items
        among = keys if among is None else among & keys
        said.append(f"those of template {entry.token}")
    return among, said


def _chosen(stored: StoredSuite, plan: TemplatePlan) -> frozenset[str]:
    """The items of the named categories and phenomena; each must have some."""
    items = stored.suite.items
    there = {item.category for item in items}, {(item.category, item.phenomenon) for item in items}
    for category in plan.categories:
        if category not in there[0]:
            raise LackmusError(f"There is no category {category}. There are {listed(sorted(there[0]))}.")
    for category, phenomenon in plan.phenomena:
        if (category, phenomenon) not in there[1]:
            raise LackmusError(
                f"{category} has no phenomenon {phenomenon}.",
                code="no-such-phenomenon",
            )
    categories, phenomena = set(plan.categories), set(plan.phenomena)
    return frozenset(
        item.key
        for item in items
        if item.category in categories or (item.category, item.phenomenon) in phenomena
    )


def _drawn(amount: Amount, plan: TemplatePlan, said: Sequence[str]) -> str:
    per = "" if plan.per is Per.SUITE else f" per {plan.per}"
    secret = ["reserved ones left out"] if plan.public and not plan.with_reserved else []
    many = f"{plan.factor:g} distractor" if plan.factor == 1 else f"{plan.factor:g} distractors"
    hiding = f"{many} for each item" if plan.factor else "no distractors"
    return "; ".join([f"{amount}{per}", *said, *secret, hiding])


def template_entry(
    connection: Connection, token: str, argument: str = "", file: Path | None = None
) -> TemplateEntry:
    """The template of this token, or of the file name that has it in it."""
    known = {one.token: one for one in templates_of(connection)}
    wanted = template_id_in(token) or token.strip().lower()
    if wanted not in known:
        first = "there" if argument or file else "There"
        there = f"There are {listed(known)}." if known else "There are none."
        problem = LackmusError(f"{first} is no template {token}. {there}", argument=argument)
        raise problem.at(file) if file else problem
    return known[wanted]


def templates(desk: Desk) -> list[TemplateShown]:
    """All templates, in the order of creation."""
    with desk.open() as workspace, workspace.reading() as connection:
        names = _suites(connection)
        return [_shown(one, names) for one in templates_of(connection)]


def template(desk: Desk, token: str) -> tuple[TemplateShown, Template, list[Item]]:
    """A template, its lines, and its items that are still in the suite."""
    with desk.open() as workspace, workspace.reading() as connection:
        entry = template_entry(connection, token)
        found = load_template(connection, entry)
        stored = load_suite(connection, entry.suite, pair=entry.pair)
        items = [item for item in stored.suite.items if item.key in found.items]
        return _shown(entry, _suites(connection)), found, items


def handed_out(desk: Desk, token: str, published: bool = False) -> tuple[TemplateShown, Template]:
    """A template and its lines, for the file; refused if the person may not see some items.

    What goes to a shared task is `published`: reserved items stay out of it.
    """
    shown, found, items = template(desk, token)
    if published and not shown.public and any(item.reserved for item in items):
        raise LackmusError(
            f"Template {shown.token} holds reserved items, and others see what goes to a shared task.",
            "Make a public template.",
        )
    if not desk.shows_reserved and any(line.source == RESERVED for line in found.lines):
        raise Hidden(f"Template {shown.token} holds reserved items: only editors download it.")
    # Prompts are those of the items as they are now.
    prompts = {item.key: item.prompt for item in items}
    lines = (
        replace(line, prompt=next((prompts.get(key, "") for key in line.items), "")) for line in found.lines
    )
    return shown, replace(found, lines=tuple(lines))


def _suites(connection: Connection) -> dict[int, str]:
    return {number: name for name, number in suite_names(connection).items()}


def _shown(one: TemplateEntry, suites: dict[int, str]) -> TemplateShown:
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
