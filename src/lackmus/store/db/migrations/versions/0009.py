"""Blind ratings of translations: tasks with their texts, and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add these tables."""
    op.create_table(
        "rating_tasks",
        _number("id", key=True),
        _number("study"),
        *(_text(name) for name in ("study_name", "pair", "token", "plan")),
        *(_number(name) for name in ("texts", "sentences")),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name=op.f("fk_rating_tasks_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_tasks")),
    )
    op.create_table(
        "rating_task_states",
        _number("task", key=True),
        *_span(),
        _text("name"),
        _of_task("rating_task_states"),
        *_within("rating_task_states"),
        sa.PrimaryKeyConstraint("task", "since", name=op.f("pk_rating_task_states")),
    )
    op.create_index(
        "ix_rating_task_states_now",
        "rating_task_states",
        ["name"],
        unique=True,
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_table(
        "rating_sentences",
        _number("task", key=True),
        _number("sentence", key=True),
        _text("source"),
        _text("marks"),
        _of_task("rating_sentences"),
        sa.PrimaryKeyConstraint("task", "sentence", name=op.f("pk_rating_sentences")),
    )
    op.create_table(
        "rating_texts",
        _number("task", key=True),
        _number("place", key=True),
        _number("sentence"),
        _text("text"),
        _text("systems"),
        _of_task("rating_texts"),
        sa.PrimaryKeyConstraint("task", "place", name=op.f("pk_rating_texts")),
    )
    op.create_table(
        "ratings",
        *(_number(name, key=True) for name in ("task", "text", "person", "repeat")),
        *_span(),
        _number("value"),
        _of_task("ratings"),
        _of_text("ratings"),
        _of_person("ratings"),
        *_within("ratings"),
        sa.PrimaryKeyConstraint("task", "text", "person", "repeat", "since", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_since"), "ratings", ["since"], unique=False)
    op.create_table(
        "rating_claims",
        *(_number(name, key=True) for name in ("task", "text", "person")),
        _text("expires"),
        _of_task("rating_claims"),
        _of_text("rating_claims"),
        _of_person("rating_claims"),
        sa.PrimaryKeyConstraint("task", "text", "person", name=op.f("pk_rating_claims")),
    )


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str, optional: bool = False, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=optional, autoincrement=False if key else "auto")


def _span() -> tuple[sa.Column[int], sa.Column[int]]:
    return _number("since", key=True), _number("until", optional=True)


def _of_task(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["task"], ["rating_tasks.id"], name=op.f(f"fk_{table}_task"))


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f(f"fk_{table}_person"))


def _of_text(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["task", "text"], ["rating_texts.task", "rating_texts.place"], name=op.f(f"fk_{table}_task_text")
    )


def _within(table: str) -> tuple[sa.ForeignKeyConstraint, ...]:
    """Foreign keys of states to changes."""
    return tuple(
        sa.ForeignKeyConstraint([name], ["changes.id"], name=op.f(f"fk_{table}_{name}"))
        for name in ("since", "until")
    )
