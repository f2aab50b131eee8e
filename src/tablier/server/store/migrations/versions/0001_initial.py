"""Initial schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001_initial"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    no = sa.false()
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("operator", sa.Boolean, nullable=False, server_default=no),
        sa.Column("banned", sa.Boolean, nullable=False, server_default=no),
        sa.Column("owner_id", sa.Text),
        sa.Column("token", sa.Text),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account_id", sa.Text),
        sa.Column("expires", sa.Integer),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("owner_id", sa.Text),
        sa.Column("nonce", sa.Text),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("chat", sa.Boolean, nullable=False, server_default=sa.text("1")),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("previous_match_id", sa.Text),
        sa.UniqueConstraint("owner_id", "nonce", name="matches_once"),
    )
    op.create_index("matches_by_status", "matches", ["status", "public", "created"])
    op.create_index("matches_by_previous", "matches", ["previous_match_id"])
    op.create_table(
        "participants",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.Text),
        sa.Column("level", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_index("participants_by_account", "participants", ["account_id", "match_id"])
    op.create_table(
        "events",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("deadline", sa.Integer),
        sa.Column("position_to_act", sa.Integer),
        sa.Column("nonce", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("account_id", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default=no),
    )
    op.create_index("chat_by_match", "chat", ["match_id", "id"])
    op.create_index("chat_by_account", "chat", ["account_id"])
    op.create_table(
        "mutes",
        sa.Column("account_id", sa.Text, primary_key=True),
        sa.Column("muted_id", sa.Text, primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("chat_id", sa.Integer, nullable=False),
        sa.Column("account_id", sa.Text),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=no),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("all_events", sa.Boolean, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
    )
    op.create_index("push_subscriptions_by_account", "push_subscriptions", ["account_id"])
