"""Decisions that a text is not testable."""

from alembic import op

revision = "0015"
down_revision = "0014"

_NAME = op.f("ck_decisions_settled")
_RULE = "verdict IN ('pass', 'fail', 'untestable')"


def upgrade() -> None:
    """Let decisions say so as well; those of before stay as they are."""
    if op.get_bind().dialect.name == "sqlite":
        # SQLite changes no constraint, so the table is written anew; its old one is not copied.
        with op.batch_alter_table("decisions", recreate="always") as decisions:
            decisions.create_check_constraint(_NAME, _RULE)
    else:
        op.drop_constraint(_NAME, "decisions", type_="check")
        op.create_check_constraint(_NAME, "decisions", _RULE)
