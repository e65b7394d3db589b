"""Items with a prompt, a marked stretch, and what their rules look at."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add these columns; items of before have no prompt and no stretch, and rules look at the whole text."""
    for column in (
        sa.Column("prompt", sa.Text(), nullable=False, server_default=""),
        sa.Column("stretch", sa.Text(), nullable=False, server_default=""),
        sa.Column("occurrence", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("scope", sa.Text(), nullable=False, server_default="text"),
    ):
        op.add_column("item_states", column)
