"""Recovery: clocks across restarts, stops and a clock that is set; failing disks; matches that cannot be read."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from tablier.server.context import open_context
from tablier.server.errors import RequestError, http_status
from tablier.server.matches import deadlines, recovery
from tablier.server.matches import service as service_module
from tablier.server.matches.clock import MAX_DRIFT_MS, ServerClock
from tablier.server.matches.deadlines import TICK_MS, Deadlines
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.recovery import heartbeat_loop, restore_clocks
from tablier.server.matches.repository import read_match
from tablier.server.matches.service import MatchService
from tablier.server.metrics import Metrics
from tablier.server.settings import Settings
from tablier.server.store.store import DATABASE_FILE, Store
from tests.server.server_process import ServerProcess, fetch
from tests.server.test_match_service import FakeTime, allow_inserts, fail_inserts, open_match, play

BLITZ = {"base_ms": 10_000}
DAILY = {"days": 2}


async def wait_for(condition: Callable[[], bool]) -> None:
    """Let the event loop run until a condition is true."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def start_clock(service: MatchService, clock: dict[str, int]) -> LiveMatch:
    """Open a match in which the clock of the first seat runs."""
    live = await open_match(service, clock=clock)
    for action in ("c3", "d4"):
        await service.submit(live, play(action))
    return live


