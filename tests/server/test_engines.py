"""Engine opponents and their worker processes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import update

import tablier
from tablier.engine import player
from tablier.engine.player import Player
from tablier.engine.seat_policy import thinking_time_s
from tablier.match import commands
from tablier.match.commands import Adjourn, MakeOffer, Resign, Resume
from tablier.server.engines import opponents as opponents_module
from tablier.server.engines import pool as pool_module
from tablier.server.engines.opponents import EngineOpponents
from tablier.server.engines.pool import Pool, Worker
from tablier.server.engines.protocol import SearchRequest, WorkerReply
from tablier.server.errors import RequestError
from tablier.server.matches.handlers import execute
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.service import MatchService
from tablier.server.store import schema
from tablier.server.store.store import Store
from tests.server.server_process import TIMEOUT_S, ServerProcess, wait_until
from tests.server.test_lobby import FakeListener
from tests.server.test_match_service import ADA, open_match, play

WORKER = (sys.executable, str(Path(__file__).parent / "fake_worker.py"))
EDITIONS_WITH_ENGINE = [
    edition for game in tablier.shelf() for edition in game.edition_names() if player.has_player(tablier.new(edition))
]


def search_request(start: str = "quick", game_id: str = "m", *, analyse: bool = False) -> SearchRequest:
    """Return a request; `start` selects the behaviour of the fake worker."""
    return SearchRequest(
        game_id=game_id, start=start, actions=(), level=1, time_limit_s=0.1, memory_mb=16, seed=1, analyse=analyse
    )


def test_accounts_take_turns() -> None:
    """An account with many matches does not delay others."""

    async def main() -> list[str]:
        pool = Pool(1, command=WORKER)
        order: list[str] = []

        async def choose(account: str, match_id: str) -> None:
            await pool.choose(search_request(game_id=match_id), account)
            order.append(account)

        await asyncio.gather(*(choose("greedy", str(n)) for n in range(6)), *(choose(account, "x") for account in ("a", "b")))
        await pool.close()
        return order

    order = asyncio.run(main())
    assert set(order[:4]) >= {"a", "b"} and order.count("greedy") == 6


def test_a_worker_that_dies_is_replaced() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        for fault in ("die", "rubbish", "wrong"):
            with pytest.raises(RequestError, match="engine_failed"):
                await pool.choose(search_request(fault), "a")
            assert await pool.choose(search_request(), "a") == "played"
        await pool.close()

    asyncio.run(main())


def test_a_cancelled_search_frees_its_worker() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        search = asyncio.create_task(pool.choose(search_request("long"), "a"))
        waiting = asyncio.create_task(pool.choose(search_request(), "b"))
        cancelled = asyncio.create_task(pool.choose(search_request(), "c"))
        await asyncio.sleep(0.5)
        cancelled.cancel()
        search.cancel()
        assert await asyncio.wait_for(waiting, TIMEOUT_S) == "played"
        assert await asyncio.wait_for(pool.choose(search_request(), "a"), TIMEOUT_S) == "played"
        await pool.close()

    asyncio.run(main())


def test_an_analysis_is_streamed() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        for _ in range(2):
            assert [update.nodes async for update in pool.analyse(search_request(analyse=True), "a")] == [1, 2]
        assert await pool.choose(search_request(), "a") == "played"
        await pool.close()

    asyncio.run(main())


def test_a_worker_that_dies_during_an_analysis_is_replaced() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        for fault in ("die", "rubbish", "wrong"):
            updates = pool.analyse(search_request(fault, analyse=True), "a")
            assert (await anext(updates)).nodes == 1
            with pytest.raises(RequestError, match="engine_failed"):
                await anext(updates)
            assert await pool.choose(search_request(), "b") == "played"
        await pool.close()

    asyncio.run(main())


def test_closing_the_stream_stops_the_search() -> None:
    """Closes the stream itself, cancels its reader, and cancels a reader that still waits for a worker."""

    async def main() -> None:
        pool = Pool(1, command=WORKER)
        first_update = asyncio.Event()

        async def watch() -> None:
            async for _ in pool.analyse(search_request("long", analyse=True), "a"):
                first_update.set()

        reader = asyncio.create_task(watch())
        await asyncio.wait_for(first_update.wait(), TIMEOUT_S)
        cancelled = asyncio.create_task(watch())
        waiting = asyncio.create_task(pool.choose(search_request(), "b"))
        await asyncio.sleep(0)
        cancelled.cancel()
        reader.cancel()
        assert await asyncio.wait_for(waiting, TIMEOUT_S) == "played"
        updates = pool.analyse(search_request("long", analyse=True), "a")
        assert (await anext(updates)).nodes == 1
        await updates.aclose()
        assert await asyncio.wait_for(pool.choose(search_request(), "a"), TIMEOUT_S) == "played"
        await pool.close()

    asyncio.run(main())


def test_the_queue_is_counted_and_clients_take_turns_in_it() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        search = asyncio.create_task(pool.choose(search_request("long"), "a"))
        names = [("greedy", "g1"), ("greedy", "g2"), ("b", "b1"), ("greedy", "g3"), ("c", "c1")]
        waiting = [asyncio.create_task(pool.choose(search_request(game_id=game_id), client)) for client, game_id in names]
        await asyncio.sleep(0)
        assert (pool.queue_length, pool.busy_workers) == (5, 1)
        assert pool.queue_positions() == {"g1": 1, "b1": 2, "c1": 3, "g2": 4, "g3": 5}
        assert pool.expected_wait_s(4) == 4 * pool.expected_wait_s(1) > 0
        search.cancel()
        await asyncio.gather(*waiting)
        assert (pool.queue_length, pool.busy_workers, pool.waits, pool.searches, pool.restarts) == (0, 0, 6, 6, 0)
        assert pool.waited_s > 0
        await pool.close()

    asyncio.run(main())


def test_a_worker_that_keeps_dying_is_restarted_at_a_limited_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "RESTART_DELAYS_S", (0.0, 0.0, 3600.0))

    async def main() -> None:
        pool = Pool(1, command=WORKER)
        for _ in range(2):
            with pytest.raises(RequestError, match="engine_failed"):
                await pool.choose(search_request("die"), "a")
        search = asyncio.create_task(pool.choose(search_request(), "a"))
        for _ in range(10):
            await asyncio.sleep(0)
        assert pool.restarts == 1 and not search.done()
        search.cancel()
        await asyncio.gather(search, return_exceptions=True)
        await pool.close()

    asyncio.run(main())


def test_a_search_cannot_take_more_memory_than_its_worker_may_use() -> None:
    state = tablier.new("twisty:djeco")

    async def main() -> None:
        pool = Pool(1, memory_mb=16)
        request = search_request(str(state))
        with pytest.raises(RequestError, match="engine_failed"):
            await pool.choose(replace(request, memory_mb=3900), "a")
        state.play(await pool.choose(request, "a"))
        await pool.close()

    asyncio.run(main())


# engines on seats, with the fake worker

ENGINE_SEATS: list[Any] = [{"who": "me"}, {"who": "engine"}]


@asynccontextmanager
async def engine_service(
    tmp_path: Path, actions: str = "c3,d4,e5,a1", max_matches: int = 100
) -> AsyncIterator[tuple[MatchService, EngineOpponents, Pool]]:
    """Run a match service whose engines play these actions; see `fake_worker`."""
    store = Store(tmp_path / "s.sqlite")
    service, pool = MatchService(store), Pool(1, command=(*WORKER, actions))
    opponents = EngineOpponents(service, pool, max_turn_s=5.0, max_matches=max_matches)
    yield service, opponents, pool
    await opponents.close()
    await pool.close()
    await service.close()
    store.close()


async def wait_for_length(service: MatchService, live: LiveMatch, length: int) -> None:
    """Wait until a match has this number of actions."""
    changed = asyncio.Event()
    service.change_observers.append(lambda _live: changed.set())
    async with asyncio.timeout(TIMEOUT_S):
        while live.match.length < length:
            changed.clear()
            await changed.wait()


async def occupy(pool: Pool) -> asyncio.Task[str]:
    """Give the worker a search that ends when the task is cancelled."""
    search = asyncio.create_task(pool.choose(search_request("long"), "other"))
    await asyncio.sleep(0)
    assert pool.busy_workers == 1
    return search


def test_the_clock_of_an_engine_does_not_count_the_wait_for_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits_s: list[float] = []
    search = Worker.search

    def record_limit(worker: Worker, request: SearchRequest) -> AsyncGenerator[WorkerReply]:
        limits_s.append(request.time_limit_s)
        return search(worker, request)

    monkeypatch.setattr(Worker, "search", record_limit)

    async def main() -> None:
        async with engine_service(tmp_path) as (service, _, pool):
            now = service.now()
            service.now = lambda: now
            live = await open_match(service, seats=ENGINE_SEATS, clock={"base_ms": 10_000})
            await service.submit(live, play("c3"))
            await wait_for_length(service, live, 2)
            other = await occupy(pool)
            await service.submit(live, play("e5"))
            for _ in range(3):
                now += 9_000
                await service._flag(live.id)
                assert not live.match.result and len(service.deadlines) == 1
            await service.submit(live, lambda match, now: commands.give_time(match, 0, 1, 20_000, now))
            other.cancel()
            await wait_for_length(service, live, 4)
            assert live.match.remaining(1, now) == 30_000
            assert limits_s[-1] == thinking_time_s(30.0), "the time to think is computed when the search starts"
            now += 10_000
            await service._flag(live.id)
            assert live.match.result and live.match.result.winner == 1, "flags of people fall as before"

    asyncio.run(main())


def test_an_engine_that_searches_too_long_loses_on_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with engine_service(tmp_path, "c3,d4,e5,") as (service, opponents, pool):
            now = service.now()
            service.now = lambda: now
            live = await open_match(service, seats=ENGINE_SEATS, clock={"base_ms": 10_000})
            await service.submit(live, play("c3"))
            await wait_for_length(service, live, 2)
            other = await occupy(pool)
            await service.submit(live, play("e5"))
            now += 9_000
            other.cancel()
            async with asyncio.timeout(TIMEOUT_S):
                while opponents._waiting:
                    await asyncio.sleep(0.01)
            now += 9_000
            await service._flag(live.id)
            assert not live.match.result
            now += 1_000
            await service._flag(live.id)
            assert live.match.result and live.match.result.winner == 0

    asyncio.run(main())


def test_people_at_the_table_see_the_position_in_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents_module, "QUEUE_CHECK_S", 0.01)
    monkeypatch.setattr(opponents_module, "QUEUE_UPDATE_S", 0.0)

    async def main() -> None:
        async with engine_service(tmp_path) as (service, _, pool):
            live = await open_match(service, seats=ENGINE_SEATS)
            listener = FakeListener()
            live.add(listener)
            other = await occupy(pool)
            await service.submit(live, play("c3"))
            while (message := await listener.next())["type"] != "engine_queue":
                pass
            assert message == {"type": "engine_queue", "match_id": live.id, "position": 1, "expected_wait_s": 1}
            other.cancel()
            while message["type"] != "engine_queue" or message["position"]:
                message = await listener.next()
            await wait_for_length(service, live, 2)

    asyncio.run(main())


def test_matches_without_activity_do_not_use_up_the_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with engine_service(tmp_path, max_matches=1) as (service, opponents, _):
            opponents.check_capacity()
            await open_match(service, seats=ENGINE_SEATS)
            with pytest.raises(RequestError, match="engines_busy"):
                opponents.check_capacity()
            monkeypatch.setattr(opponents_module, "MAX_IDLE_S", -1.0)
            opponents.check_capacity()

    asyncio.run(main())


def test_a_rematch_and_a_resumed_match_need_a_free_engine(tmp_path: Path) -> None:
    async def main() -> None:
        async with engine_service(tmp_path, max_matches=1) as (service, _, _pool):
            over, adjourned = [await open_match(service, seats=ENGINE_SEATS) for _ in range(2)]
            await execute(service, over, ADA, Resign())
            await execute(service, adjourned, ADA, Adjourn())
            assert (over.match.status, adjourned.match.status) == ("over", "adjourned")
            other = await open_match(service, seats=ENGINE_SEATS)
            for live, command in ((over, MakeOffer("rematch")), (adjourned, Resume())):
                number = live.match.number
                with pytest.raises(RequestError, match="engines_busy"):
                    await execute(service, live, ADA, command)
                assert live.match.number == number and ("resume", ADA.id) not in live.pause_requests
            await execute(service, other, ADA, Resign())
            await execute(service, adjourned, ADA, Resume())
            assert adjourned.match.status == "running"
            await execute(service, adjourned, ADA, Resign())
            await execute(service, over, ADA, MakeOffer("rematch"))
            async with asyncio.timeout(TIMEOUT_S):
                while not over.info.next_match_id:
                    await asyncio.sleep(0.01)

    asyncio.run(main())


def test_a_damaged_match_does_not_stop_the_engines_of_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with engine_service(tmp_path) as (service, opponents, pool):
            other = await occupy(pool)  # the engines must act, and have not when the server stops
            damaged, intact = [await open_match(service, seats=ENGINE_SEATS, first=1) for _ in range(2)]
            await opponents.close()
            damage = update(schema.events).where(schema.events.c.match_id == damaged.id, schema.events.c.number == 1)
            await service.store.write(lambda connection: connection.execute(damage.values(data="{")))
            other.cancel()
        async with engine_service(tmp_path) as (service, opponents, _):
            opponents.open()
            await wait_for_length(service, await service.find(intact.id), 1)

    asyncio.run(main())


def test_a_server_has_a_limit_of_engine_matches(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, {"max_engine_matches": 1}).start()
    ada, bo = server.client("Ada"), server.client("Bo")
    match_id = ada.open("mixtour", seats=ENGINE_SEATS, first=0)["match_id"]
    error = bo.expect_error("/api/matches", "engines_busy", 503, edition="mixtour", seats=ENGINE_SEATS)
    assert error["message"] == "All engines are busy. Try again later or play a person."
    bo.open("mixtour")
    ada.command(match_id, "resign")
    bo.open("mixtour", seats=ENGINE_SEATS, first=0)
    assert server.stop() == 0


# engines on seats, with real workers


@pytest.mark.parametrize("edition", EDITIONS_WITH_ENGINE)
def test_an_engine_plays_and_answers_offers(server: ServerProcess, edition: str) -> None:
    ada = server.client("Ada")
    match_id = ada.open(edition, seats=[{"who": "me"}, {"who": "engine", "level": 1}], first=0)["match_id"]
    with ada.socket() as socket:
        message = socket.command(match_id, "watch")
        for _ in range(3):
            while "legal" not in message.get("viewer", {}):
                message = socket.next("update")
            message = socket.command(match_id, "play", action=message["viewer"]["legal"][0])
            if message["view"]["result"]:
                return
        while "legal" not in message.get("viewer", {}) and not message["view"]["result"]:
            message = socket.next("update")
        if message["view"]["result"]:
            return
        socket.command(match_id, "offer", offer_type="draw")
        response = socket.next("update")["events"][0]["kind"]
        assert response in ("accept", "decline")
        if response == "accept":
            return
        socket.command(match_id, "offer", offer_type="takeback")
        reply = socket.next("update")
        assert reply["events"][0]["kind"] == "accept" and reply["events"][0]["accepted"]
        socket.command(match_id, "resign")
        socket.command(match_id, "offer", offer_type="rematch")
        wait_until(lambda: bool(socket.next("info")["info"]["next_match_id"]))


@pytest.mark.parametrize("engine_wins", [False, True])
def test_an_engine_accepts_a_draw_only_if_it_is_worse_off(server: ServerProcess, engine_wins: bool) -> None:
    winning_start = tablier.new("kwintie:board", width=5, height=5, line=4)  # the seat to act can force a win
    best = Player(winning_start).analyse(winning_start, seconds=20).best
    assert best.proof == "win"
    start = winning_start.play(best.action) if engine_wins else winning_start
    ada = server.client("Ada")
    seats = [{"who": "me"}, {"who": "engine"}]
    if engine_wins:
        seats.reverse()
    match_id = ada.open("kwintie:board", start=str(start), seats=seats, first=0)["match_id"]
    with ada.socket() as socket:
        assert socket.command(match_id, "watch")["viewer"]["legal"], "the person is to act"
        socket.command(match_id, "offer", offer_type="draw")
        assert socket.next("update")["events"][0]["kind"] == ("decline" if engine_wins else "accept")


def test_the_name_of_an_engine_is_in_the_language_of_the_request(server: ServerProcess) -> None:
    ada = server.client("Ada")
    for language, name in (("en", "Tablier, level 4"), ("de", "Tablier, Stufe 4")):
        ada.http.headers["accept-language"] = language
        message = ada.open("mixtour", seats=[{"who": "me"}, {"who": "engine", "level": 4}], first=0)
        assert message["view"]["players"] == ["Ada", name]


def test_editions_without_an_engine_offer_none(server: ServerProcess) -> None:
    ada = server.client()
    for game in ada.http.get("/api/games").json()["games"]:
        for edition in game["editions"]:
            assert edition["engine"] == (edition["edition"] in EDITIONS_WITH_ENGINE)
            if not edition["engine"]:
                seats = [{"who": "me"}, *[{"who": "engine"}] * (edition["seats"] - 1)]
                ada.expect_error("/api/matches", "no_engine", 400, edition=edition["edition"], seats=seats)
    huge = {"edition": "twixt:dujardin", "options": {"size": "48"}}
    assert not ada.http.post("/api/setup", json=huge).json()["engine"]
    ada.expect_error("/api/matches", "no_engine", 400, **huge, seats=[{"who": "me"}, {"who": "engine"}])
