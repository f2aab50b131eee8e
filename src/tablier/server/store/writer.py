"""The writer: one thread that owns the only writing connection and commits jobs in groups.

While a commit waits for the disk, new jobs queue up; the next transaction takes all of them (group commit). So an event costs a
fraction of an `fsync`, and no job is acknowledged before its transaction is durable.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine

log = logging.getLogger(__name__)

Row = tuple[str, int, str, int | None, int | None, str | None]  # the columns of `schema.events`
Statement = Callable[[Connection], Any]
OnCommit = Callable[[Any, Exception | None], None]  # called in the event loop with the result or the error

INSERT = "INSERT INTO events (match_id, number, data, deadline, position_to_act, nonce) VALUES (?, ?, ?, ?, ?, ?)"
MAX_BATCH = 1000  # jobs in one transaction
COMMIT_BOUNDS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
BATCH_BOUNDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, MAX_BATCH)


class Histogram:
    """Counts of values by upper bound, for metrics. `counts` has one more entry, for values above the last bound."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


@dataclass(frozen=True, slots=True)
class WriteJob:
    """Events, another statement, or both. Written completely or not at all."""

    rows: tuple[Row, ...]
    statement: Statement | None
    on_commit: OnCommit


class WriterStopped(Exception):
    """The job was not executed, because the writer thread has ended."""


class Writer:
    """Takes jobs from the event loop and reports their results there.

    The public attributes are for the health check and metrics. They are written by the writer thread and may be read anywhere.
    """

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        self.alive = True  # False once the thread has ended or is about to
        self.busy_since: float | None = None  # `time.monotonic()` at the start of the batch under way
        self.last_commit_at = 0.0  # Unix time in seconds; 0 before the first commit
        self.commit_seconds = Histogram(COMMIT_BOUNDS_S)  # of batches that were committed
        self.batch_sizes = Histogram(BATCH_BOUNDS)  # their number of jobs
        self._engine = engine
        self._loop = loop
        self._jobs: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def queue_length(self) -> int:
        """Number of jobs that wait for the batch under way."""
        return self._jobs.qsize()

    def put(self, job: WriteJob) -> None:
        """Queue a job. Jobs of one caller are executed in order. After the thread has ended the job fails at once."""
        self._jobs.put(job)
        if not self.alive:  # checked after the put: a thread that ends now fails the jobs it finds in the queue
            self._fail_queued()

    def close(self) -> None:
        """Execute the queued jobs and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            with self._engine.connect() as connection:
                running = True
                while running:
                    jobs, running = self._drain()
                    if jobs:
                        self._report(jobs, self._execute(connection, jobs))
        except BaseException:
            log.critical("the writer thread has ended: nothing can be stored until the server is restarted", exc_info=True)
        finally:
            self.alive = False
            self._fail_queued()

    def _execute(self, connection: Connection, jobs: list[WriteJob]) -> list[Any]:
        """Commit a batch. Return the result or the exception of each job."""
        self.busy_since = started_at = time.monotonic()
        try:
            results = _commit(connection, jobs)
        except Exception as error:
            return [error] * len(jobs)
        except BaseException as error:  # ends the thread, but its jobs must not wait for ever
            self._report(jobs, [WriterStopped(repr(error))] * len(jobs))
            raise
        finally:
            self.busy_since = None
        self.last_commit_at = time.time()
        self.commit_seconds.add(time.monotonic() - started_at)
        self.batch_sizes.add(len(jobs))
        return results

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

    def _fail_queued(self) -> None:
        jobs: list[WriteJob] = []
        try:
            while True:
                if job := self._jobs.get_nowait():
                    jobs.append(job)
        except Empty:
            self._report(jobs, [WriterStopped("the writer thread has ended")] * len(jobs))

    def _report(self, jobs: list[WriteJob], results: list[Any]) -> None:
        if not jobs:
            return
        try:
            self._loop.call_soon_threadsafe(_call_back, jobs, results)
        except RuntimeError:  # the event loop is closed, so no caller is left
            log.warning("%d writes ended after the event loop", len(jobs))


def _call_back(jobs: list[WriteJob], results: list[Any]) -> None:
    """Report the result of each job. A callback that fails does not affect the others."""
    for job, result in zip(jobs, results, strict=True):
        try:
            if isinstance(result, Exception):
                job.on_commit(None, result)
            else:
                job.on_commit(result, None)
        except Exception:
            log.exception("the callback of a write failed")


def _commit(connection: Connection, jobs: list[WriteJob]) -> list[Any]:
    """Run all jobs in one transaction. Return the result or the exception of each. Raises if nothing was committed."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    if raw.in_transaction:  # the rollback of the last batch failed
        raw.execute("ROLLBACK")
    raw.execute("BEGIN IMMEDIATE")
    try:
        results = _insert_batch(raw, jobs) or [_run_in_savepoint(connection, raw, job) for job in jobs]
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raise
    return results


def _insert_batch(raw: sqlite3.Connection, jobs: list[WriteJob]) -> list[Any] | None:
    """Insert the events of all jobs with one statement: the usual case. Return None, with nothing done, if that fails."""
    if any(job.statement for job in jobs):
        return None
    raw.execute("SAVEPOINT batch")
    try:
        raw.executemany(INSERT, [row for job in jobs for row in job.rows])
    except Exception:  # for example, another process has written one of the events first
        if not raw.in_transaction:  # SQLite has rolled everything back, for example because the disk is full
            raise
        _roll_back_to(raw, "batch")
        return None
    raw.execute("RELEASE batch")
    return [None] * len(jobs)


def _run_in_savepoint(connection: Connection, raw: sqlite3.Connection, job: WriteJob) -> Any:
    raw.execute("SAVEPOINT job")
    try:
        result = job.statement(connection) if job.statement else None
        raw.executemany(INSERT, job.rows)
    except Exception as error:  # an error of one job must not affect the others
        if not raw.in_transaction:  # SQLite has rolled everything back
            raise
        _roll_back_to(raw, "job")
        return error
    raw.execute("RELEASE job")
    return result


def _roll_back_to(raw: sqlite3.Connection, savepoint: str) -> None:
    raw.execute(f"ROLLBACK TO {savepoint}")
    raw.execute(f"RELEASE {savepoint}")
