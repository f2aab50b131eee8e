"""Alembic environment: migrates over the connection in the configuration."""

from __future__ import annotations

from alembic import context

from tablier.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters tables by copying them
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
