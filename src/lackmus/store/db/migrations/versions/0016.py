"""Error types: what can be wrong with outputs, and which of them people name."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add these tables; no workspace of before has any."""
    op.create_table(
        "error_type_states",
        *(_number(name, key=True) for name in ("suite", "place")),
        *_span(),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("category", "name")),
        _number("rank"),
        sa.Column("label", sa.Text(), nullable=False),
        *_of("error_type_states", suite="suites"),
        sa.PrimaryKeyConstraint("suite", "place", "since", name=op.f("pk_error_type_states")),
    )
    op.create_table(
        "decision_errors",
        *(_number(name, key=True) for name in ("text", "person")),
        *_span(),
        _number("error_type"),
        *_of("decision_errors", text="texts", person="people"),
        sa.PrimaryKeyConstraint("text", "person", "since", name=op.f("pk_decision_errors")),
    )
    op.create_index(op.f("ix_decision_errors_since"), "decision_errors", ["since"], unique=False)


def _number(name: str, optional: bool = False, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=optional, autoincrement=False if key else "auto")


def _span() -> tuple[sa.Column[int], sa.Column[int]]:
    return _number("since", key=True), _number("until", optional=True)


def _of(table: str, **others: str) -> list[sa.ForeignKeyConstraint]:
    """Foreign keys: columns by the tables that they point to."""
    pointed = {**others, "since": "changes", "until": "changes"}
    return [
        sa.ForeignKeyConstraint([name], [f"{other}.id"], name=op.f(f"fk_{table}_{name}"))
        for name, other in pointed.items()
    ]
