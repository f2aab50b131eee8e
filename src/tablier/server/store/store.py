"""The store: SQLite in WAL mode, `synchronous=FULL`, one writer, any number of readers."""

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
from .writer import OnCommit, Row, Statement, WriteJob, Writer

T = TypeVar("T")
READERS = 2


def engine_for(file: Path) -> Engine:
    """An engine for a store; transactions are begun and ended by hand."""
    engine = create_engine(f"sqlite:///{file}", isolation_level="AUTOCOMMIT", connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def prepared(file: Path) -> Engine:
    """An engine for a store that is made or brought up to date first."""
    engine = engine_for(file)
    with engine.connect() as connection:
        migrate(connection)
    file.chmod(0o600)
    return engine


class Store:
    """What the server keeps. `append` is for moves; `write` and `read` for everything that happens less often."""

    def __init__(self, file: Path) -> None:
        """Opens the store within a running event loop."""
        self._engine = prepared(file)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(self._engine, self._loop)

    def append(self, rows: tuple[Row, ...], settle: OnCommit, work: Statement | None = None) -> None:
        """Writes events, with other work where it belongs to them; `settle` is called in the loop once they are durable."""
        self._writer.put(WriteJob(rows, work, settle))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Does something within a transaction of its own."""
        done: asyncio.Future[T] = self._loop.create_future()

        def settle(answer: Any, error: Exception | None) -> None:
            if done.done():  # whoever asked has gone
                return
            if error:
                done.set_exception(error)
            else:
                done.set_result(answer)

        self._writer.put(WriteJob((), work, settle))
        return await done

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Reads on a thread of its own, as of the last commit."""
        return await self._loop.run_in_executor(self._readers, self._with_connection, work)

    def _with_connection(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    def close(self) -> None:
        """Writes what is under way and lets go of the file."""
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()
