"""The store: SQLite in WAL mode with `synchronous=FULL`, one writer thread and a few reader threads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from .migrate import migrate
from .writer import Row, Statement, WriteJob, Writer

T = TypeVar("T")
READER_THREADS = 2


def create_store_engine(file: Path) -> Engine:
    """Return an SQLAlchemy engine in autocommit mode: callers begin and commit transactions themselves."""
    engine = create_engine(f"sqlite:///{file}", isolation_level="AUTOCOMMIT", connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _set_pragmas(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def open_database(file: Path) -> Engine:
    """Create the database or migrate it to the newest schema, and return an engine for it."""
    engine = create_store_engine(file)
    with engine.connect() as connection:
        migrate(connection)
    file.chmod(0o600)
    return engine


class Store:
    """Asynchronous access to the database. Construct it inside a running event loop.

    `append` is the fast path for events; `write` and `read` are for everything else.
    """

    def __init__(self, file: Path) -> None:
        self._engine = open_database(file)
        self._readers = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="reader")
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(self._engine, self._loop)

    async def append(self, rows: tuple[Row, ...], statement: Statement | None = None) -> None:
        """Write events, and `statement` in the same transaction. Return once they are durable.

        Raises the exception of `statement`, or `IntegrityError` if another process has written one of the events first;
        nothing is written then. Cancelling the caller does not cancel the write.
        """
        await self._submit(rows, statement)

    async def write(self, statement: Callable[[Connection], T]) -> T:
        """Run `statement` in a transaction and return its result once it is durable."""
        result: T = await self._submit((), statement)
        return result

    def _submit(self, rows: tuple[Row, ...], statement: Statement | None) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()

        def on_commit(result: Any, error: Exception | None) -> None:
            if future.done():  # the caller was cancelled
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._writer.put(WriteJob(rows, statement, on_commit))
        return future

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run `query` in a reader thread. It sees all transactions committed so far."""
        return await self._loop.run_in_executor(self._readers, self._read, query)

    def _read(self, query: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return query(connection)

    def close(self) -> None:
        """Write the queued jobs and close the database. Blocks until the writer thread has ended."""
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()
