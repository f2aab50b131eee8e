"""The first store."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None


def upgrade() -> None:
    """People, matches with their places and events, chat."""
    no = sa.false()
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("operator", sa.Boolean, nullable=False, server_default=no),
        sa.Column("banned", sa.Boolean, nullable=False, server_default=no),
        sa.Column("owner", sa.Text),
        sa.Column("token", sa.Text),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("expires", sa.Integer),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("nonce", sa.Text),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("chat", sa.Boolean, nullable=False, server_default=sa.text("1")),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("previous", sa.Text),
        sa.UniqueConstraint("owner", "nonce", name="matches_once"),
    )
    op.create_index("matches_by_status", "matches", ["status", "public", "created"])
    op.create_index("matches_by_previous", "matches", ["previous"])
    op.create_table(
        "places",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text),
        sa.Column("level", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_index("places_by_person", "places", ["person", "match"])
    op.create_table(
        "events",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("deadline", sa.Integer),
        sa.Column("place", sa.Integer),
        sa.Column("nonce", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False, server_default=no),
    )
    op.create_index("chat_by_match", "chat", ["match", "id"])
    op.create_index("chat_by_person", "chat", ["person"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("muted", sa.Text, primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("chat", sa.Integer, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=no),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
    )
