"""The proposal shown with a decision; and claims of several people on one text."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the shown proposal, unknown for earlier decisions; claims, which last minutes, are recreated."""
    op.add_column("decisions", sa.Column("proposed", sa.Text(), nullable=True))
    op.add_column("decisions", sa.Column("proposer", sa.Text(), nullable=True))
    op.drop_table("claims")
    op.create_table(
        "claims",
        sa.Column("text", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("alone", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f("fk_claims_text")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_claims_person")),
        sa.PrimaryKeyConstraint("text", "person", name=op.f("pk_claims")),
    )
