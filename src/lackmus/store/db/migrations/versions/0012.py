"""Challenges with marked errors and grades, and metrics that mark errors."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add these columns; nothing is known of challenges and scores of before."""
    for name in ("worse_spans", "better_grade", "worse_grade"):
        op.add_column("challenge_tuples", sa.Column(name, sa.Text(), nullable=True))
    op.add_column("challenge_scores", sa.Column("spans", sa.Text(), nullable=True))
