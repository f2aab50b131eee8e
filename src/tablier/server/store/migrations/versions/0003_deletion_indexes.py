"""Indexes for the deletion of accounts, which would otherwise read whole tables in the writer thread."""

from __future__ import annotations

from alembic import op

revision = "0003_deletion_indexes"
down_revision = "0002_moderation"


def upgrade() -> None:
    """Add the indexes."""
    op.create_index("mutes_by_muted", "mutes", ["muted_id"])
    op.create_index("reports_by_account", "reports", ["account_id"])
