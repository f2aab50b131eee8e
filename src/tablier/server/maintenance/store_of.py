"""Reading a store beside the server, or without one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, select

from ..errors import RequestError
from ..store.schema import accounts
from ..store.store import engine_for
from .backup import STORE


@contextmanager
def known_person(folder: Path, account_id: str) -> Iterator[Connection]:
    """A connection to a store that knows this person; `RequestError("no_such_person")` otherwise."""
    if not (folder / STORE).exists():
        raise RequestError("no_such_person")
    engine = engine_for(folder / STORE)
    try:
        with engine.connect() as connection:
            if connection.scalar(select(accounts.c.id).where(accounts.c.id == account_id)) is None:
                raise RequestError("no_such_person")
            yield connection
    finally:
        engine.dispose()
