"""Housekeeping: which guests, matches, links and audit rows are removed, and which stay."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, insert, select
from sqlalchemy.sql.dml import Insert

from tablier import match as matches
from tablier.match import DAY
from tablier.server.accounts.service import AccountService, make_guest
from tablier.server.app import make_app
from tablier.server.errors import RequestError
from tablier.server.maintenance import housekeeping
from tablier.server.maintenance.housekeeping import HousekeepingReport, housekeeping_loop, run_housekeeping
from tablier.server.matches.clock import wall_clock_ms
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.seating import Participant
from tablier.server.matches.service import MatchService
from tablier.server.settings import Settings
from tablier.server.store import schema
from tablier.server.store.store import DATABASE_FILE, MAX_LONG_READS, Store, open_database
from tests.server.server_process import wait_until
from tests.server.stored_matches import ADA, open_match

GUEST = ADA.id
OTHER = "b" * 16


@dataclass
class Services:
    """The services that housekeeping uses, with a clock that a test can set."""

    store: Store
    matches: MatchService
    accounts: AccountService
    now: int

    async def open_match(self, **terms: Any) -> LiveMatch:
        return await open_match(self.matches, **{"seats": None, "first": None, **terms})

    async def run(self, **settings: int) -> HousekeepingReport:
        return await run_housekeeping(self.matches, self.accounts, replace(Settings(), **settings))

    async def insert(self, *statements: Insert) -> None:
        def write(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self.store.write(write)

    async def ids(self, table: Any) -> set[str]:
        query = select(table.c.id)
        return set(await self.store.read(lambda connection: connection.scalars(query).all()))


def run_with_services(tmp_path: Path, test: Callable[[Services], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        service = MatchService(store)
        services = Services(store, service, AccountService(store, b"key"), wall_clock_ms())
        service.now = lambda: services.now
        await test(services)
        await service.close()
        store.close()

    asyncio.run(main())


def test_guests_who_never_did_anything_are_deleted_after_the_retention_time(tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        await services.accounts.save(make_guest(GUEST), services.now)
        services.now += 29 * DAY
        await services.accounts.save(make_guest(OTHER), services.now)
        assert (await services.run()).deleted_guests == 0
        services.now += 2 * DAY
        assert (await services.run(guest_retention_days=0)).deleted_guests == 0
        assert (await services.run()).deleted_guests == 1
        assert await services.ids(schema.accounts) == {OTHER}
        cookie = services.accounts.sign_cookie(make_guest(GUEST))
        guest = await services.accounts.by_cookie(cookie)
        assert guest and guest.id == GUEST and not guest.stored, "the cookie stays valid"

    run_with_services(tmp_path, test)


def test_many_exports_delay_the_deletion_of_guests_but_do_not_prevent_it(tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        await services.insert(insert(schema.accounts).values(id=GUEST, name="", created_at=0))
        release = threading.Event()
        exports = [
            asyncio.ensure_future(services.store.read_long(lambda _connection: release.wait(60))) for _ in range(MAX_LONG_READS)
        ]
        await asyncio.sleep(0)  # the exports have begun or wait
        housekeeping = asyncio.ensure_future(services.run())
        with pytest.raises(RequestError, match="too_fast"):
            await services.store.read_long(lambda _connection: None)
        await asyncio.wait((housekeeping,), timeout=0.1)
        release.set()
        assert (await housekeeping).deleted_guests == 1 and all(await asyncio.gather(*exports))

    run_with_services(tmp_path, test)


SUBSCRIPTION = {"endpoint": "e", "account_id": GUEST, "p256dh": "", "auth": "", "language": "en", "all_events": False}
MATCH = {"id": "m", "created_at": 0, "edition": "mixtour:stein", "public": False, "status": "over"}
USES: dict[str, tuple[Insert, ...]] = {
    "plays": (
        insert(schema.matches).values(MATCH),
        insert(schema.participants).values(match_id="m", position=0, account_id=GUEST, name=""),
    ),
    "owns a match": (insert(schema.matches).values(MATCH | {"owner_id": GUEST}),),
    "chats": (insert(schema.chat).values(match_id="m", room="seats", account_id=GUEST, name="", at=0, text=""),),
    "reported": (insert(schema.reports).values(chat_id=1, account_id=GUEST, at=0, reason=""),),
    "mutes": (insert(schema.mutes).values(account_id=GUEST, muted_id=OTHER),),
    "is muted": (insert(schema.mutes).values(account_id=OTHER, muted_id=GUEST),),
    "has a link": (insert(schema.links).values(hash="h", kind="recovery", account_id=GUEST),),
    "has a device": (insert(schema.subscriptions).values(SUBSCRIPTION | {"created_at": 0}),),
    "has a bot": (insert(schema.accounts).values(id=OTHER, name="", created_at=0, owner_id=GUEST, token=""),),
}


@pytest.mark.parametrize("statements", USES.values(), ids=USES)
def test_guests_who_have_used_the_server_stay(tmp_path: Path, statements: tuple[Insert, ...]) -> None:
    async def test(services: Services) -> None:
        await services.insert(insert(schema.accounts).values(id=GUEST, name="Ada", created_at=0), *statements)
        assert (await services.run()).deleted_guests == 0

    run_with_services(tmp_path, test)


@pytest.mark.parametrize("column", ["epoch", "operator", "banned", "deleted"])
def test_accounts_whose_deletion_would_revive_a_cookie_or_lift_a_ban_stay(tmp_path: Path, column: str) -> None:
    async def test(services: Services) -> None:
        await services.insert(insert(schema.accounts).values({"id": GUEST, "name": "", "created_at": 0, column: 1}))
        assert (await services.run()).deleted_guests == 0

    run_with_services(tmp_path, test)


def test_guests_with_an_open_connection_stay(tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        await services.insert(insert(schema.accounts).values(id=GUEST, name="", created_at=0))
        report = await run_housekeeping(services.matches, services.accounts, Settings(), present={GUEST})
        assert report.deleted_guests == 0 and await services.ids(schema.accounts) == {GUEST}

    run_with_services(tmp_path, test)


def test_old_matches_that_wait_for_players_are_aborted(tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        alone = await services.open_match()
        joined = await services.open_match(edition="twisty", options={"players": "3"})
        await services.matches.submit(
            joined, lambda match, now: matches.join(match, "Bo", now), joining=Participant("Bo", OTHER)
        )
        started = await services.open_match(seats=[{"who": "me"}, {"who": "guest", "name": "Bo"}])
        services.now += 31 * DAY
        young = await services.open_match()
        assert (await services.run(waiting_match_retention_days=0)).aborted_matches == 0
        report = await services.run()
        assert (report.aborted_matches, report.deleted_matches) == (2, 1)
        assert alone.match.result and joined.match.result and not young.match.result and not started.match.result
        assert await services.ids(schema.matches) == {joined.id, started.id, young.id}, (
            "the match of one account only is deleted"
        )
        with pytest.raises(RequestError, match="no_such_match"):
            await services.matches.find(alone.id)
        for table in (schema.events, schema.participants):
            query = select(table.c.match_id).where(table.c.match_id == alone.id)
            assert await services.store.read(lambda connection, query=query: connection.execute(query).all()) == []

    run_with_services(tmp_path, test)


def test_expired_links_and_old_audit_rows_are_deleted(tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        now, system_time = services.now, wall_clock_ms()
        await services.insert(
            insert(schema.links).values(hash="old", kind="device", account_id=GUEST, expires_at=system_time - 1),
            insert(schema.links).values(hash="new", kind="device", account_id=GUEST, expires_at=system_time + 60_000),
            insert(schema.links).values(hash="recovery", kind="recovery", account_id=GUEST),
            insert(schema.audit_log).values(at=now - 366 * DAY, action="ban", target=GUEST),
            insert(schema.audit_log).values(at=now - 364 * DAY, action="ban", target=GUEST),
        )
        assert (await services.run(audit_retention_days=0)).deleted_audit_rows == 0
        report = await services.run()
        assert report.deleted_audit_rows == 1 and len(await services.ids(schema.audit_log)) == 1
        links = await services.store.read(lambda connection: set(connection.scalars(select(schema.links.c.hash))))
        assert links == {"new", "recovery"}

    run_with_services(tmp_path, test)


def test_the_write_ahead_log_is_truncated(tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        await services.open_match()
        assert (tmp_path / "s.sqlite-wal").stat().st_size > 0
        await services.run()
        assert (tmp_path / "s.sqlite-wal").stat().st_size == 0

    run_with_services(tmp_path, test)


def test_the_loop_goes_on_after_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(services: Services) -> None:
        runs: list[int] = []
        done = asyncio.Event()

        async def fail_once(*_arguments: Any) -> HousekeepingReport:
            runs.append(len(runs))
            if len(runs) == 1:
                raise RequestError("store_failed")
            done.set()
            return HousekeepingReport()

        monkeypatch.setattr(housekeeping, "run_housekeeping", fail_once)
        monkeypatch.setattr(housekeeping, "FIRST_RUN_DELAY_S", 0)
        monkeypatch.setattr(housekeeping, "INTERVAL_S", 0)
        loop = asyncio.ensure_future(housekeeping_loop(services.matches, services.accounts, Settings(), set))
        await asyncio.wait_for(done.wait(), 60)
        loop.cancel()

    run_with_services(tmp_path, test)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Litestar: inferred dependencies
def test_a_running_server_does_its_housekeeping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_database(tmp_path / DATABASE_FILE).dispose()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as connection:
        connection.execute("INSERT INTO accounts (id, name, created_at) VALUES (?, '', 0)", (GUEST,))
        connection.commit()
        monkeypatch.setattr(housekeeping, "FIRST_RUN_DELAY_S", 0)
        with TestClient(make_app(tmp_path, Settings(engine_workers=1))):
            wait_until(lambda: connection.execute("SELECT * FROM accounts").fetchall() == [])
