"""A small workspace with a bit of everything in it, and the same in hostile letters."""

from dataclasses import replace

import polars as pl
from sqlalchemy import Connection, select

from lackmus.core.base.pairs import Pair
from lackmus.core.ratings.orders import Turn
from lackmus.core.ratings.tasks import TaskPlan, draw, planned
from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample
from lackmus.core.suites.suite import Item, Kind, Phenomenon, Rule, Side, Suite
from lackmus.store.contrasts.studies import add_study, storable_study, the_study
from lackmus.store.contrasts.study_choices import choose
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.hand_ins import add_hand_ins
from lackmus.store.ratings.ratings import claim, rate
from lackmus.store.ratings.tasks import add_task, the_task
from lackmus.store.rules.held_rules import add_rules
from lackmus.store.rules.judging import STORED, judged_texts, rejudge, stored_verdicts
from lackmus.store.suites.suite_changes import new_suite
from lackmus.store.suites.suites import load_suite
from tests.studied import small_study

DE_EN = Pair("de", "en")
HOSTILE = "'; DROP TABLE texts; -- <b>\u202e “ä” \U0001f600 \\N \t"
HUSBAND = Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b")
MAN = Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b")
EXAMPLE = GuidelineExample(HOSTILE.strip(), HOSTILE.strip(), ExampleVerdict.UNDECIDED, HOSTILE.strip())
SUITE = Suite(
    "small",
    (
        Item(DE_EN, "1", "Ambiguity", "Lexical", "Sie sprach von ihrem Mann.", (HUSBAND, MAN)),
        Item(DE_EN, "2", "Ambiguity", "Lexical", HOSTILE, (HUSBAND,), tags=("ä", "b")),
    ),
    (Phenomenon("Ambiguity", "Lexical", HOSTILE, (EXAMPLE,)), Phenomenon("Éclat", "Zebra", "")),
)
TEXTS = (("1", "Her husband."), ("1", "Her man."), ("1", "Him."), ("2", HOSTILE), ("2", "A man."))


def new_system(change: Change, campaign: str, name: str) -> int:
    """A system in a campaign of its own."""
    (number,) = change.ids(schema.campaigns, 1)
    change.add(schema.campaigns, ["id"], [(number,)])
    change.add(
        schema.campaign_states, ["campaign", "name", "tags", "comment"], [(number, campaign, "[]", "")]
    )
    (system,) = change.ids(schema.systems, 1)
    change.add(schema.systems, ["id", "campaign"], [(system, number)])
    change.add(
        schema.system_states, ["system", "name", "label", "tags", "comment"], [(system, name, "", "[]", "")]
    )
    return system


def hand_in(change: Change, system: int, *lines: tuple[str, str], suite: int = 1) -> int:
    """The outputs of a system, given as ids and texts."""
    frame = pl.DataFrame(
        [(f"de-en:{item}", text) for item, text in lines], schema=["item", "text"], orient="row"
    )
    stored = load_suite(change.connection, suite)
    (number,) = add_hand_ins(change, stored, DE_EN, [(system, "out.tsv", frame, "[]")])
    return number


def edit_rule(change: Change, old: int, new: Rule) -> int:
    """A rule of item 1 and its successor; its texts are judged again."""
    change.retire(schema.rule_states, schema.rule_states.c.rule == old)
    (number,) = add_rules(change, [(1, 0, new, old)])
    rejudge(change, load_suite(change.connection, 1, only=[1]))
    return number


def text_number(connection: Connection, key: str) -> int:
    """The number of a text, whatever the order in which they were taken in."""
    texts = schema.texts
    return int(connection.execute(select(texts.c.id).where(texts.c.key == key)).scalar_one())


def decide(change: Change, text: str, verdict: str, adjudicates: int = 0) -> None:
    """What a person says about a text."""
    change.revise(
        schema.decisions,
        {"text": text_number(change.connection, text), "person": change.person},
        {"verdict": verdict, "adjudicates": adjudicates},
    )


