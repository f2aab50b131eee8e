"""The writer: one thread that owns the only writing connection and commits whatever has come in together.

While one commit waits for the disk, submissions gather; the next commit takes all of them. So a move costs a fraction of an
`fsync`, and none is acknowledged before its own is done.
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

Row = tuple[str, int, str, int | None, int | None, str | None]  # as the columns of `schema.events`
Statement = Callable[[Connection], Any]
OnCommit = Callable[[Any, Exception | None], None]  # called in the event loop with the answer or with what went wrong

INSERT = "INSERT INTO events (match_id, number, data, deadline, position_to_act, nonce) VALUES (?, ?, ?, ?, ?, ?)"
MAX_BATCH = 1000


@dataclass(frozen=True, slots=True)
class WriteJob:
    """Some events, some other work, or both: all of it or nothing."""

    rows: tuple[Row, ...]
    work: Statement | None
    settle: OnCommit


class Writer:
    """Takes jobs from the event loop, answers there."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        self._engine = engine
        self._loop = loop
        self._jobs: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, job: WriteJob) -> None:
        """Hands a job over. Jobs handed over by one caller are done in that order."""
        self._jobs.put(job)

    def close(self) -> None:
        """Writes what was handed over and stops."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            going_on = True
            while going_on:
                jobs, going_on = self._drain()
                if jobs:
                    answers = _commit(connection, jobs)
                    self._loop.call_soon_threadsafe(_settle, jobs, answers)

    def _drain(self) -> tuple[list[WriteJob], bool]:
        """At least one job, and all that came in meanwhile; whether more can follow."""
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


def _settle(jobs: list[WriteJob], answers: list[Any]) -> None:
    for job, answer in zip(jobs, answers, strict=True):
        if isinstance(answer, Exception):
            job.settle(None, answer)
        else:
            job.settle(answer, None)


def _commit(connection: Connection, jobs: list[WriteJob]) -> list[Any]:
    """The answer or the exception for each job."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    try:
        raw.execute("BEGIN IMMEDIATE")
        try:
            answers = _insert_batch(raw, jobs) or [_run_in_savepoint(connection, raw, job) for job in jobs]
            raw.execute("COMMIT")
        finally:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
    except (sqlite3.Error, SQLAlchemyError) as error:
        return [error] * len(jobs)
    return answers


def _insert_batch(raw: sqlite3.Connection, jobs: list[WriteJob]) -> list[Any] | None:
    """The usual case: nothing but new events. None when that fails, with nothing done."""
    if any(job.work for job in jobs):
        return None
    raw.execute("SAVEPOINT together")
    try:
        raw.executemany(INSERT, [row for job in jobs for row in job.rows])
    except sqlite3.IntegrityError:  # one of them was written by somebody else first
        raw.execute("ROLLBACK TO together")
        return None
    finally:
        raw.execute("RELEASE together")
    return [None] * len(jobs)


def _run_in_savepoint(connection: Connection, raw: sqlite3.Connection, job: WriteJob) -> Any:
    raw.execute("SAVEPOINT alone")
    try:
        answer = job.work(connection) if job.work else None
        raw.executemany(INSERT, job.rows)
    except Exception as error:  # whatever is wrong with this job must not touch the others
        raw.execute("ROLLBACK TO alone")
        return error
    finally:
        raw.execute("RELEASE alone")
    return answer
