"""Rating tasks and the texts to rate, as tables and as plain values."""

from collections.abc import Mapping, Sequence
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.outputs.campaigns import day
from lackmus.core.ratings.tasks import BlindTranslation, ListedTask, TaskShown
from lackmus.tables.table import Column, ColumnOf, Row, Table, Unit, Value


def tasks_table(tasks: Sequence[ListedTask], hint: str = "") -> Table:
    """One row for each task."""
    return Table.of(
        "Rating tasks of the workspace",
        tasks,
        (
            ColumnOf("Task", lambda one: one.task.name),
            ColumnOf("Study", lambda one: one.task.study_name),
            ColumnOf("Pair", lambda one: one.task.pair),
            ColumnOf("Scale", lambda one: one.task.plan.scale.written),
            ColumnOf("Texts", lambda one: one.task.texts, Unit.COUNT),
            ColumnOf("Annotators each", lambda one: one.task.plan.people, Unit.COUNT),
            ColumnOf("Ratings", lambda one: one.made, Unit.COUNT),
            ColumnOf("Wanted", lambda one: one.task.wanted, Unit.COUNT),
            ColumnOf("Rated", lambda one: one.own, Unit.COUNT, "Your own"),
            ColumnOf("Left", lambda one: one.left, Unit.COUNT, "Your own"),
            ColumnOf("Made (UTC)", lambda one: day(one.task.at)),
            ColumnOf("By", lambda one: one.task.person),
        ),
        signature({"rating tasks": len(tasks)}),
        () if tasks else (f"There is none yet. {hint}".strip(),),
    )


def tasks_values(tasks: Sequence[ListedTask]) -> dict[str, Any]:
    """The tasks as plain values."""
    return {"tasks": [listed_values(one) for one in tasks]}


def listed_values(one: ListedTask) -> dict[str, Any]:
    """A task as plain values; what could reveal writers only if the report is open to the person."""
    task, plan = one.task, one.task.plan
    return {
        "number": task.number,
        "name": task.name,
        "study": task.study_name,
        "pair": task.pair,
        "scale": scale_values(task),
        "marked": plan.marked,
        "advice": plan.advice,
        "texts": task.texts,
        "sentences": task.sentences,
        "people": plan.people,
        "ratings": one.made,
        "wanted": task.wanted,
        "own": one.own,
        "left": one.left,
        "done": one.done,
        "person": task.person,
        "at": task.at,
        "draw": draw_values(task) if one.open else None,
    }


def scale_values(task: TaskShown) -> dict[str, Any]:
    """The scale of a task."""
    scale = task.plan.scale
    return {
        "lowest": scale.lowest,
        "highest": scale.highest,
        "low_label": scale.low_label,
        "high_label": scale.high_label,
    }


def draw_values(task: TaskShown) -> dict[str, Any]:
    """How the texts of a task were drawn: systems, and share of repeats."""
    plan = task.plan
    return {
        "keywords": plan.chosen.value,
        "contrasts": list(plan.contrasts),
        "systems": list(plan.systems),
        "references": list(plan.references),
        "sentences": plan.sentences or None,
        "repeats": plan.repeats,
        "seed": plan.seed,
    }


def task_tables(one: ListedTask, progress: Mapping[str, int]) -> tuple[Table, ...]:
    """The plan of a task, and how many texts each person has rated."""
    task, plan = one.task, one.task.plan
    scale = plan.scale
    ends = f" ({scale.low_label or '–'} … {scale.high_label or '–'})"
    labels = ends if scale.low_label or scale.high_label else ""
    about: list[tuple[str, Value]] = [
        ("study", task.study_name),
        ("pair", task.pair),
        ("scale", f"{scale.written}{labels}"),
        ("texts", f"{task.texts:,} of {task.sentences:,} sentences"),
        ("annotators each", plan.people),
        ("ratings", f"{one.made:,} of {task.wanted:,}"),
        ("keyword marked", "yes" if plan.marked else "no"),
        ("advice", plan.advice or None),
        ("made", f"{day(task.at)} UTC by {task.person}"),
    ]
    if one.open:
        drawn = draw_values(task)
        about += [
            ("keywords", drawn["keywords"]),
            ("contrasts", ", ".join(plan.contrasts) or "all"),
            ("systems", ", ".join(plan.systems)),
            ("references", ", ".join(plan.references) or "none"),
            ("sentences drawn", plan.sentences or "all"),
            ("repeats", f"{plan.repeats} %"),
            ("seed", plan.seed),
        ]
    signed = signature({"rating": task.name, "texts": task.texts, "ratings": one.made})
    return (
        Table(
            task.name,
            (Column("About"), Column("Value")),
            tuple(Row.of(name, value if value is None else str(value)) for name, value in about),
            signed,
        ),
        Table(
            f"{task.name}: who has rated",
            (Column("Annotator"), Column("Texts", Unit.COUNT)),
            tuple(Row.of(name, count) for name, count in progress.items()),
            signed,
            () if progress else ("No text is rated yet.",),
        ),
    )


def with_marks(card: BlindTranslation) -> str:
    """The source of a card with asterisks around its keywords, for files and terminals."""
    parts, end = [], 0
    for start, stop in card.marks:
        parts += [card.source[end:start], f"**{card.source[start:stop]}**"]
        end = stop
    return "".join((*parts, card.source[end:]))


def translations_table(
    task: TaskShown, cards: Sequence[BlindTranslation], left: int, hint: str = ""
) -> Table:
    """The next texts of an annotator."""
    return Table(
        f"{task.name}: what comes next",
        tuple(map(Column, ("Key", "Source", "Translation"))),
        tuple(Row.of(card.key, with_marks(card), card.text) for card in cards),
        signature({"rating": task.name, "left": left}),
        (f"{left:,} left for you. {hint}".strip(),)
        if cards
        else (f"{left:,} left for you; others look at them just now." if left else "You are done.",),
    )


def translation_values(card: BlindTranslation) -> dict[str, Any]:
    """A card as plain values."""
    return {
        "key": card.key,
        "source": card.source,
        "marks": [list(mark) for mark in card.marks],
        "text": card.text,
        "value": card.value,
    }
