"""The store: unique events, several writers, failing writes, snapshots, file permissions."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import IntegrityError

from tablier.core.errors import BadFile
from tablier.server.error_response import error_headers
from tablier.server.errors import RequestError
from tablier.server.store import store as store_module
from tablier.server.store.schema import events
from tablier.server.store.store import LOADER_THREADS, MAX_LONG_READS, MAX_WAL_BYTES, Store, open_database
from tablier.server.store.writer import Row, WriteJob
from tests.server.full_disk import fill_disk, free_disk


@asynccontextmanager
async def hold_writer(store: Store) -> AsyncIterator[None]:
    """Keep the writer busy within the block, so that the jobs queued in it form one batch."""
    release = threading.Event()
    blocker = asyncio.ensure_future(store.write(lambda _connection: release.wait()))
    while store.writer.busy_since is None:
        await asyncio.sleep(0)
    try:
        yield
    finally:
        release.set()
        await blocker


def row(match_id: str, number: int) -> Row:
    return (match_id, number, "{}", None, None, None)


async def append(store: Store, *rows: Row) -> None:
    await store.append(rows)


async def count(store: Store) -> int:
    return await store.read(lambda connection: connection.scalar(select(func.count()).select_from(events)) or 0)


def test_many_appends_are_all_committed(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        await asyncio.gather(*(append(store, row(f"m{index}", 1)) for index in range(3000)))
        assert await count(store) == 3000
        store.close()

    asyncio.run(main())


def test_a_duplicate_event_does_not_affect_its_batch(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        appends = [append(store, row("m", 1)) for _ in range(20)] + [append(store, row("n", number)) for number in range(50)]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert sum(result is None for result in results) == 51
        assert all(result is None or isinstance(result, (sqlite3.IntegrityError, IntegrityError)) for result in results)
        assert await count(store) == 51
        store.close()

    asyncio.run(main())


def test_of_two_processes_one_writes_each_event(tmp_path: Path) -> None:
    """Two stores over one file stand for two processes."""

    async def main() -> None:
        store, other = Store(tmp_path / "s.sqlite"), Store(tmp_path / "s.sqlite")
        for number in range(30):
            results = await asyncio.gather(
                append(store, row("m", number)), append(other, row("m", number)), return_exceptions=True
            )
            assert sum(result is None for result in results) == 1
        assert await count(store) == 30
        store.close()
        other.close()

    asyncio.run(main())


def test_a_failed_statement_is_rolled_back(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")

        def insert_and_fail(connection: Any) -> None:
            connection.execute(text("INSERT INTO heartbeat (id, at) VALUES (7, 7)"))
            raise RequestError("banned")

        with pytest.raises(RequestError):
            await store.write(insert_and_fail)
        assert await store.read(lambda connection: connection.execute(text("SELECT * FROM heartbeat")).all()) == []
        store.close()

    asyncio.run(main())


def test_the_database_is_durable_and_private(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "s.sqlite")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    assert (tmp_path / "s.sqlite").stat().st_mode & 0o077 == 0


def test_a_failing_callback_does_not_affect_the_other_jobs(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")

        def fail(_result: Any, _error: Exception | None) -> None:
            raise LookupError("a listener has failed")

        async with hold_writer(store):
            store.writer.put(WriteJob((row("m", 1),), None, fail))
            later = asyncio.gather(*(append(store, row("n", number)) for number in range(5)))
            await asyncio.sleep(0)
        await asyncio.wait_for(later, 60)
        assert await count(store) == 6, "the job whose callback failed is committed, too"
        store.close()

    asyncio.run(main())


@pytest.mark.parametrize("wrong", [("m", 2**70, "{}", None, None, None), ("m", 1, "\ud800", None, None, None)])
def test_values_that_sqlite_rejects_fail_one_job_and_not_the_writer(tmp_path: Path, wrong: Row) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        async with hold_writer(store):
            jobs = [append(store, row("n", 1)), append(store, wrong), append(store, row("n", 2))]
            results = asyncio.gather(*jobs, return_exceptions=True)
            await asyncio.sleep(0)
        before, failed, after = await asyncio.wait_for(results, 60)
        assert before is None and after is None and isinstance(failed, RequestError) and failed.code == "store_failed"
        assert store.writer.alive and await count(store) == 2
        store.close()

    asyncio.run(main())


def test_writes_fail_at_once_after_the_writer_thread_has_ended(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")

        def end_thread(_connection: Connection) -> None:
            raise SystemExit

        async with hold_writer(store):
            writes = asyncio.gather(store.write(end_thread), append(store, row("m", 1)), return_exceptions=True)
            await asyncio.sleep(0)
        for result in await asyncio.wait_for(writes, 60):
            assert isinstance(result, RequestError) and result.code == "store_failed"
        with pytest.raises(RequestError, match="store_failed"):
            await asyncio.wait_for(append(store, row("m", 2)), 60)
        assert not store.writer.alive and await count(store) == 0
        store.close()

    asyncio.run(main())
    assert "the writer thread has ended" in caplog.text


def test_writes_on_a_full_disk_fail_cleanly_and_work_again_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        await fill_disk(store)
        stored = await count(store)
        writes = [append(store, ("m", number, "x" * 5000, None, None, None)) for number in range(20)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert {getattr(result, "code", None) for result in results} == {"store_failed"}
        assert await count(store) == stored and store.writer.alive and store.failed_writes >= 20
        await free_disk(store)
        await append(store, row("m", 1))
        store.close()

    with caplog.at_level(logging.DEBUG, "tablier"):
        asyncio.run(main())
    assert caplog.text.count("SQLITE_FULL") == 1 and "Traceback" not in caplog.text, "one line a minute"


def test_the_writer_reports_its_work(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        writer = store.writer
        assert writer.alive and writer.last_commit_at == 0
        async with hold_writer(store):
            appends = asyncio.gather(*(append(store, row("m", number)) for number in range(7)))
            await asyncio.sleep(0)
            assert writer.queue_length == 7 and writer.busy_since is not None
        await appends
        assert writer.queue_length == 0 and writer.last_commit_at > 0
        assert sum(writer.batch_sizes.counts) == sum(writer.commit_seconds.counts) == 2 and writer.batch_sizes.sum == 8
        store.close()
        assert not writer.alive

    asyncio.run(main())


def test_the_queries_of_one_read_see_the_same_moment(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        await append(store, row("m", 1))
        read_once, written = threading.Event(), threading.Event()

        def count_twice(connection: Connection) -> list[int | None]:
            query = select(func.count()).select_from(events)
            first = connection.scalar(query)
            read_once.set()
            assert written.wait(60)
            return [first, connection.scalar(query)]

        reading = asyncio.ensure_future(store.read(count_twice))
        await asyncio.to_thread(read_once.wait, 60)
        await append(store, row("m", 2))
        written.set()
        assert await reading == [1, 1] and await count(store) == 2
        store.close()

    asyncio.run(main())


def test_long_reads_do_not_delay_others_and_are_limited(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        release = threading.Event()
        long_reads = [asyncio.ensure_future(store.read_long(lambda _: release.wait(60))) for _ in range(MAX_LONG_READS)]
        await asyncio.sleep(0)
        assert await count(store) == 0
        with pytest.raises(RequestError, match="too_fast"):
            await store.read_long(lambda _: None)
        release.set()
        assert all(await asyncio.gather(*long_reads))
        await store.read_long(lambda _: None)
        store.close()

    asyncio.run(main())


def test_loads_of_matches_do_not_delay_others_and_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Health check, authentication and lists go on. A load is refused while others wait too long, but not one of the server."""
    monkeypatch.setattr(store_module, "MAX_LOAD_WAIT_S", 0.1)

    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        release = threading.Event()
        *loads, waiting = [asyncio.ensure_future(store.load(lambda _: release.wait(60))) for _ in range(LOADER_THREADS + 1)]
        await asyncio.sleep(0.2)
        assert await count(store) == 0 and await store.probe(lambda _: 1) == 1
        with pytest.raises(RequestError, match="store_failed") as raised:
            await store.load(lambda _: None)
        assert error_headers(raised.value)["retry-after"]
        own_load = asyncio.ensure_future(store.load(lambda _: True, limited=False))
        waiting.cancel()
        await asyncio.sleep(0)
        accepted = asyncio.ensure_future(store.load(lambda _: True))  # the oldest one that waits has just arrived
        await asyncio.sleep(0)
        release.set()
        assert all(await asyncio.gather(*loads, own_load, accepted))
        store.close()

    asyncio.run(main())


