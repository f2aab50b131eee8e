"""Alembic migrations, one module each."""
