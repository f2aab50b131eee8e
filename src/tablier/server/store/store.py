"""The store: SQLite in WAL mode with `synchronous=FULL`, one writer thread and a few reader threads."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from tablier.core.errors import BadFile, RulesError

from ..errors import RequestError
from .migrate import migrate
from .writer import Row, Statement, WriteJob, Writer

log = logging.getLogger(__name__)
T = TypeVar("T")
DATABASE_FILE = "tablier.sqlite"  # in the data folder
READER_THREADS = 2
LOADER_THREADS = 2  # replaying a match holds the GIL most of the time, so more would not load faster
MAX_LOAD_WAIT_S = 10.0  # a load that would wait longer is refused
MAX_LONG_READS = 8  # waiting or under way
MAX_CONNECTIONS = READER_THREADS + LOADER_THREADS + 3  # one for each thread: also writer, long reader and prober
LOG_INTERVAL_S = 60.0  # a failure of one kind is logged once in this time
CHECKPOINT_TIMEOUT_S = 0.2  # a checkpoint that waits for readers blocks the writer
MAX_WAL_BYTES = 16 << 20  # of the file after a checkpoint; it is larger only while a long read prevents one
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=10000",
    "foreign_keys=ON",
    "wal_autocheckpoint=1000",  # pages
    f"journal_size_limit={MAX_WAL_BYTES}",
)


def create_store_engine(file: Path, *, read_only: bool = False) -> Engine:
    """Return an SQLAlchemy engine in autocommit mode: callers begin and commit transactions themselves."""
    engine = create_engine(
        f"sqlite:///{file}",
        isolation_level="AUTOCOMMIT",
        pool_size=MAX_CONNECTIONS,
        connect_args={"check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def _set_pragmas(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        for pragma in ("busy_timeout=10000", "query_only=ON") if read_only else PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    return engine


def open_database(file: Path) -> Engine:
    """Create the database or migrate it to the newest schema, and return an engine for it.

    Raises `RequestError("store_too_new")`, or `BadFile("cannot_open_store")` if the file cannot be used.
    """
    engine = create_store_engine(file)
    try:
        _make_private(file)
        with engine.connect() as connection:
            migrate(connection, file)
    except (OSError, sqlite3.Error, DBAPIError) as error:
        engine.dispose()
        raise BadFile("cannot_open_store", file=str(file), why=reason_of(error)) from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def _make_private(file: Path) -> None:
    """Create the database file so that only its owner can read it. SQLite gives `-wal` and `-shm` the same permissions."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        with contextlib.suppress(FileNotFoundError):
            (file.parent / name).chmod(0o600)


def reason_of(error: Exception) -> str:
    """A short description of an error of the file system or of SQLite, without the statement."""
    if isinstance(error, DBAPIError) and isinstance(error.orig, Exception):
        return str(error.orig)
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def is_damage(error: BaseException | None) -> bool:
    """True for an error of SQLite because of a damaged file, as opposed to a full disk or a lock."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlite_errorname", "")).startswith("SQLITE_CORRUPT")


@contextlib.contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection whose queries within the block all see the same moment."""
    with engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.execute("BEGIN")
        try:
            yield connection
        finally:
            if raw.in_transaction:  # SQLite ends it itself after some errors
                raw.execute("ROLLBACK")


