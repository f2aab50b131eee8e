"""The writer: one thread that owns the only writing connection and commits jobs in groups.

While a commit waits for the disk, new jobs queue up; the next transaction takes all of them (group commit). So an event costs a
fraction of an `fsync`, and no job is acknowledged before its transaction is durable.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

Row = tuple[str, int, str, int | None, int | None, str | None]  # the columns of `schema.events`
Statement = Callable[[Connection], Any]
OnCommit = Callable[[Any, Exception | None], None]  # called in the event loop with the result or the error

INSERT = "INSERT INTO events (match_id, number, data, deadline, position_to_act, nonce) VALUES (?, ?, ?, ?, ?, ?)"
MAX_BATCH = 1000


@dataclass(frozen=True, slots=True)
class WriteJob:
    """Events, another statement, or both. Written completely or not at all."""

    rows: tuple[Row, ...]
    statement: Statement | None
    on_commit: OnCommit


class Writer:
    """Takes jobs from the event loop and reports their results there."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        self._engine = engine
        self._loop = loop
        self._jobs: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, job: WriteJob) -> None:
        """Queue a job. Jobs of one caller are executed in order."""
        self._jobs.put(job)

    def close(self) -> None:
        """Execute the queued jobs and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            running = True
            while running:
                jobs, running = self._drain()
                if jobs:
                    results = _commit(connection, jobs)
                    self._loop.call_soon_threadsafe(_report, jobs, results)

    def _drain(self) -> tuple[list[WriteJob], bool]:
        """Wait for a job and take all that are queued. The second value is False once the writer is closed."""
        jobs: list[WriteJob] = []
        job = self._jobs.get()
        try:
            while job is not None:
                jobs.append(job)
                if len(jobs) == MAX_BATCH:
                    return jobs, True
                job = self._jobs.get_nowait()
        except Empty:
            return jobs, True
        return jobs, False


def _report(jobs: list[WriteJob], results: list[Any]) -> None:
    for job, result in zip(jobs, results, strict=True):
        if isinstance(result, Exception):
            job.on_commit(None, result)
        else:
            job.on_commit(result, None)


def _commit(connection: Connection, jobs: list[WriteJob]) -> list[Any]:
    """Run all jobs in one transaction. Return the result or the exception of each."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    try:
        raw.execute("BEGIN IMMEDIATE")
        try:
            results = _insert_batch(raw, jobs) or [_run_in_savepoint(connection, raw, job) for job in jobs]
            raw.execute("COMMIT")
        finally:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
    except (sqlite3.Error, SQLAlchemyError) as error:
        return [error] * len(jobs)
    return results


def _insert_batch(raw: sqlite3.Connection, jobs: list[WriteJob]) -> list[Any] | None:
    """Insert the events of all jobs with one statement: the usual case. Return None, with nothing done, if that fails."""
    if any(job.statement for job in jobs):
        return None
    raw.execute("SAVEPOINT batch")
    try:
        raw.executemany(INSERT, [row for job in jobs for row in job.rows])
    except sqlite3.IntegrityError:  # another process has written one of the events first
        raw.execute("ROLLBACK TO batch")
        return None
    finally:
        raw.execute("RELEASE batch")
    return [None] * len(jobs)


def _run_in_savepoint(connection: Connection, raw: sqlite3.Connection, job: WriteJob) -> Any:
    raw.execute("SAVEPOINT job")
    try:
        result = job.statement(connection) if job.statement else None
        raw.executemany(INSERT, job.rows)
    except Exception as error:  # an error of one job must not affect the others
        raw.execute("ROLLBACK TO job")
        return error
    finally:
        raw.execute("RELEASE job")
    return result