class Run:
    """A match service that can be stopped and started again over the same store, with a clock that tests advance."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "s.sqlite"
        self.time = FakeTime()

    @asynccontextmanager
    async def service(self, grace_s: int = 0) -> Any:
        store = Store(self.file)
        service = MatchService(store, clock=self.time.clock(), flag_grace_ms=0)
        await restore_clocks(service, grace_s)
        heartbeat = asyncio.create_task(heartbeat_loop(service))
        try:
            yield service
        finally:
            heartbeat.cancel()
            with suppress(asyncio.CancelledError):
                await heartbeat
            await service.close()
            store.close()

    def stored_heartbeat(self) -> int | None:
        with closing(sqlite3.connect(self.file)) as store:
            row = store.execute("SELECT at FROM heartbeat").fetchone()
        return row and int(row[0])


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "HEARTBEAT_S", 0.02)


def kinds(live: LiveMatch) -> list[str]:
    return [str(event.__struct_config__.tag) for event in live.match.events.items()]


# the clock


def test_setting_the_system_clock_changes_nothing_and_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    wall, uptime = FakeTime(), FakeTime()
    clock = ServerClock(wall, uptime)
    start = clock.now()
    for step in (3_600_000, -7_200_000):
        wall.ms += step
        for _ in range(3):
            clock.check_wall_clock()
    wall.ms += MAX_DRIFT_MS // 2
    clock.check_wall_clock()
    assert clock.now() == start and len(caplog.records) == 2
    uptime.ms += 5
    assert clock.now() == start + 5


def test_the_clock_starts_after_the_stored_events(tmp_path: Path) -> None:
    """R6: the system clock was set back while the server was down."""
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            live = await start_clock(service, BLITZ)
            deadline = live.match.deadline
        server.time.ms -= 3_600_000
        async with server.service() as service:
            assert service.now() >= live.match.at
            again = await service.find(live.id)
            assert again.match.deadline == deadline
            server.time.ms += 3000
            await service.submit(again, play("c4"))
            assert again.match.events.last.elapsed_ms == 3000

    run(test)


# deadlines


def test_a_deadline_fires_again_after_growing_pauses_until_it_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "RETRY_DELAYS_MS", (50, 100))
    time, fired = FakeTime(), []

    async def test() -> None:
        entries = Deadlines(fired.append, time, grace_ms=10)
        entries.set("a", time.ms + 100)
        entries.set("b", time.ms + 5000)
        entries.start()
        for elapsed, expected in ((109, 0), (1, 1), (49, 1), (1, 2), (99, 2), (1, 3), (100, 4)):
            time.ms += elapsed
            entries._on_timer()
            assert len(fired) == expected
        entries.set("a", time.ms - 350)  # another deadline fires at once
        entries._on_timer()
        assert fired == ["a"] * 5 and len(entries) == 2
        entries.set("a", None)
        for _ in range(3):
            time.ms += 100
            entries._on_timer()
        assert fired == ["a"] * 5 and len(entries) == 1
        entries.close()

    run(test)


def test_nothing_fires_after_a_gap_until_it_is_restarted() -> None:
    time, fired = FakeTime(), []

    async def test() -> None:
        entries = Deadlines(fired.append, time, grace_ms=0)
        entries.set("a", time.ms + 1000)
        entries.start()
        last_tick = time.ms
        time.ms += 30_000
        assert entries.gap_since(time.ms) == last_tick
        entries._on_timer()
        assert not fired and entries.gap_seen.is_set() and entries.gap_since(time.ms) == last_tick
        entries.set("a", time.ms + 10)
        entries.start()
        time.ms += 10
        entries._on_timer()
        assert fired == ["a"] and entries.gap_since(time.ms) is None
        entries.close()

    run(test)


def test_deadlines_look_at_least_every_second() -> None:
    time, fired = FakeTime(), []

    async def test() -> None:
        entries = Deadlines(fired.append, time, grace_ms=0)
        entries.set("a", time.ms + 3_600_000)
        entries.start()
        assert entries._timer
        delay_s = entries._timer.when() - asyncio.get_running_loop().time()
        assert delay_s <= TICK_MS / 1000
        entries.close()

    run(test)


# stops


def test_a_stop_gives_time_back_before_any_flag_falls(tmp_path: Path) -> None:
    """R5: the machine slept for a minute. One match is in memory, the other is not."""
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            loaded, daily = await start_clock(service, BLITZ), await start_clock(service, DAILY)
            unloaded = await start_clock(service, BLITZ)
            unloaded_id, before = unloaded.id, loaded.match.deadline
            service._cache.clear()
            del unloaded
            await wait_for(lambda: service.find_loaded(unloaded_id) is None)
            server.time.ms += 50_000
            await wait_for(lambda: kinds(loaded)[-1] == "resume" and not service.deadlines.gap_seen.is_set())
            assert loaded.match.deadline == before + 50_000 and loaded.match.status == "running"
            unloaded = await service.find(unloaded_id)
            assert kinds(unloaded)[-1] == "resume" and unloaded.match.deadline == before + 50_000
            assert kinds(daily)[-1] == "action"  # negligible in a match of days
            server.time.ms += 900
            await service.submit(loaded, play("c4"))
            assert loaded.match.events.last.elapsed_ms == 900

    run(test)


def test_a_move_that_arrives_right_after_a_stop_costs_no_time(tmp_path: Path) -> None:
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            live = await start_clock(service, BLITZ)
            server.time.ms += 50_000
            await service.submit(live, play("c4"))  # before the timer has fired
            assert kinds(live)[-2:] == ["resume", "action"] and not live.match.events.last.elapsed_ms
            await wait_for(
                lambda: not service.deadlines.gap_seen.is_set() and service.deadlines.gap_since(service.now()) is None
            )
            assert kinds(live)[-1] == "action"  # the time was not given twice
            assert live.match.remaining(0, service.now()) == 10_000

    run(test)


# starts


def test_clocks_are_resumed_at_the_start_without_replaying_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R7: all in one transaction."""
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            blitz, daily = await start_clock(service, BLITZ), await start_clock(service, DAILY)
            deadlines_before = [blitz.match.deadline, daily.match.deadline]
            await wait_for(lambda: server.stored_heartbeat() == server.time.ms)
        server.time.ms += 3_600_000
        read_match, appended = service_module.read_match, []
        append = Store.append

        async def count_appends(self: Store, rows: Any, statement: Any = None) -> None:
            appended.append(rows)
            await append(self, rows, statement)

        def fail(*_: object) -> None:
            raise AssertionError("a match was replayed")

        monkeypatch.setattr(service_module, "read_match", fail)
        monkeypatch.setattr(Store, "append", count_appends)
        async with server.service(grace_s=20) as service:
            assert len(appended) == 1 and len(appended[0]) == 2 and len(service.deadlines) == 2
            monkeypatch.setattr(service_module, "read_match", read_match)
            again = [await service.find(live.id) for live in (blitz, daily)]
            assert [live.match.deadline for live in again] == [
                deadlines_before[0] + 3_620_000,
                deadlines_before[1] + 3_600_000,
            ]
            row = await service.store.read(
                lambda connection: (
                    connection.execute(text("SELECT deadline, position_to_act FROM events ORDER BY number DESC"))
                    .mappings()
                    .first()
                )
            )
            assert row["position_to_act"] == 0 and row["deadline"] in [live.match.deadline for live in again]

    run(test)


