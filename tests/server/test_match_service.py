"""The hall itself: several processes over one store, callers who go away, disks that fail."""

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


def with_hall(tmp_path: Path, test: Callable[[MatchService, LiveMatch], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        service = MatchService(store)
        live = await opened(service)
        await test(service, live)
        await service.close()
        store.close()

    asyncio.run(main())


async def opened(service: MatchService, **terms: Any) -> LiveMatch:
    import msgspec

    asked = msgspec.convert({"edition": "mixtour", "seats": SEATS, "first": 0, **terms}, NewMatch)
    return await create_match(service, Settings(), asked, ADA)


def acting(action: str) -> Callable[[matches.Match, int], matches.Match]:
    def make(match: matches.Match, now: int) -> matches.Match:
        assert match.to_act is not None
        return matches.play_action(match, match.to_act, action, now)

    return make


def test_of_two_processes_the_first_counts_and_the_other_learns_of_it(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        other = MatchService(Store(tmp_path / "s.sqlite"))
        same = await other.find(live.id)
        await service.submit(live, acting("c3"))
        with pytest.raises(RequestError, match="store_failed"):
            await other.submit(same, acting("d4"))
        assert same.match == live.match and not same.lock.locked()
        await other.submit(same, acting("d4"))
        with pytest.raises(RequestError):
            await service.submit(live, acting("e5"))
        assert live.match == same.match and live.match.texts() == ("c3", "d4")
        await other.close()
        other.store.close()

    with_hall(tmp_path, test)


def test_a_caller_who_goes_away_leaves_nothing_half_done(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        for number, action in enumerate(("c3", "d4", "e5", "a1", "a2"), 1):
            going = asyncio.create_task(service.submit(live, acting(action)))
            await asyncio.sleep(0)
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            async with live.lock:  # given back by the commit
                assert live.match.length == number
        again = await MatchService(service.store).find(live.id)
        assert again.match == live.match

    with_hall(tmp_path, test)


def test_what_is_not_written_did_not_happen(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        refuse = "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        await service.store.write(lambda connection: connection.execute(text(refuse)))
        with pytest.raises(RequestError, match="store_failed"):
            await service.submit(live, acting("c3"))
        assert live.match.length == 0
        await service.store.write(lambda connection: connection.execute(text("DROP TRIGGER full")))
        await service.submit(live, acting("c3"))
        assert live.match.length == 1

    with_hall(tmp_path, test)


def test_one_of_two_processes_fires_the_flag(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        now = service.now()
        service.now = lambda: now  # type: ignore[method-assign]
        live = await opened(service, clock={"base": 1000})
        for action in ("c3", "d4"):
            await service.submit(live, acting(action))
        other = MatchService(Store(tmp_path / "s.sqlite"), now=lambda: now)
        same = await other.find(live.id)
        now += 2000
        fired = await asyncio.gather(
            service.submit(live, matches.flag), other.submit(same, matches.flag), return_exceptions=True
        )
        assert sum(isinstance(one, Receipt) for one in fired) == 1
        assert live.match.result == same.match.result and live.match.number == same.match.number
        await other.close()
        other.store.close()

    with_hall(tmp_path, test)


def test_matches_nobody_needs_leave_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.server.matches.service.MAX_IDLE_MATCHES", 3)

    async def test(service: MatchService, live: LiveMatch) -> None:
        for _ in range(6):
            await opened(service)
        assert len(service._live) == 3 and live.id not in service._live
        assert (await service.find(live.id)).match == live.match

    with_hall(tmp_path, test)