def grow(workspace: OpenWorkspace) -> None:
    """#1 a suite, #2 outputs, #3 an edited rule, #4 a decision by Ben, #5 all the rest."""
    with workspace.writing("Ada", "suite import", "small: 2 items", HOSTILE) as change:
        new_suite(change, SUITE)
    with workspace.writing("Ada", "outputs import", "A in WMT26") as change:
        hand_in(change, new_system(change, "WMT26", "A"), *TEXTS)
    with workspace.writing("Ada", "rule change", "item 1") as change:
        edit_rule(change, 1, Rule(Side.POSITIVE, Kind.PATTERN, r"\b(husband|Him)\b"))
    with workspace.writing("Ben", "decide", "her man", "a good man") as change:
        decide(change, "Her man.", "pass")
    with workspace.writing("Ada", "all sorts") as change:
        change.add(schema.assignments, ["text", "person"], [(1, 2)])
        change.add(schema.searches, ["text", "rule", "start", "end"], [(1, 1, -1, None), (2, 1, None, None)])
        change.add(
            schema.saved_reports,
            ["name", "revision", "request", "signature"],
            [(name, 3, "{}", "s") for name in ("Zoo", "zoo", "ärger", "a b")],
        )


def tell(workspace: OpenWorkspace) -> None:
    """A template (#6), and somebody who looks at a text."""
    with workspace.writing("Ada", "template make") as change:
        change.add(
            schema.templates,
            ["id", "token", "suite", "pair", "made", "seed", "drawn", "public"],
            [(1, "abcdef", 1, "de-en", change.number, 7, "all", 1)],
        )
        change.add(schema.template_lines, ["template", "line", "source", "items"], [(1, 1, HOSTILE, "[1]")])
        change.add(schema.claims, ["text", "person", "alone", "expires"], [(1, 1, 0, "2026")])


def let_in(workspace: OpenWorkspace) -> None:
    """Ada can log in and has a script; Ben has said something about texts, and one was marked."""
    with workspace.claiming() as connection:
        connection.execute(schema.comments.insert().values(text=1, person=2, since=5, comment=HOSTILE))
        connection.execute(schema.flags.insert().values(text=2, person=2, since=5))
        connection.execute(schema.marks.insert().values(text=2, hand_in=1, since=2, until=3, mark="verbose"))
        connection.execute(schema.passwords.insert().values(person=1, hash="argon", at="2026"))
        connection.execute(schema.tokens.insert().values(id=1, person=1, name="x", digest="d", made="2026"))
        connection.execute(schema.sessions.insert().values(digest="d", person=1, expires="2026"))


def assign(workspace: OpenWorkspace) -> None:
    """What is Ben's: an item, a phenomenon, and a training set of which he has judged a text."""
    mine = {"person": 2, "since": 5}
    known = {"set": 1, "since": 5}
    with workspace.claiming() as connection:
        connection.execute(schema.item_assignments.insert().values(item=1, **mine))
        connection.execute(
            schema.phenomenon_assignments.insert().values(
                campaign=1, suite=1, pair="de-en", category="Ambiguity", phenomenon=HOSTILE, **mine
            )
        )
        connection.execute(schema.known_sets.insert().values(id=1, kind="training", suite=1))
        connection.execute(
            schema.known_set_states.insert().values(
                name=HOSTILE, required=1, rate="", seed=7, about="", **known
            )
        )
        connection.execute(
            schema.known_texts.insert().values(text=1, verdict="pass", origin="given", **known)
        )
        connection.execute(schema.known_people.insert().values(set=1, **mine))
        connection.execute(schema.known_answers.insert().values(set=1, text=1, verdict="fail", **mine))
        connection.execute(
            schema.error_type_states.insert().values(
                suite=1, place=1, since=5, category="Ambiguity", name="", rank=1, label=HOSTILE
            )
        )
        connection.execute(schema.decision_errors.insert().values(text=2, error_type=1, **mine))
        connection.execute(schema.control_offers.insert().values(set=1, text=1, person=2))


