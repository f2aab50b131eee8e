"""How finished matches ended, for lists of matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_match_summaries"
down_revision = "0003_deletion_indexes"


def upgrade() -> None:
    """Add the column. Matches that are over already have no summary."""
    op.add_column("matches", sa.Column("summary", sa.Text))
