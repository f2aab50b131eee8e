"""Devices that asked to be told when it is their person's turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "devices"
down_revision = "first"


def upgrade() -> None:
    """One row a browser."""
    op.create_table(
        "devices",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("also", sa.Boolean, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
    )
    op.create_index("devices_by_person", "devices", ["person"])
