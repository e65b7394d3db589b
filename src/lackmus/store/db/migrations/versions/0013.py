"""Phenomena and items that are assigned to people."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the tables; nothing was assigned this way before."""
    op.create_table(
        "phenomenon_assignments",
        sa.Column("campaign", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("suite", sa.Integer(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("pair", "category", "phenomenon")),
        *_span(),
        sa.Column("person", sa.Integer(), nullable=False),
        *_keys(
            "phenomenon_assignments",
            campaign="campaigns",
            suite="suites",
            since="changes",
            until="changes",
            person="people",
        ),
        sa.PrimaryKeyConstraint(
            *("campaign", "suite", "pair", "category", "phenomenon", "since"),
            name=op.f("pk_phenomenon_assignments"),
        ),
    )
    op.create_table(
        "item_assignments",
        sa.Column("item", sa.Integer(), autoincrement=False, nullable=False),
        *_span(),
        sa.Column("person", sa.Integer(), nullable=False),
        *_keys("item_assignments", item="items", since="changes", until="changes", person="people"),
        sa.PrimaryKeyConstraint("item", "since", name=op.f("pk_item_assignments")),
    )


def _span() -> tuple[sa.Column[int], sa.Column[int]]:
    return (
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
    )


def _keys(table: str, **of: str) -> list[sa.ForeignKeyConstraint]:
    return [
        sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}"))
        for column, other in of.items()
    ]
