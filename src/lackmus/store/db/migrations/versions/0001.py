"""Suites, campaigns, outputs, verdicts, decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Add these tables."""
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("name", name=op.f("uq_people_name")),
    )
    op.create_table(
        "suites",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_suites")),
    )
    op.create_table(
        "workspace",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workspace")),
    )
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("verb", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_changes_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
    )
    op.create_index(op.f("ix_changes_person"), "changes", ["person"], unique=False)
    op.create_table(
        "items",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("suite", sa.Integer(), nullable=False),
        sa.Column("pair", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("judged", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["suite"], ["suites.id"], name=op.f("fk_items_suite")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
        sa.UniqueConstraint("suite", "pair", "name", name=op.f("uq_items_suite_pair_name")),
    )
    op.create_table(
        "systems",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("campaign", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name=op.f("fk_systems_campaign")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_systems")),
    )
    op.create_index(op.f("ix_systems_campaign"), "systems", ["campaign"], unique=False)
    op.create_table(
        "campaign_states",
        sa.Column("campaign", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=True),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name=op.f("fk_campaign_states_campaign")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_campaign_states_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_campaign_states_until")),
        sa.PrimaryKeyConstraint("campaign", "since", name=op.f("pk_campaign_states")),
    )
    op.create_index(
        "ix_campaign_states_now",
        "campaign_states",
        ["name"],
        unique=True,
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_table(
        "hand_ins",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("system", sa.Integer(), nullable=False),
        sa.Column("suite", sa.Integer(), nullable=False),
        sa.Column("pair", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("suspicions", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["suite"], ["suites.id"], name=op.f("fk_hand_ins_suite")),
        sa.ForeignKeyConstraint(["system"], ["systems.id"], name=op.f("fk_hand_ins_system")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand_ins")),
    )
    op.create_index(op.f("ix_hand_ins_system"), "hand_ins", ["system"], unique=False)
    op.create_table(
        "item_states",
        sa.Column("item", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("phenomenon", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("paradigm", sa.Text(), nullable=True),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("reserved", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name=op.f("fk_item_states_item")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_item_states_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_item_states_until")),
        sa.PrimaryKeyConstraint("item", "since", name=op.f("pk_item_states")),
    )
    op.create_table(
        "person_states",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_person_states_person")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_person_states_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_person_states_until")),
        sa.PrimaryKeyConstraint("person", "since", name=op.f("pk_person_states")),
    )
    op.create_table(
        "phenomenon_states",
        sa.Column("suite", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("guideline", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_phenomenon_states_since")),
        sa.ForeignKeyConstraint(["suite"], ["suites.id"], name=op.f("fk_phenomenon_states_suite")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_phenomenon_states_until")),
        sa.PrimaryKeyConstraint("suite", "category", "name", "since", name=op.f("pk_phenomenon_states")),
    )
    op.create_table(
        "rules",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("digest", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name=op.f("fk_rules_item")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rules")),
        sa.UniqueConstraint("item", "side", "kind", "digest", name=op.f("uq_rules_item_side_kind_digest")),
    )
    op.create_table(
        "suite_states",
        sa.Column("suite", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_suite_states_since")),
        sa.ForeignKeyConstraint(["suite"], ["suites.id"], name=op.f("fk_suite_states_suite")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_suite_states_until")),
        sa.PrimaryKeyConstraint("suite", "since", name=op.f("pk_suite_states")),
    )
    op.create_index(
        "ix_suite_states_now",
        "suite_states",
        ["name"],
        unique=True,
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_table(
        "system_states",
        sa.Column("system", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_system_states_since")),
        sa.ForeignKeyConstraint(["system"], ["systems.id"], name=op.f("fk_system_states_system")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_system_states_until")),
        sa.PrimaryKeyConstraint("system", "since", name=op.f("pk_system_states")),
    )
    op.create_table(
        "texts",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("digest", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name=op.f("fk_texts_item")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_texts")),
        sa.UniqueConstraint("item", "digest", name=op.f("uq_texts_item_digest")),
    )
    op.create_table(
        "decisions",
        sa.Column("text", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("adjudicates", sa.Integer(), nullable=False),
        sa.CheckConstraint("verdict IN ('pass', 'fail')", name=op.f("ck_decisions_settled")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_decisions_person")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_decisions_since")),
        sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f("fk_decisions_text")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_decisions_until")),
        sa.PrimaryKeyConstraint("text", "person", "since", name=op.f("pk_decisions")),
    )
    op.create_index(op.f("ix_decisions_since"), "decisions", ["since"], unique=False)
    op.create_table(
        "hand_in_states",
        sa.Column("hand_in", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["hand_in"], ["hand_ins.id"], name=op.f("fk_hand_in_states_hand_in")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_hand_in_states_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_hand_in_states_until")),
        sa.PrimaryKeyConstraint("hand_in", "since", name=op.f("pk_hand_in_states")),
    )
    op.create_index(
        "ix_hand_in_states_now",
        "hand_in_states",
        ["hand_in"],
        unique=False,
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_table(
        "outputs",
        sa.Column("hand_in", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("item", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("repeat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Integer(), nullable=False),
        sa.Column("raw", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["hand_in"], ["hand_ins.id"], name=op.f("fk_outputs_hand_in")),
        sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f("fk_outputs_text")),
        sa.PrimaryKeyConstraint("hand_in", "item", "repeat", name=op.f("pk_outputs")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rule_states",
        sa.Column("rule", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("follows", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["follows"], ["rules.id"], name=op.f("fk_rule_states_follows")),
        sa.ForeignKeyConstraint(["rule"], ["rules.id"], name=op.f("fk_rule_states_rule")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_rule_states_since")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_rule_states_until")),
        sa.PrimaryKeyConstraint("rule", "since", name=op.f("pk_rule_states")),
    )
    op.create_index(op.f("ix_rule_states_since"), "rule_states", ["since"], unique=False)
    op.create_table(
        "searches",
        sa.Column("text", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rule", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("start", sa.Integer(), nullable=True),
        sa.Column("end", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["rule"], ["rules.id"], name=op.f("fk_searches_rule")),
        sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f("fk_searches_text")),
        sa.PrimaryKeyConstraint("text", "rule", name=op.f("pk_searches")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "verdicts",
        sa.Column("text", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("step", sa.Text(), nullable=True),
        sa.Column("right_rule", sa.Integer(), nullable=True),
        sa.Column("right_start", sa.Integer(), nullable=True),
        sa.Column("right_end", sa.Integer(), nullable=True),
        sa.Column("wrong_rule", sa.Integer(), nullable=True),
        sa.Column("wrong_start", sa.Integer(), nullable=True),
        sa.Column("wrong_end", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["right_rule"], ["rules.id"], name=op.f("fk_verdicts_right_rule")),
        sa.ForeignKeyConstraint(["since"], ["changes.id"], name=op.f("fk_verdicts_since")),
        sa.ForeignKeyConstraint(["text"], ["texts.id"], name=op.f("fk_verdicts_text")),
        sa.ForeignKeyConstraint(["until"], ["changes.id"], name=op.f("fk_verdicts_until")),
        sa.ForeignKeyConstraint(["wrong_rule"], ["rules.id"], name=op.f("fk_verdicts_wrong_rule")),
        sa.PrimaryKeyConstraint("text", "since", name=op.f("pk_verdicts")),
        sqlite_with_rowid=False,
    )
