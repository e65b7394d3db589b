"""Challenges for metrics: their tuples, and the scores of metrics."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_TEXTS = (
    *("tuple", "item", "pair", "category", "phenomenon", "source", "reference", "better", "worse"),
    *("reference_from", "better_from", "worse_from"),
)


def upgrade() -> None:
    """Add these tables."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("tuples", sa.Integer(), nullable=False),
        sa.Column("items", sa.Integer(), nullable=False),
        sa.Column("phenomena", sa.Integer(), nullable=False),
        sa.Column("pairs", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_table(
        "challenge_states",
        sa.Column("challenge", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["challenge"], ["challenges.id"], name=op.f("fk_challenge_states_challenge")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_challenge_states_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_challenge_states_until")),
        sa.PrimaryKeyConstraint("challenge", "since", name=op.f("pk_challenge_states")),
    )
    op.create_index(
        "ix_challenge_states_now",
        "challenge_states",
        ["name"],
        unique=True,
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_table(
        "challenge_tuples",
        sa.Column("challenge", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in _TEXTS),
        sa.ForeignKeyConstraint(["challenge"], ["challenges.id"], name=op.f("fk_challenge_tuples_challenge")),
        sa.PrimaryKeyConstraint("challenge", "place", name=op.f("pk_challenge_tuples")),
    )
    op.create_table(
        "challenge_scores",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("challenge", sa.Integer(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("better", sa.Text(), nullable=False),
        sa.Column("worse", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Text(), nullable=True),
        sa.Column("computed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["challenge"], ["challenges.id"], name=op.f("fk_challenge_scores_challenge")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenge_scores")),
    )
    op.create_index(op.f("ix_challenge_scores_challenge"), "challenge_scores", ["challenge"], unique=False)
    op.create_table(
        "challenge_score_states",
        sa.Column("score", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("grp", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["score"], ["challenge_scores.id"], name=op.f("fk_challenge_score_states_score")
        ),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_challenge_score_states_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_challenge_score_states_until")),
        sa.PrimaryKeyConstraint("score", "since", name=op.f("pk_challenge_score_states")),
    )