class Store:
    """Asynchronous access to the database. Construct it inside a running event loop.

    `append` is the fast path for events; `write` and `read` are for everything else. A write fails with the `RulesError` of its
    statement, with `IntegrityError` if a unique row exists already, and with `RequestError("store_failed")` for any other
    reason, such as a full disk; nothing is written then.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._engine = open_database(file)
        self._readers = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="reader")
        self._loaders = ThreadPoolExecutor(LOADER_THREADS, thread_name_prefix="loader")
        self._loader_places = asyncio.Semaphore(LOADER_THREADS)
        self._waiting_loads: dict[object, float] = {}  # `time.monotonic()` at the arrival of each, the oldest first
        self._long_reader = ThreadPoolExecutor(1, thread_name_prefix="long-reader")
        self._long_reads = 0  # waiting or under way
        self._prober = ThreadPoolExecutor(1, thread_name_prefix="prober")
        self._loop = asyncio.get_running_loop()
        self._logged_at: dict[str, float] = {}  # by kind of failure
        self.failed_writes = 0
        self.writer = Writer(self._engine, self._loop)

    async def append(self, rows: tuple[Row, ...], statement: Statement | None = None) -> None:
        """Write events, and `statement` in the same transaction. Return once they are durable.

        Raises `IntegrityError` if another process has written one of the events first. Cancelling the caller does not cancel
        the write.
        """
        await self._submit(rows, statement)

    async def write(self, statement: Callable[[Connection], T]) -> T:
        """Run `statement` in a transaction and return its result once it is durable."""
        result: T = await self._submit((), statement)
        return result

    def _submit(self, rows: tuple[Row, ...], statement: Statement | None) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()

        def on_commit(result: Any, error: Exception | None) -> None:
            if error and not isinstance(error, (RulesError, IntegrityError, sqlite3.IntegrityError)):
                self._log_failure(error)
                failure = RequestError("store_failed")
                failure.__cause__ = error
                error = failure
            if future.done():  # the caller was cancelled
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.writer.put(WriteJob(rows, statement, on_commit))
        return future

    def _log_failure(self, error: Exception) -> None:
        """Log a failed write: an error of SQLite in one line, any other error, which is a fault of the program, completely."""
        self.failed_writes += 1
        cause = error.orig if isinstance(error, DBAPIError) else error
        kind = getattr(cause, "sqlite_errorname", type(cause).__name__)
        now = time.monotonic()
        if now - self._logged_at.get(kind, -LOG_INTERVAL_S) >= LOG_INTERVAL_S:
            self._logged_at[kind] = now
            trace = None if isinstance(cause, sqlite3.Error) else error
            log.error("cannot write to the database: %s (%s, logged once a minute)", cause, kind, exc_info=trace)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run `query` in a reader thread. It sees one moment, with all transactions committed so far."""
        return await self._loop.run_in_executor(self._readers, self._read, query)

    async def load(self, query: Callable[[Connection], T], *, limited: bool = True) -> T:
        """Run a query that reads and replays a match in threads of their own, so that other reads do not wait for it.

        Raises `RequestError("store_failed")` if others have waited for `MAX_LOAD_WAIT_S`. The server's own loads are not
        `limited`.
        """
        oldest = next(iter(self._waiting_loads.values()), None)
        if limited and oldest is not None and time.monotonic() - oldest > MAX_LOAD_WAIT_S:
            raise RequestError("store_failed")
        entry = object()
        self._waiting_loads[entry] = time.monotonic()
        try:
            async with self._loader_places:
                del self._waiting_loads[entry]
                return await self._loop.run_in_executor(self._loaders, self._read, query)
        finally:
            self._waiting_loads.pop(entry, None)

    async def probe(self, query: Callable[[Connection], T]) -> T:
        """Run the query of the health check in a thread of its own: it shows whether the database can be read at all."""
        return await self._loop.run_in_executor(self._prober, self._read, query)

    async def read_long(self, query: Callable[[Connection], T], *, limited: bool = True) -> T:
        """Run a query that may take seconds in a thread of its own, one at a time, so that other reads do not wait for it.

        Raises `RequestError("too_fast")` if too many wait already. The server's own queries are not `limited`.
        """
        if limited and self._long_reads >= MAX_LONG_READS:
            raise RequestError("too_fast")
        self._long_reads += 1
        future = self._loop.run_in_executor(self._long_reader, self._read, query)
        future.add_done_callback(self._on_long_read)
        return await future

    def _on_long_read(self, _future: asyncio.Future[Any]) -> None:
        self._long_reads -= 1

    def _read(self, query: Callable[[Connection], T]) -> T:
        with snapshot(self._engine) as connection:
            return query(connection)

    async def optimize(self) -> None:
        """Update the statistics of the query planner, and shorten the write-ahead log to nothing if no read prevents it."""
        await self._loop.run_in_executor(self._long_reader, self._optimize)

    def _optimize(self) -> None:
        connection = sqlite3.connect(self._file, timeout=CHECKPOINT_TIMEOUT_S, isolation_level=None)
        with contextlib.closing(connection):
            for pragma in ("analysis_limit=400", "optimize", "wal_checkpoint(TRUNCATE)"):
                connection.execute(f"PRAGMA {pragma}")

    def close(self) -> None:
        """Write the queued jobs and close the database. Blocks until the threads have ended."""
        self.writer.close()
        for executor in (self._readers, self._loaders, self._long_reader, self._prober):
            executor.shutdown()
        self._engine.dispose()
