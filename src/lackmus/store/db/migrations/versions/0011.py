"""Items with rules in plain language."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column; items of before have no such rules."""
    op.add_column("item_states", sa.Column("plain_rules", sa.Text(), nullable=False, server_default="[]"))
