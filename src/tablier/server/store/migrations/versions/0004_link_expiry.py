"""Index of links by expiry. Every new link deletes the expired ones, which would otherwise read the whole table."""

from __future__ import annotations

from alembic import op

revision = "0004_link_expiry"
down_revision = "0003_deletion_indexes"


def upgrade() -> None:
    """Add the index."""
    op.create_index("links_by_expiry", "links", ["expires_at"])
