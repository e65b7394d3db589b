"""Decisions that a text is not testable."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_RULE = "verdict IN ('pass', 'fail', 'untestable')"


def upgrade() -> None:
    """Let decisions say so as well; those of before stay as they are."""
    name = op.f("ck_decisions_settled")
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint(name, "decisions", type_="check")
        op.create_check_constraint(name, "decisions", _RULE)
        return
    # SQLite changes no constraint, so the table is written anew; its old one is not copied.
    pointed = {"text": "texts", "person": "people", "since": "changes", "until": "changes"}
    op.create_table(
        "new_decisions",
        *(sa.Column(key, sa.Integer(), nullable=False) for key in ("text", "person", "since")),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("adjudicates", sa.Integer(), nullable=False),
        *(sa.Column(key, sa.Text(), nullable=True) for key in ("proposed", "proposer")),
        sa.PrimaryKeyConstraint("text", "person", "since", name=op.f("pk_decisions")),
        *(
            sa.ForeignKeyConstraint([key], [f"{table}.id"], name=op.f(f"fk_decisions_{key}"))
            for key, table in pointed.items()
        ),
        sa.CheckConstraint(_RULE, name=name),
    )
    op.execute("INSERT INTO new_decisions SELECT * FROM decisions")
    op.drop_table("decisions")
    op.rename_table("new_decisions", "decisions")
    op.create_index(op.f("ix_decisions_since"), "decisions", ["since"], unique=False)