def everything(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, except who is there and looks at what."""
    return {
        table.name: sorted(bulk.fetch(connection, select(table)), key=repr)
        for table in schema.metadata.sorted_tables
        if table not in (schema.claims, schema.rating_claims, schema.sessions, schema.leases, schema.fetches)
    }


def fetch(workspace: OpenWorkspace) -> None:
    """The first hand-in came from an engine."""
    with workspace.claiming() as connection:
        connection.execute(
            schema.requests.insert().values(id=1, digest="d", engine="e", pair="p", identity="{}")
        )
        connection.execute(
            schema.replies.insert().values(
                request=1, digest=-(2**63), source=HOSTILE, before="[]", text=HOSTILE, cleaned="[]",
                model="m", at="2026",
            )
        )  # fmt: skip
        connection.execute(schema.origins.insert().values(hand_in=1, request=1, about="{}", signature="s"))


def compete(workspace: OpenWorkspace) -> None:
    """A challenge of one tuple, which one metric has scored."""
    with workspace.claiming() as connection:
        connection.execute(
            schema.challenges.insert().values(
                id=1, signature="s", about="{}", tuples=1, items=1, phenomena=1, pairs='["de-en"]'
            )
        )
        connection.execute(schema.challenge_states.insert().values(challenge=1, since=5, name=HOSTILE))
        texts = dict.fromkeys(schema.challenge_tuples.c.keys()[2:], HOSTILE)
        connection.execute(schema.challenge_tuples.insert().values(challenge=1, place=0, **texts))
        connection.execute(
            schema.challenge_scores.insert().values(
                id=1, challenge=1, about="{}", better="[0.1]", worse="[-1e-300]", seconds="0.25", computed=2
            )
        )
        connection.execute(
            schema.challenge_score_states.insert().values(score=1, since=5, name="BLEU", grp="baseline")
        )


def contrast(workspace: OpenWorkspace) -> None:
    """A study, of which Ben has kept an item and dropped another."""
    study = small_study()
    texts = (HOSTILE, *study.sources.texts[1:])
    hostile = replace(study, name=HOSTILE.strip(), sources=replace(study.sources, texts=texts))
    with workspace.writing("Ada", "contrast run") as change:
        add_study(change, storable_study(hostile))
    first, second = study.items["item"].head(2)
    with workspace.writing("Ben", "refine choose") as change:
        choose(change, the_study(change.connection, hostile.name), {first: True, second: False})


def rated(workspace: OpenWorkspace) -> None:
    """A rating task of that study; Ben has rated a text, corrected it, and looks at another."""
    study = replace(small_study(), name=HOSTILE.strip())
    plan = planned(study, TaskPlan(references=("human",), advice=HOSTILE, marked=True))
    with workspace.writing("Ada", "rating create") as change:
        shown = the_study(change.connection, study.name)
        number = add_task(change, HOSTILE, shown, plan, draw(study, plan))
    for value in (70, 75):
        with workspace.writing("Ben", "rate") as change:
            rate(change, the_task(change.connection, number), {Turn(0): value})
    with workspace.claiming() as connection:
        claim(connection, number, 2, [1])


def held(workspace: OpenWorkspace, revision: int | None = None) -> list[tuple[object, ...]]:
    """What the rules say about every text."""
    with workspace.reading() as connection:
        return stored_verdicts(connection, revision=revision).rows()


def judged_afresh(workspace: OpenWorkspace) -> bool:
    """Whether what is stored is what the rules would say now."""
    with workspace.reading() as connection:
        stored = load_suite(connection, 1)
        found = stored_verdicts(connection, list(stored.items.values())).join(
            stored.item_numbers, on="item_id", maintain_order="left"
        )
        fresh = judged_texts(connection, stored, found.select("text_id", "item", "text"))
        return fresh.select(*STORED).rows() == found.select(*STORED).rows()
