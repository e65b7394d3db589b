"""Studies of contrasts: their trees, links and verdicts, and people's choices about items."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add these tables."""
    op.create_table(
        "studies",
        _number("id", key=True),
        *(_text(name) for name in ("pair", "head", "digest")),
        *(_number(name) for name in ("items", "selected", "words")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_studies")),
    )
    op.create_table(
        "study_states",
        _number("study", key=True),
        *_span(),
        _text("name"),
        *_of("study_states"),
        *_within("study_states"),
        sa.PrimaryKeyConstraint("study", "since", name=op.f("pk_study_states")),
    )
    op.create_index(
        "ix_study_states_now",
        "study_states",
        ["name"],
        unique=True,
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_table(
        "study_systems",
        _number("study", key=True),
        _number("place", key=True),
        _text("name"),
        _number("reference"),
        _text("targets"),
        *_of("study_systems"),
        sa.PrimaryKeyConstraint("study", "place", name=op.f("pk_study_systems")),
    )
    op.create_table(
        "study_values",
        _number("study", key=True),
        *(_text(name) for name in ("side", "attribute", "written")),
        *_of("study_values"),
        sa.PrimaryKeyConstraint("study", "side", "attribute", name=op.f("pk_study_values")),
    )
    op.create_table(
        "study_sentences",
        _number("study", key=True),
        _text("side"),
        _number("place", key=True),
        *(_text(name) for name in ("name", "text", "words", "links")),
        *_of("study_sentences"),
        sa.PrimaryKeyConstraint("study", "side", "place", name=op.f("pk_study_sentences")),
    )
    op.create_table(
        "study_items",
        _number("study", key=True),
        _number("place", key=True),
        _text("item"),
        *(_number(name) for name in ("contrast", "sentence", "keyword", "selected")),
        _number("refined", optional=True),
        *_of("study_items"),
        sa.PrimaryKeyConstraint("study", "place", name=op.f("pk_study_items")),
    )
    op.create_table(
        "study_verdicts",
        _number("study", key=True),
        _number("place", key=True),
        *(_number(name) for name in ("item", "system")),
        *(_text(name) for name in ("symmetry", "verdict")),
        *(_text(name, optional=True) for name in ("reason", "found_by")),
        _text("aligned"),
        _number("clause", optional=True),
        *_of("study_verdicts"),
        sa.PrimaryKeyConstraint("study", "place", name=op.f("pk_study_verdicts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "study_choices",
        _number("study", key=True),
        _number("item", key=True),
        *_span(),
        _number("kept"),
        _number("said"),
        *_of("study_choices"),
        *_within("study_choices"),
        sa.ForeignKeyConstraint(["said"], ["changes.id"], name=op.f("fk_study_choices_said")),
        sa.ForeignKeyConstraint(
            ["study", "item"],
            ["study_items.study", "study_items.place"],
            name=op.f("fk_study_choices_study_item"),
        ),
        sa.PrimaryKeyConstraint("study", "item", "since", name=op.f("pk_study_choices")),
    )
    op.create_index(op.f("ix_study_choices_since"), "study_choices", ["since"], unique=False)


def _text(name: str, optional: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=optional)


def _number(name: str, optional: bool = False, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=optional, autoincrement=False if key else "auto")


def _span() -> tuple[sa.Column[int], sa.Column[int]]:
    return _number("since", key=True), _number("until", optional=True)


def _of(table: str) -> tuple[sa.ForeignKeyConstraint, ...]:
    """Foreign keys of the parts of a study."""
    return (sa.ForeignKeyConstraint(["study"], ["studies.id"], name=op.f(f"fk_{table}_study")),)


def _within(table: str) -> tuple[sa.ForeignKeyConstraint, ...]:
    """Foreign keys of states to changes."""
    return tuple(
        sa.ForeignKeyConstraint([name], ["changes.id"], name=op.f(f"fk_{table}_{name}"))
        for name in ("since", "until")
    )
