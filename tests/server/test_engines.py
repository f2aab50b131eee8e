"""Engines at the table, and the workers they think in."""

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
from tests.server.server_process import PATIENCE, ServerProcess, until

WORKER = (sys.executable, str(Path(__file__).parent / "fake_worker.py"))
PLAYED = [edition for game in tablier.shelf() for edition in game.edition_names() if player.has_player(tablier.new(edition))]


def thought(start: str = "quick", match: str = "m", *, watched: bool = False) -> SearchRequest:
    """What the fake worker does depends on the start."""
    return SearchRequest(
        session=match, start=start, actions=(), level=1, time_limit_s=0.1, memory_mb=16, seed=1, analyse=watched
    )


def test_people_take_turns() -> None:
    """Somebody with many matches does not keep the others waiting."""

    async def main() -> list[str]:
        pool = Pool(1, command=WORKER)
        order: list[str] = []

        async def one(account: str, match: str) -> None:
            await pool.choose(thought(match=match), account)
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
                await pool.choose(thought(fault), "a")
            assert await pool.choose(thought(), "a") == "played"
        await pool.close()

    asyncio.run(main())


def test_a_thought_is_cancelled_and_the_worker_is_free_again() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        thinking = asyncio.create_task(pool.choose(thought("long"), "a"))
        waiting = asyncio.create_task(pool.choose(thought(), "b"))
        given_up = asyncio.create_task(pool.choose(thought(), "c"))
        await asyncio.sleep(0.5)
        given_up.cancel()
        thinking.cancel()
        assert await asyncio.wait_for(waiting, PATIENCE) == "played"
        assert await asyncio.wait_for(pool.choose(thought(), "a"), PATIENCE) == "played"
        await pool.close()

    asyncio.run(main())


def test_a_thought_is_watched() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        for _ in range(2):
            assert [seen.nodes async for seen in pool.analyse(thought(watched=True), "a")] == [1, 2]
        assert await pool.choose(thought(), "a") == "played"
        await pool.close()

    asyncio.run(main())


def test_a_worker_that_dies_while_it_is_watched_is_replaced() -> None:
    async def main() -> None:
        pool = Pool(1, command=WORKER)
        for fault in ("die", "rubbish", "wrong"):
            seen = pool.analyse(thought(fault, watched=True), "a")
            assert (await anext(seen)).nodes == 1
            with pytest.raises(RequestError, match="engine_failed"):
                await anext(seen)
            assert await pool.choose(thought(), "b") == "played"
        await pool.close()

    asyncio.run(main())


def test_who_stops_watching_stops_the_thought() -> None:
    """By closing it, by cancelling it, and while it still waits for its turn."""

    async def main() -> None:
        pool = Pool(1, command=WORKER)
        first = asyncio.Event()

        async def watch() -> None:
            async for _ in pool.analyse(thought("long", watched=True), "a"):
                first.set()

        watching = asyncio.create_task(watch())
        await asyncio.wait_for(first.wait(), PATIENCE)
        given_up = asyncio.create_task(watch())
        waiting = asyncio.create_task(pool.choose(thought(), "b"))
        await asyncio.sleep(0)
        given_up.cancel()
        watching.cancel()
        assert await asyncio.wait_for(waiting, PATIENCE) == "played"
        seen = pool.analyse(thought("long", watched=True), "a")
        assert (await anext(seen)).nodes == 1
        await seen.aclose()
        assert await asyncio.wait_for(pool.choose(thought(), "a"), PATIENCE) == "played"
        await pool.close()

    asyncio.run(main())


@pytest.mark.parametrize("edition", PLAYED)
def test_an_engine_plays_and_answers(serving: ServerProcess, edition: str) -> None:
    ada = serving.client("Ada")
    match = ada.open(edition, seats=[{"who": "me"}, {"who": "engine", "level": 1}], first=0)["match_id"]
    with ada.socket() as line:
        seen = line.command(match, "watch")
        for _ in range(3):
            while "legal" not in seen.get("viewer", {}):
                seen = line.next("update")
            seen = line.command(match, "play", action=seen["viewer"]["legal"][0])
            if seen["view"]["result"]:
                return
        while "legal" not in seen.get("viewer", {}) and not seen["view"]["result"]:
            seen = line.next("update")
        if seen["view"]["result"]:
            return
        line.command(match, "offer", offer_type="draw")
        answer = line.next("update")["events"][0]["kind"]
        assert answer in ("accept", "decline")
        if answer == "accept":
            return
        line.command(match, "offer", offer_type="takeback")
        taken = line.next("update")
        assert taken["events"][0]["kind"] == "accept" and taken["events"][0]["accepted"]
        line.command(match, "resign")
        line.command(match, "offer", offer_type="rematch")
        until(lambda: bool(line.next("info")["info"]["next"]))


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
    match = ada.open("kwintie:board", start=str(start), seats=seats, first=0)["match_id"]
    with ada.socket() as line:
        assert line.command(match, "watch")["viewer"]["legal"], "the person is to act"
        line.command(match, "offer", offer_type="draw")
        assert line.next("update")["events"][0]["kind"] == ("decline" if engine_wins else "accept")


def test_the_name_of_an_engine_is_in_the_language_of_the_request(serving: ServerProcess) -> None:
    ada = serving.client("Ada")
    for language, name in (("en", "Tablier, level 4"), ("de", "Tablier, Stufe 4")):
        ada.http.headers["accept-language"] = language
        opened = ada.open("mixtour", seats=[{"who": "me"}, {"who": "engine", "level": 4}], first=0)
        assert opened["view"]["players"] == ["Ada", name]


def test_where_no_engine_plays_none_is_offered(serving: ServerProcess) -> None:
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
