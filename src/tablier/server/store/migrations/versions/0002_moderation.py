"""Names with units, bans with an end, deleted accounts, pause requests, the audit log, and indexes by owner and account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_moderation"
down_revision = "0001_initial"

RENAMED = (  # table, column, new name
    ("accounts", "created", "created_at"),
    ("links", "expires", "expires_at"),
    ("matches", "created", "created_at"),
    ("push_subscriptions", "created", "created_at"),
)


def upgrade() -> None:
    """Rename columns, convert stored clocks, and add columns, tables and indexes.

    Repeated reports of a message by one account are reduced to the first. Operator links without an end are deleted: they are
    valid for a day now.
    """
    for table, column, new_name in RENAMED:
        op.alter_column(table, column, new_column_name=new_name)
    _convert_clocks()
    op.execute("DELETE FROM links WHERE kind = 'operator' AND expires_at IS NULL")
    op.add_column("accounts", sa.Column("banned_until", sa.Integer))
    op.add_column("accounts", sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("accounts_by_owner", "accounts", ["owner_id"])
    op.create_index("links_by_account", "links", ["account_id"])
    op.execute(
        "DELETE FROM reports WHERE account_id IS NOT NULL"
        " AND id NOT IN (SELECT min(id) FROM reports GROUP BY chat_id, account_id)"
    )
    op.create_index("reports_once", "reports", ["chat_id", "account_id"], unique=True)
    op.create_table(
        "pause_requests",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
    )
    op.create_table(
        "address_bans",
        sa.Column("network", sa.Text, primary_key=True),
        sa.Column("created_at", sa.Integer, nullable=False),
        sa.Column("until", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False, server_default=sa.text("''")),
    )
    op.create_table(
        "audit_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("operator_id", sa.Text),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False, server_default=sa.text("''")),
    )
    op.create_index("audit_log_by_target", "audit_log", ["target"])


def _convert_clocks() -> None:
    """Rename `base` and `increment` of the clock in the first event of every match. Damaged events stay as they are."""
    op.execute(
        "UPDATE events SET data = json_replace(data, '$.clock', json_object('kind', 'increment',"
        " 'base_ms', json_extract(data, '$.clock.base'),"
        " 'increment_ms', ifnull(json_extract(data, '$.clock.increment'), 0)))"
        " WHERE number = 1 AND match_id IN (SELECT id FROM matches)"
        " AND CASE WHEN json_valid(data) THEN json_type(data, '$.clock.base') IS NOT NULL END"
    )
