"""A workspace with reserved items: all that they say holds one word that nothing else does."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
from sqlalchemy import select

from lackmus.core.base.verdict import Verdict
from lackmus.core.ratings.tasks import TaskPlan
from lackmus.core.reviews.known_verdicts import KnownChoice
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.core.workspaces.people import Role
from lackmus.flows.challenges import keeping as kept_challenges
from lackmus.flows.contrasts import keeping as kept_studies
from lackmus.flows.outputs import templates
from lackmus.flows.outputs.destinations import ImportOptions
from lackmus.flows.outputs.importing import import_outputs
from lackmus.flows.ratings import ratings, tasks
from lackmus.flows.reviews import deciding, remarks
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.reviews.second_looks import assign
from lackmus.flows.reviews.training import answer_training, make_training
from lackmus.flows.rules import lab
from lackmus.flows.rules.rules import add_rule, retire_rule
from lackmus.flows.suites import item_changes
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.suites.item_changes import ItemDraft
from lackmus.flows.suites.item_pages import item_page
from lackmus.flows.suites.splitting import split_suite
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.saved_reports import save
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces import history
from lackmus.flows.workspaces.people import add_person
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions
from lackmus.store.db import bulk, schema
from lackmus.web.served import Served
from tests.challenged import challenge_of, scores_of
from tests.studied import small_study
from tests.web.conftest import NAMES, Site, browser_of

WORD = "zyxquark"  # in ids, sentences, rules, texts, remarks of the reserved items, and nowhere else
SUITE, PAIR = "secrets", "de-en"
CAMPAIGNS = ("2025", "2026")
SYSTEMS = ("Ahorn", "Birke", "Linde")
_OPEN = ("o1", "o2", "o3", "o4")
_HIDDEN = (f"{WORD}-1", f"{WORD}-2", f"{WORD}-3", f"{WORD}-4")


@dataclass
class Secrets:
    """The server, and the numbers under which things are found."""

    served: Served
    items: tuple[int, ...]  # all of the suite, the retired one among them
    hidden: tuple[int, ...]
    suite: int
    texts: tuple[int, ...]
    templates: tuple[str, ...]
    before: int  # a change at which nothing was reserved yet
    last: int

    def browser(self, role: Role) -> Site:
        """Somebody of this role, logged in."""
        return browser_of(self.served, NAMES[role])


def _suite_file(folder: Path) -> Path:
    lines = [
        f"pair: {PAIR}",
        "phenomena:",
        "  - category: Ambiguity",
        "    phenomenon: Lexical",
        "    items:",
    ]
    for name in (*_OPEN, *_HIDDEN):
        word = WORD if name in _HIDDEN else "Baum"
        lines += [
            f"      - id: {name}",
            f"        source: Der {word} von {name} steht hier.",
            f"        positive: ['right {word}']",
            f"        negative: ['wrong {word}']",
            f"        negative_fixed: ['never a {word}']",
            f"        comment: about the {word}",
            f"        tags: ['tag {word}']",
            f"        paradigm: like {word}",
        ]
    file = folder / f"{SUITE}.yaml"
    file.write_text("\n".join(lines) + "\n")
    return file


def _outputs(folder: Path, campaign: str) -> list[Path]:
    files = []
    for place, system in enumerate(SYSTEMS):
        rows = []
        for number, name in enumerate((*_OPEN, *_HIDDEN)):
            word = WORD if name in _HIDDEN else "tree"
            said = ("right", "wrong", "some")[(place + number + len(campaign)) % 3]
            rows.append(f"{name}\tThe {said} {word} of {name}, says {system} {campaign}.  \n")
        file = folder / campaign / f"{system}.tsv"
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(rows))
        files.append(file)
    return files


def secrets_on(file: Path, folder: Path) -> Iterator[Secrets]:
    """A suite, half of it reserved after people have worked on it."""
    desk = Desk(str(file), "Ada")
    with desk.open(create=True) as workspace:
        served = Served(replace(desk, opened=workspace), folder)
        ada = served.desk_of("Ada", shows_reserved=True)
        for role, name in NAMES.items():
            add_person(ada, name, role)
        import_suite(ada, _suite_file(folder))
        for campaign in CAMPAIGNS:
            files = [str(one) for one in _outputs(folder, campaign)]
            import_outputs(ada, files, ReadOptions(), ImportOptions(campaign))
        yield _worked_on(served, ada)


def _worked_on(served: Served, ada: Desk) -> Secrets:
    """People decide, remark, change rules, build a challenge, make templates; then half is reserved."""
    with ada.open() as workspace, workspace.reading() as connection:
        rows = connection.execute(
            select(schema.items.c.id, schema.items.c.name, schema.suite_states.c.suite)
            .join(schema.suite_states, schema.suite_states.c.suite == schema.items.c.suite)
            .where(schema.suite_states.c.name == SUITE)
        ).all()
        items = {name: number for number, name, _ in rows}
        (suite,) = {row[2] for row in rows}
        hidden = tuple(items[name] for name in _HIDDEN)
        found = select(schema.texts.c.id, schema.texts.c.item).where(schema.texts.c.item.in_(items.values()))
        texts: dict[int, int] = dict(bulk.fetch(connection, found))
    secret = [text for text, item in texts.items() if item in hidden]
    ben, eve = (
        replace(ada, person=NAMES[role], comment=f"because of {WORD}") for role in (Role.EDITOR, Role.ADMIN)
    )
    deciding.decide(ben, [(text, Verdict.PASS) for text in secret[:3]])
    deciding.decide(eve, [(text, Verdict.FAIL) for text in secret[:2]])
    deciding.decide(ben, [(text, Verdict.PASS) for text in secret[6:9]])
    assign(ben, Scope("2026"), "100%", NAMES[Role.ADMIN], 1)
    known = KnownChoice((), texts=dict.fromkeys(secret[:2], Verdict.PASS))
    make_training(ada, SUITE, "first steps", known, [*NAMES.values()][1:])
    answer_training(replace(ada, person=NAMES[Role.ANNOTATOR]), "first steps", secret[0], Verdict.FAIL)
    for text in (secret[0], secret[9]):
        remarks.comment(ben, text, f"I wonder about {WORD}")
        remarks.flag(ben, text)
        remarks.reveal(ben, text)
    item_page(ben, hidden[0], reveal=True)
    added = add_rule(ben, f"{PAIR}:{_HIDDEN[0]}", Rule(Side.POSITIVE, Kind.PATTERN, f"{WORD} added"), SUITE)
    retire_rule(ben, added.edited.after[-1].number)
    history.undo(ben)
    page = item_page(ada, hidden[1])
    lab.save_rules(
        ben,
        hidden[1],
        [lab.RuleDraft(Rule(Side.NEGATIVE, Kind.FIXED, f"{WORD} wanted"))],
        page.base,
    )
    shown = item_changes.show_item(ada, hidden[2])
    item_changes.revise_item(ben, hidden[2], replace(ItemDraft.of(shown.item), source=f"Neu ist {WORD}."))
    item_changes.retire_item(ben, hidden[3])
    (made,) = templates.make(ada, templates.TemplatePlan(SUITE, (PAIR,)), lambda *_: Path())
    challenge = challenge_of("of secrets")
    told = {name: pl.col(name) + f" {WORD}" for name in ("tuple", "item", "reference", "better", "worse")}
    tuples = challenge.tuples.with_columns(source=pl.lit(f"Der {WORD} von {_HIDDEN[0]} steht hier."), **told)
    challenge = replace(challenge, tuples=pl.concat([challenge.tuples[:4], tuples[4:]]))
    asked = StoredRequest(SUITE, PAIR)
    save(ada, "kept", asked, evaluate(FromWorkspace(ada, asked, "2026")))
    before = _last(ada)
    kept_challenges.keep(ada, challenge)
    kept_challenges.keep_scores(ada, challenge.name, scores_of(challenge))
    kept_studies.keep(ada, small_study())
    tasks.create(ada, "quality", "small", TaskPlan(people=1))
    sheet = ratings.sheet_of(ada, "quality", ada.who)
    ratings.rate(ada, "quality", {card.key: place for place, card in enumerate(sheet)})
    for number in hidden[:3]:
        one = item_changes.show_item(ada, number)
        item_changes.revise_item(ben, number, replace(ItemDraft.of(one.item), reserved=True))
    item_changes.bring_back(ben, hidden[3])
    one = item_changes.show_item(ada, hidden[3])
    item_changes.revise_item(ben, hidden[3], replace(ItemDraft.of(one.item), reserved=True))
    item_changes.retire_item(ben, hidden[3])
    split_suite(ada, SUITE, "10%", 1)
    (public,) = templates.make(ada, templates.TemplatePlan(SUITE, (PAIR,), public=True), lambda *_: Path())
    return Secrets(
        served,
        tuple(items.values()),
        hidden,
        suite,
        tuple(texts),
        (made.token, public.token),
        before,
        _last(ada),
    )


def _last(desk: Desk) -> int:
    return history.log(desk, history.LogFilter())[0].number
