"""Accounts, comments and flags; the first person becomes admin."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add these tables."""
    op.create_table(
        "passwords",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_passwords_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_passwords")),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("made", sa.Text(), nullable=False),
        sa.Column("used", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_tokens_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("digest", name=op.f("uq_tokens_digest")),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_sessions_person")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sessions")),
    )
    for name, *columns in (("comments", sa.Column("comment", sa.Text(), nullable=False)), ("flags",)):
        op.create_table(
            name,
            sa.Column("text", sa.Integer(), autoincrement=False, nullable=False),
            sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
            sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
            sa.Column("until", sa.Integer(), nullable=True),
            *columns,
            sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f(f"fk_{name}_text")),
            sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f(f"fk_{name}_person")),
            sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f(f"fk_{name}_since")),
            sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f(f"fk_{name}_until")),
            sa.PrimaryKeyConstraint("text", "person", "since", name=op.f(f"pk_{name}")),
        )
    # Until now editors could assign roles; now only admins can, so there must be one.
    states = sa.table("person_states", sa.column("person"), sa.column("role"), sa.column("until"))
    op.execute(states.update().where(states.c.person == 1, states.c.role == "editor").values(role="admin"))
    # If the first person has stepped down, take the first editor after them.
    held = states.alias()
    admins = sa.select(held.c.person).where(held.c.role == "admin", held.c.until.is_(None)).exists()
    first = (
        sa.select(sa.func.min(held.c.person)).where(held.c.role == "editor", held.c.until.is_(None))
    ).scalar_subquery()
    op.execute(
        states.update()
        .where(states.c.person == first, states.c.role == "editor", states.c.until.is_(None), ~admins)
        .values(role="admin")
    )