def test_a_match_with_too_many_events_gets_no_grace_and_stays_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            live = await start_clock(service, BLITZ)
        monkeypatch.setattr(recovery, "MAX_EVENTS", 2 * live.match.number)
        async with server.service(grace_s=20) as service:
            assert (await service.find(live.id)).match == live.match
        assert "too many events" in caplog.text

    run(test)


def test_clocks_that_cannot_be_resumed_at_the_start_are_resumed_later(tmp_path: Path) -> None:
    """The disk is full at the start: no flag falls until the grace was written."""
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            live = await start_clock(service, BLITZ)
            await wait_for(lambda: server.stored_heartbeat() == server.time.ms)
            await fail_inserts(service, "events")
        server.time.ms += 60_000
        async with server.service() as service:
            again = await service.find(live.id)
            await asyncio.sleep(0.05)
            assert again.match == live.match
            await allow_inserts(service)
            await wait_for(lambda: kinds(again)[-1] == "resume")
            assert again.match.deadline == (live.match.deadline or 0) + 60_000

    run(test)


# failing disks


def test_a_flag_that_cannot_be_written_is_retried_with_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """R4: the disk is full when the time runs out."""
    monkeypatch.setattr(deadlines, "RETRY_DELAYS_MS", (1000, 2000))
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            live = await start_clock(service, BLITZ)
            await fail_inserts(service, "events")

            async def pass_time(ms: int) -> None:
                server.time.ms += ms
                service.deadlines._on_timer()
                await wait_for(lambda: not service._tasks and not service._commits)

            for ms in (2500,) * 4:
                await pass_time(ms)
            failures = lambda: caplog.text.count("commit failed")  # noqa: E731
            assert failures() == 1
            for _ in range(5):
                service.deadlines._on_timer()
            await wait_for(lambda: not service._tasks)
            assert failures() == 1  # not again without a pause
            await pass_time(1000)
            assert failures() == 2
            await pass_time(1999)
            assert failures() == 2
            await allow_inserts(service)
            await pass_time(1)
            assert live.match.result and live.match.result.reason == "time" and len(service.deadlines) == 0

    run(test)


def test_a_failed_read_keeps_the_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """C4: the match is not in memory and cannot be read when its flag must fall."""
    monkeypatch.setattr(deadlines, "RETRY_DELAYS_MS", (1000,))
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            match_id = (await start_clock(service, BLITZ)).id
        async with server.service() as service:

            def fail(*_: object) -> None:
                raise OperationalError("SELECT", {}, Exception("disk I/O error"))

            read_match = service_module.read_match
            monkeypatch.setattr(service_module, "read_match", fail)
            for _ in range(5):
                server.time.ms += 2500
                service.deadlines._on_timer()
                await wait_for(lambda: not service._tasks)
            assert len(service.deadlines) == 1
            with pytest.raises(RequestError, match="store_failed"):
                await service.find(match_id)
            monkeypatch.setattr(service_module, "read_match", read_match)
            live = await service.find(match_id)
            assert live.match.status == "running"
            server.time.ms += 1000
            service.deadlines._on_timer()
            await wait_for(lambda: live.match.result is not None)

    run(test)


