"""The match service: several processes over one store, cancelled callers, failing disks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from tablier import match as matches
from tablier.server.accounts.service import Account
from tablier.server.errors import RequestError
from tablier.server.matches.creation import NewMatch, create_match
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.service import MatchService, Receipt
from tablier.server.settings import Settings
from tablier.server.store.store import Store

ADA = Account("a" * 16, "Ada", stored=True)
SEATS: list[Any] = [{"who": "me"}, {"who": "guest", "name": "Bo"}]


def run_with_service(tmp_path: Path, test: Callable[[MatchService, LiveMatch], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        service = MatchService(store)
        live = await open_match(service)
        await test(service, live)
        await service.close()
        store.close()

    asyncio.run(main())


async def open_match(service: MatchService, **terms: Any) -> LiveMatch:
    import msgspec

    terms_ = msgspec.convert({"edition": "mixtour", "seats": SEATS, "first": 0, **terms}, NewMatch)
    return await create_match(service, Settings(), terms_, ADA)


def play(action: str) -> Callable[[matches.Match, int], matches.Match]:
    def make(match: matches.Match, now: int) -> matches.Match:
        assert match.to_act is not None
        return matches.play_action(match, match.to_act, action, now)

    return make


def test_the_second_of_two_processes_reloads_the_match(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        other = MatchService(Store(tmp_path / "s.sqlite"))
        same = await other.find(live.id)
        await service.submit(live, play("c3"))
        with pytest.raises(RequestError, match="store_failed"):
            await other.submit(same, play("d4"))
        assert same.match == live.match and not same.lock.locked()
        await other.submit(same, play("d4"))
        with pytest.raises(RequestError):
            await service.submit(live, play("e5"))
        assert live.match == same.match and live.match.texts() == ("c3", "d4")
        await other.close()
        other.store.close()

    run_with_service(tmp_path, test)


def test_cancelling_the_caller_does_not_cancel_the_commit(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        for number, action in enumerate(("c3", "d4", "e5", "a1", "a2"), 1):
            going = asyncio.create_task(service.submit(live, play(action)))
            await asyncio.sleep(0)
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            async with live.lock:  # the commit releases it
                assert live.match.length == number
        again = await MatchService(service.store).find(live.id)
        assert again.match == live.match

    run_with_service(tmp_path, test)


def test_a_failed_commit_leaves_the_match_unchanged(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        refuse = "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        await service.store.write(lambda connection: connection.execute(text(refuse)))
        with pytest.raises(RequestError, match="store_failed"):
            await service.submit(live, play("c3"))
        assert live.match.length == 0
        await service.store.write(lambda connection: connection.execute(text("DROP TRIGGER full")))
        await service.submit(live, play("c3"))
        assert live.match.length == 1

    run_with_service(tmp_path, test)


def test_one_of_two_processes_fires_the_flag(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        now = service.now()
        service.now = lambda: now  # type: ignore[method-assign]
        live = await open_match(service, clock={"base": 1000})
        for action in ("c3", "d4"):
            await service.submit(live, play(action))
        other = MatchService(Store(tmp_path / "s.sqlite"), now=lambda: now)
        same = await other.find(live.id)
        now += 2000
        results = await asyncio.gather(
            service.submit(live, matches.flag), other.submit(same, matches.flag), return_exceptions=True
        )
        assert sum(isinstance(result, Receipt) for result in results) == 1
        assert live.match.result == same.match.result and live.match.number == same.match.number
        await other.close()
        other.store.close()

    run_with_service(tmp_path, test)


def test_idle_matches_are_evicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.server.matches.service.MAX_IDLE_MATCHES", 3)

    async def test(service: MatchService, live: LiveMatch) -> None:
        for _ in range(6):
            await open_match(service)
        assert len(service._live) == 3 and live.id not in service._live
        assert (await service.find(live.id)).match == live.match

    run_with_service(tmp_path, test)