def test_the_write_ahead_log_stays_bounded(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        wal = tmp_path / "s.sqlite-wal"
        with closing(sqlite3.connect(tmp_path / "s.sqlite", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM heartbeat").fetchall()
            number = 0
            while wal.stat().st_size <= MAX_WAL_BYTES:
                number += 1
                await append(store, ("m", number, "x" * 1_000_000, None, None, None))
            reader.execute("ROLLBACK")
        for number in range(3):  # the next checkpoint, and the write after it, shorten the file
            await append(store, row("n", number))
        assert wal.stat().st_size <= MAX_WAL_BYTES
        await store.optimize()
        assert wal.stat().st_size == 0
        store.close()

    asyncio.run(main())


def test_files_of_the_database_are_private_in_a_folder_that_others_can_read(tmp_path: Path) -> None:
    async def main() -> None:
        tmp_path.chmod(0o755)
        store = Store(tmp_path / "s.sqlite")
        await append(store, row("m", 1))
        files = sorted(tmp_path.iterdir())
        assert [file.name for file in files] == ["s.sqlite", "s.sqlite-shm", "s.sqlite-wal"]
        assert all(file.stat().st_mode & 0o077 == 0 for file in files)
        store.close()

    umask = os.umask(0o022)
    try:
        asyncio.run(main())
    finally:
        os.umask(umask)


@pytest.mark.parametrize("content", [b"this is no database" * 100, None])
def test_a_file_that_is_no_database_is_reported(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "s.sqlite"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(BadFile, match="cannot_open_store"):
        open_database(file)
