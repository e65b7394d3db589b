"""Examples in guidelines; texts with known verdicts: training sets and control texts."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add these tables; no workspace of before has any."""
    op.create_table(
        "example_states",
        *(_number(name, key=True) for name in ("suite", "place")),
        *_span(),
        *(_text(name) for name in ("category", "name", "source", "translation", "verdict", "note")),
        _number("item", optional=True),
        *_of("example_states", suite="suites", item="items"),
        sa.PrimaryKeyConstraint("suite", "place", "since", name=op.f("pk_example_states")),
    )
    op.create_table(
        "known_sets",
        _number("id", key=True),
        _text("kind"),
        _number("suite"),
        _number("campaign", optional=True),
        *_of("known_sets", suite="suites", campaign="campaigns", changes=()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_known_sets")),
    )
    op.create_table(
        "known_set_states",
        _number("set", key=True),
        *_span(),
        _text("name"),
        _number("required"),
        _text("rate"),
        _number("seed"),
        _text("about"),
        *_of("known_set_states", set="known_sets"),
        sa.PrimaryKeyConstraint("set", "since", name=op.f("pk_known_set_states")),
    )
    op.create_table(
        "known_texts",
        *(_number(name, key=True) for name in ("set", "text")),
        *_span(),
        *(_text(name) for name in ("verdict", "origin")),
        *_of("known_texts", set="known_sets", text="texts"),
        sa.PrimaryKeyConstraint("set", "text", "since", name=op.f("pk_known_texts")),
    )
    op.create_table(
        "known_people",
        *(_number(name, key=True) for name in ("set", "person")),
        *_span(),
        *_of("known_people", set="known_sets", person="people"),
        sa.PrimaryKeyConstraint("set", "person", "since", name=op.f("pk_known_people")),
    )
    op.create_table(
        "known_answers",
        *(_number(name, key=True) for name in ("set", "text", "person")),
        *_span(),
        _text("verdict"),
        *_of("known_answers", set="known_sets", text="texts", person="people"),
        sa.PrimaryKeyConstraint("set", "text", "person", "since", name=op.f("pk_known_answers")),
    )
    op.create_index(op.f("ix_known_answers_since"), "known_answers", ["since"], unique=False)
    op.create_table(
        "control_offers",
        *(_number(name, key=True) for name in ("person", "text", "set")),
        *_of("control_offers", person="people", text="texts", set="known_sets", changes=()),
        sa.PrimaryKeyConstraint("person", "text", "set", name=op.f("pk_control_offers")),
    )


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str, optional: bool = False, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=optional, autoincrement=False if key else "auto")


def _span() -> tuple[sa.Column[int], sa.Column[int]]:
    return _number("since", key=True), _number("until", optional=True)


def _of(
    table: str, changes: tuple[str, ...] = ("since", "until"), **others: str
) -> list[sa.ForeignKeyConstraint]:
    """Foreign keys: columns by the tables that they point to; those of states to changes."""
    pointed = {**others, **dict.fromkeys(changes, "changes")}
    return [
        sa.ForeignKeyConstraint([name], [f"{other}.id"], name=op.f(f"fk_{table}_{name}"))
        for name, other in pointed.items()
    ]