def test_the_heartbeat_survives_a_full_disk(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """R4: it goes on once there is room again, and logs one line."""
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            await fail_inserts(service, "heartbeat")
            await start_clock(service, DAILY)
            await wait_for(lambda: "heartbeat failed" in caplog.text)
            await asyncio.sleep(0.2)
            assert caplog.text.count("heartbeat failed") == 1 and server.stored_heartbeat() is None
            await allow_inserts(service)
            await wait_for(lambda: server.stored_heartbeat() == server.time.ms)

    run(test)


# matches that cannot be read


def damage(file: Path, kind: str, match_id: str) -> None:
    """Make a stored match unreadable."""
    with closing(sqlite3.connect(file)) as store, store:
        last = "SELECT max(number) FROM events WHERE match_id = :id"
        if kind == "illegal action":
            change = f"UPDATE events SET data = replace(data, 'd4', 'c3') WHERE match_id = :id AND number = ({last})"
        elif kind == "cut JSON":
            change = f"UPDATE events SET data = substr(data, 1, 20) WHERE match_id = :id AND number = ({last})"
        elif kind == "unknown game":
            change = "UPDATE events SET data = replace(data, 'mixtour', 'chess') WHERE match_id = :id AND number = 1"
        else:
            change = "DELETE FROM participants WHERE match_id = :id"
        store.execute(change, {"id": match_id})


@pytest.mark.parametrize("kind", ["illegal action", "cut JSON", "unknown game", "no participants"])
@pytest.mark.parametrize("with_engine", [False, True])
def test_one_unreadable_match_does_not_prevent_a_start(
    tmp_path: Path, kind: str, with_engine: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """R2: it is logged once and set aside; the others go on and its row is not changed."""
    settings = Settings(engine_workers=1, max_engine_turn_s=0.1)

    async def test() -> None:
        async with open_context(tmp_path, settings, Metrics()) as context:
            broken, sound = [await start_clock(context.matches, DAILY) for _ in range(2)]
        if with_engine:
            with closing(sqlite3.connect(tmp_path / "tablier.sqlite")) as store, store:
                store.execute("UPDATE participants SET level = 1, account_id = NULL WHERE position = 1")
        damage(tmp_path / "tablier.sqlite", kind, broken.id)
        async with open_context(tmp_path, settings, Metrics()) as context:
            service = context.matches
            for _ in range(2):
                with pytest.raises(RequestError, match="match_damaged") as raised:
                    await service.find(broken.id)
                assert http_status(raised.value) == 410
            assert (await service.find(sound.id)).match.number >= sound.match.number
            assert service.damaged == {broken.id}
            assert sum(broken.id in record.getMessage() for record in caplog.records) == 1
            assert len(service.deadlines) >= 1
        with closing(sqlite3.connect(tmp_path / "tablier.sqlite")) as store:
            rows = store.execute("SELECT status FROM matches").fetchall()
        assert rows == [("running",)] * 2

    run(test)


PAGE_SIZE = 4096
EVENTS_LEAF = (0x0A, b'"action":"d4"')  # type of a page of a table without row ids, and part of its content
MATCHES_LEAF = (0x0D, b"mixtour:stein")  # of a table with row ids


def overwrite_page(file: Path, is_page: Callable[[int, bytes], bool]) -> None:
    """Overwrite the head of the first page that satisfies a condition on its number and content."""
    data = bytearray(file.read_bytes())
    for at in range(0, len(data), PAGE_SIZE):
        if is_page(at // PAGE_SIZE + 1, bytes(data[at : at + PAGE_SIZE])):
            data[at : at + 8] = b"\xff" * 8
            file.write_bytes(data)
            return
    raise AssertionError("no such page")


def overwrite_root(file: Path, name: str) -> None:
    """Overwrite the first page of a table or an index, all of which it contains while there are few rows."""
    with closing(sqlite3.connect(file)) as store:
        root = store.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
    overwrite_page(file, lambda number, _page: number == root)


async def store_engine_turns(folder: Path, count: int) -> list[str]:
    """Store matches with running clocks in which an engine must act. Return their ids."""
    async with open_context(folder, Settings(engine_workers=1), Metrics()) as context:
        ids = [(await start_clock(context.matches, DAILY)).id for _ in range(count)]
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as store, store:
        store.execute("UPDATE participants SET level = 1, account_id = NULL WHERE position = 0")
        store.execute("UPDATE matches SET nonce = hex(randomblob(100))")  # so that they need several pages
        store.execute("UPDATE heartbeat SET at = at - 3600000")  # so that each clock gets an event
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as store:
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert store.execute("PRAGMA page_size").fetchone()[0] == PAGE_SIZE
    return ids


@pytest.mark.parametrize("damaged_part", ["events", "matches", "index"])
def test_a_damaged_page_does_not_prevent_a_start(tmp_path: Path, damaged_part: str, caplog: pytest.LogCaptureFixture) -> None:
    """Clocks and engines of matches on the other pages run on."""
    caplog.set_level(logging.ERROR)

    async def test() -> None:
        ids = await store_engine_turns(tmp_path, 60)
        file = tmp_path / DATABASE_FILE
        if damaged_part == "index":
            overwrite_root(file, "matches_by_status")
        else:
            page_type, content = EVENTS_LEAF if damaged_part == "events" else MATCHES_LEAF
            overwrite_page(file, lambda _number, page: page[0] == page_type and content in page)
        async with open_context(tmp_path, Settings(engine_workers=1, max_engine_turn_s=0.1), Metrics()) as context:
            service = context.matches
            assert context.ready and len(service.deadlines) == len(ids) - len(service.damaged)
            assert len(service.damaged) < len(ids) and bool(service.damaged) == (damaged_part != "index")
            await wait_for(lambda: all(service.find_loaded(match_id) for match_id in set(ids) - service.damaged))
            lives = [await service.find(match_id) for match_id in set(ids) - service.damaged]
            assert {live.match.status for live in lives} == {"running"}
            await wait_for(lambda: any(live.match.length > 2 for live in lives))
            for match_id in service.damaged:
                with pytest.raises(RequestError, match="match_damaged"):
                    await service.find(match_id)
                assert sum(match_id in record.getMessage() for record in caplog.records) == 1

    run(test)


def test_a_clock_whose_page_cannot_be_written_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last event of a match is readable, but the next one belongs to a damaged page."""
    server = Run(tmp_path)

    async def test() -> None:
        async with server.service() as service:
            broken, *sound = [(await start_clock(service, BLITZ)).id for _ in range(3)]
        append = Store.append

        async def fail(store: Store, rows: tuple[Any, ...], statement: Any = None) -> None:
            if any(row[0] == broken for row in rows):
                error = sqlite3.DatabaseError("database disk image is malformed")
                error.sqlite_errorname = "SQLITE_CORRUPT"
                raise RequestError("store_failed") from error
            await append(store, rows, statement)

        monkeypatch.setattr(Store, "append", fail)
        server.time.ms += 3_600_000
        async with server.service() as service:
            assert service.damaged == {broken} and len(service.deadlines) == 2
            for match_id in sound:
                assert (await service.find(match_id)).match.remaining(0, service.now()) == 10_000

    run(test)


@pytest.mark.parametrize("part", ["address_bans", "push_subscriptions_by_account", "heartbeat", "accounts", "participants"])
def test_a_table_that_cannot_be_read_does_not_prevent_a_start(
    tmp_path: Path, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, once for each use."""

    async def test() -> None:
        await store_engine_turns(tmp_path, 1)
        overwrite_root(tmp_path / DATABASE_FILE, part)
        async with open_context(tmp_path, Settings(engine_workers=1), Metrics()) as context:
            assert context.ready
            if part == "participants":
                await wait_for(lambda: bool(context.matches.damaged))
            else:
                assert len(context.matches.deadlines) == 1
        messages = [record.getMessage() for record in caplog.records if "disk image is malformed" in record.getMessage()]
        assert 1 <= len(messages) <= 3 and len(set(messages)) == len(messages), messages

    run(test)


def test_a_damaged_list_of_accounts_does_not_prevent_the_start_of_a_process(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    assert server.stop() == 0
    overwrite_root(tmp_path / DATABASE_FILE, "accounts")
    server.start()
    assert fetch(f"{server.url}/readyz").status_code == 200
    assert server.stop() == 0
    assert "no operator link" in "".join(server.output) and "Traceback" not in "".join(server.output)


def test_engine_turns_are_resumed_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def read_slowly(connection: Connection, match_id: str) -> LiveMatch | None:
        assert release.wait(60)
        return read_match(connection, match_id)

    async def test() -> None:
        ids = await store_engine_turns(tmp_path, 2)
        monkeypatch.setattr(service_module, "read_match", read_slowly)
        async with open_context(tmp_path, Settings(engine_workers=1), Metrics()) as context:
            assert context.ready and not any(context.matches.find_loaded(match_id) for match_id in ids)
            release.set()
            await wait_for(lambda: all(context.matches.find_loaded(match_id) for match_id in ids))

    run(test)
