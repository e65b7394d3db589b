"""Replies of engines, and marks on their texts."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add these tables."""
    op.create_table(
        "requests",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("pair", sa.Text(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
        sa.UniqueConstraint("digest", name=op.f("uq_requests_digest")),
    )
    op.create_table(
        "leases",
        sa.Column("request", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("renewed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["request"], ["requests.id"], name=op.f("fk_leases_request")),
        sa.PrimaryKeyConstraint("request", name=op.f("pk_leases")),
    )
    op.create_table(
        "replies",
        sa.Column("request", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("raw", sa.Text(), nullable=True),
        sa.Column("mark", sa.Text(), nullable=True),
        sa.Column("cleaned", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("billed", sa.Integer(), nullable=True),
        sa.Column("at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["request"], ["requests.id"], name=op.f("fk_replies_request")),
        sa.PrimaryKeyConstraint("request", "digest", name=op.f("pk_replies")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "origins",
        sa.Column("hand_in", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("request", sa.Integer(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["hand_in"], ["hand_ins.id"], name=op.f("fk_origins_hand_in")),
        sa.ForeignKeyConstraint(["request"], ["requests.id"], name=op.f("fk_origins_request")),
        sa.PrimaryKeyConstraint("hand_in", name=op.f("pk_origins")),
    )
    op.create_table(
        "fetches",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("changed", sa.Text(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_fetches_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fetches")),
        sa.UniqueConstraint("token", name=op.f("uq_fetches_token")),
    )
    op.create_table(
        "marks",
        sa.Column("text", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand_in", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f("fk_marks_text")),
        sa.ForeignKeyConstraint(["hand_in"], ["hand_ins.id"], name=op.f("fk_marks_hand_in")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_marks_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_marks_until")),
        sa.PrimaryKeyConstraint("text", "hand_in", "since", name=op.f("pk_marks")),
    )
