"""Assignments, claims, templates, saved reports."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add these tables."""
    op.create_table(
        "saved_reports",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["revision"], ["changes.id"], name=op.f("fk_saved_reports_revision")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_saved_reports_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_saved_reports_until")),
        sa.PrimaryKeyConstraint("name", "since", name=op.f("pk_saved_reports")),
    )
    op.create_table(
        "templates",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("suite", sa.Integer(), nullable=False),
        sa.Column("pair", sa.Text(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Text(), nullable=False),
        sa.Column("public", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["made"], ["changes.id"], name=op.f("fk_templates_made")),
        sa.ForeignKeyConstraint(["suite"], ["suites.id"], name=op.f("fk_templates_suite")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_templates")),
        sa.UniqueConstraint("token", name=op.f("uq_templates_token")),
    )
    op.create_table(
        "assignments",
        sa.Column("text", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_assignments_person")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_assignments_since")),
        sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f("fk_assignments_text")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_assignments_until")),
        sa.PrimaryKeyConstraint("text", "person", "since", name=op.f("pk_assignments")),
    )
    op.create_table(
        "claims",
        sa.Column("text", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_claims_person")),
        sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f("fk_claims_text")),
        sa.PrimaryKeyConstraint("text", name=op.f("pk_claims")),
    )
    op.create_table(
        "template_lines",
        sa.Column("template", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("items", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["template"], ["templates.id"], name=op.f("fk_template_lines_template")),
        sa.PrimaryKeyConstraint("template", "line", name=op.f("pk_template_lines")),
    )
