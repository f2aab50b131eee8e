"""A link that makes an account an operator, created without the server."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from ..accounts.audit import OperatorAction
from ..accounts.service import insert_link
from ..accounts.tokens import new_token
from ..errors import RequestError
from ..matches.clock import wall_clock_ms
from ..settings import load_settings
from ..store.migrate import current_revision, newest_revision
from ..store.store import DATABASE_FILE, create_store_engine


def create_operator_link(folder: Path) -> str:
    """Write a link to the database, whether or not the server runs, and return its address.

    Raises `RequestError("no_database")` if the database is missing or of another version.
    """
    file = folder / DATABASE_FILE
    if not file.exists():
        raise RequestError("no_database", folder=str(folder))
    now = wall_clock_ms()
    token = new_token()
    engine = create_store_engine(file)
    try:
        with engine.connect() as connection:
            if current_revision(connection) != newest_revision():
                raise RequestError("no_database", folder=str(folder))
            connection.execute(text("BEGIN IMMEDIATE"))
            insert_link(connection, token, "operator", None, now)
            OperatorAction(None, now).log(connection, "create_operator_link", "")
            connection.execute(text("COMMIT"))
    finally:
        engine.dispose()
    return f"{load_settings(folder).address}/enter/{token}"
