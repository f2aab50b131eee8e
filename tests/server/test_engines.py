"""Engine opponents and their worker processes."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

import tablier
from tablier.engine import player
from tablier.engine.player import Player
from tablier.server.engines.pool import Pool
from tablier.server.engines.protocol import SearchRequest
from tablier.server.errors import RequestError
from tests.server.server_process import TIMEOUT_S, ServerProcess, wait_until

WORKER = (sys.executable, str(Path(__file__).parent / "fake_worker.py"))
PLAYED = [edition for game in tablier.shelf() for edition in game.edition_names() if player.has_player(tablier.new(edition))]


def search_request(start: str = "quick", session: str = "m", *, watched: bool = False) -> SearchRequest:
    """Return a request; `start` selects the behaviour of the fake worker."""
    return SearchRequest(
        session=session, start=start, actions=(), level=1, time_limit_s=0.1, memory_mb=16, seed=1, analyse=watched
    )


def test_accounts_take_turns() -> None:
    """An account with many matches does not delay others."""

    async def main() -> list[str]:
        pool = Pool(1, command=WORKER)
        order: list[str] = []

        async def one(account: str, match_id: str) -> None:
            await pool.choose(search_request(session=match_id), account)
            order.append(account)

        await asyncio.gather(*(one("greedy", str(n)) for n in range(6)), *(one(account, "x") for account in ("a", "b")))
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
            assert [message.nodes async for message in pool.analyse(search_request(watched=True), "a")] == [1, 2]
        assert await pool.choose(search_request(), "a") == "played"
        await pool.close()

    asyncio.run(main())


def test_a_worker_that_dies_during_an_analysis_is_replaced() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        for fault in ("die", "rubbish", "wrong"):
            message = pool.analyse(search_request(fault, watched=True), "a")
            assert (await anext(message)).nodes == 1
            with pytest.raises(RequestError, match="engine_failed"):
                await anext(message)
            assert await pool.choose(search_request(), "b") == "played"
        await pool.close()

    asyncio.run(main())


def test_closing_the_stream_stops_the_search() -> None:
    """By closing it, by cancelling its reader, and while it still waits for a worker."""

    async def main() -> None:
        pool = Pool(1, command=WORKER)
        first = asyncio.Event()

        async def watch() -> None:
            async for _ in pool.analyse(search_request("long", watched=True), "a"):
                first.set()

        reader = asyncio.create_task(watch())
        await asyncio.wait_for(first.wait(), TIMEOUT_S)
        cancelled = asyncio.create_task(watch())
        waiting = asyncio.create_task(pool.choose(search_request(), "b"))
        await asyncio.sleep(0)
        cancelled.cancel()
        reader.cancel()
        assert await asyncio.wait_for(waiting, TIMEOUT_S) == "played"
        message = pool.analyse(search_request("long", watched=True), "a")
        assert (await anext(message)).nodes == 1
        await message.aclose()
        assert await asyncio.wait_for(pool.choose(search_request(), "a"), TIMEOUT_S) == "played"
        await pool.close()

    asyncio.run(main())


@pytest.mark.parametrize("edition", PLAYED)
def test_an_engine_plays_and_answers_offers(serving: ServerProcess, edition: str) -> None:
    ada = serving.client("Ada")
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
        taken = socket.next("update")
        assert taken["events"][0]["kind"] == "accept" and taken["events"][0]["accepted"]
        socket.command(match_id, "resign")
        socket.command(match_id, "offer", offer_type="rematch")
        wait_until(lambda: bool(socket.next("info")["info"]["next_match_id"]))


@pytest.mark.parametrize("engine_wins", [False, True])
def test_an_engine_accepts_a_draw_only_if_it_is_worse_off(serving: ServerProcess, engine_wins: bool) -> None:
    won = tablier.new("kwintie:board", width=5, height=5, line=4)  # the seat to act can force a win
    best = Player(won).analyse(won, seconds=20).best
    assert best.proof == "win"
    start = won.play(best.action) if engine_wins else won
    ada = serving.client("Ada")
    seats = [{"who": "me"}, {"who": "engine"}]
    if engine_wins:
        seats.reverse()
    match_id = ada.open("kwintie:board", start=str(start), seats=seats, first=0)["match_id"]
    with ada.socket() as socket:
        assert socket.command(match_id, "watch")["viewer"]["legal"], "the person is to act"
        socket.command(match_id, "offer", offer_type="draw")
        assert socket.next("update")["events"][0]["kind"] == ("decline" if engine_wins else "accept")


def test_the_name_of_an_engine_is_in_the_language_of_the_request(serving: ServerProcess) -> None:
    ada = serving.client("Ada")
    for language, name in (("en", "Tablier, level 4"), ("de", "Tablier, Stufe 4")):
        ada.http.headers["accept-language"] = language
        opened = ada.open("mixtour", seats=[{"who": "me"}, {"who": "engine", "level": 4}], first=0)
        assert opened["view"]["players"] == ["Ada", name]


def test_editions_without_an_engine_offer_none(serving: ServerProcess) -> None:
    ada = serving.client()
    for game in ada.http.get("/api/games").json()["games"]:
        for edition in game["editions"]:
            assert edition["engine"] == (edition["edition"] in PLAYED)
            if not edition["engine"]:
                seats = [{"who": "me"}, *[{"who": "engine"}] * (edition["seats"] - 1)]
                ada.refused("/api/matches", "no_engine", 400, edition=edition["edition"], seats=seats)
    huge = {"edition": "twixt:dujardin", "options": {"size": "48"}}
    assert not ada.http.post("/api/setup", json=huge).json()["engine"]
    ada.refused("/api/matches", "no_engine", 400, **huge, seats=[{"who": "me"}, {"who": "engine"}])
