"""Which change undid which."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add this table."""
    op.create_table(
        "undoings",
        sa.Column("change", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["change"], ["changes.id"], name=op.f("fk_undoings_change")),
        sa.ForeignKeyConstraint(["undoes"], ["changes.id"], name=op.f("fk_undoings_undoes")),
        sa.PrimaryKeyConstraint("change", name=op.f("pk_undoings")),
    )
