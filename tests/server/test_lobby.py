"""The lobby: lists of matches over HTTP, and lists pushed to sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from sqlalchemy import Engine, event

from tablier import match as matches
from tablier.server.accounts.service import Account
from tablier.server.matches import lobby as lobby_module
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.lobby import MAX_LISTED, Lobby
from tablier.server.matches.service import MatchService
from tests.server.server_process import TIMEOUT_S, ServerProcess, SocketClient
from tests.server.test_match_service import ADA, open_match, run_with_service

ONE_OPEN_SEAT: dict[str, Any] = {"public": True, "seats": None, "first": None}


class FakeListener:
    """A listener that keeps its messages."""

    def __init__(self, account: Account | None = None) -> None:
        self.account = account
        self.messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        self.messages.put_nowait(json.loads(message))

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.messages.get(), TIMEOUT_S)


@contextmanager
def recorded_statements() -> Iterator[list[str]]:
    """Record the SQL statements of all databases."""
    statements: list[str] = []

    def record(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", record)
    yield statements
    event.remove(Engine, "before_cursor_execute", record)


def test_a_list_is_one_statement_and_its_entries_have_the_same_fields(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        service.now = count(service.now() + 1).__next__  # lists are sorted by the time of creation
        lobby = Lobby(service)
        waiting = [(await open_match(service, **ONE_OPEN_SEAT)).id for _ in range(MAX_LISTED + 2)]
        running = await open_match(service, public=True, clock={"base_ms": 60_000})
        with recorded_statements() as statements:
            public = await lobby.list_public("open")
            own = await lobby.list_own("mine", ADA)
        assert len(statements) == 2
        assert [entry.match_id for entry in public[:3]] == waiting[:-4:-1] and len(public) == len(own) == MAX_LISTED
        assert own[0].match_id == running.id and own[0].my_turn and own[0].own_positions == [0, 1]
        assert [(entry.position, entry.name) for entry in own[0].participants] == [(0, "Ada"), (1, "Bo")]
        for entries in (public, own):
            assert len({frozenset(to_builtins(entry)) for entry in entries}) == 1
        assert own[0].events == running.match.number and not own[1].my_turn and own[1].position_to_act is None

    run_with_service(tmp_path, test)


def test_finished_matches_are_listed_with_their_results(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        service.now = count(service.now() + 1).__next__
        lobby = Lobby(service)
        swapped = await open_match(service, edition="twixt:kosmos", options={"size": "8"}, first=1)
        for seat, action in enumerate(("d4", "swap")):
            await service.submit(swapped, lambda match, now, s=seat, a=action: matches.play_action(match, s, a, now))
        await service.submit(swapped, lambda match, now: matches.resign(match, 0, now))
        drawn, aborted, waiting = (
            await open_match(service),
            await open_match(service),
            await open_match(service, **ONE_OPEN_SEAT),
        )
        await service.submit(drawn, lambda match, now: matches.rule(match, None, now))
        for live in (aborted, waiting):
            await service.submit(live, lambda match, now: matches.abort(match, now))
        await open_match(service)
        with recorded_statements() as statements:
            past = await lobby.list_own("past", ADA)
        assert len(statements) == 1
        assert [to_builtins(entry)["result"] for entry in past] == [
            {"winner": None, "aborted": True, "actions": 0, "sides": []},
            {"winner": None, "aborted": True, "actions": 0, "sides": ["White", "Black"]},
            {"winner": None, "aborted": False, "actions": 0, "sides": ["White", "Black"]},
            # Bo began and resigned as Black after Ada had swapped, so Ada won as White
            {"winner": 0, "aborted": False, "actions": 2, "sides": ["White", "Black"]},
        ]
        assert all("result" not in to_builtins(entry) for entry in await lobby.list_own("mine", ADA))

    run_with_service(tmp_path, test)


def test_a_public_list_is_read_once_for_everyone(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        lobby = Lobby(service)
        await open_match(service, **ONE_OPEN_SEAT)
        with recorded_statements() as statements:
            lists = await asyncio.gather(*(lobby.list_public("open", "mixtour") for _ in range(20)))
            assert all(len(entries) == 1 for entries in lists)
            for number in range(20):
                assert await lobby.list_public("live", f"unknown{number}") == []
        assert len(statements) == len(lobby._lists) == 1

    run_with_service(tmp_path, test)


def test_loading_a_finished_match_notifies_no_listener(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        finished, running = await open_match(service, public=True), await open_match(service, public=True)
        await service.submit(finished, lambda match, now: matches.resign(match, 0, now))
        reloading = MatchService(service.store)
        lobby = Lobby(reloading)
        lobby._listeners.add(FakeListener(ADA))
        live = await reloading.find(finished.id)
        assert live.match.result and lobby._timer is None and not lobby._changed_accounts
        live = await reloading.find(running.id)
        assert not live.match.result and lobby._timer and lobby._changed_accounts == {ADA.id}
        await reloading.close()

    run_with_service(tmp_path, test)


def test_listeners_get_the_lists_that_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "NOTIFY_DELAY_S", 0.0)

    async def test(service: MatchService, _live: LiveMatch) -> None:
        lobby = Lobby(service)
        stranger = FakeListener()
        lobby.add(stranger)
        assert await stranger.next() == {"type": "lobby", "open": [], "live": []}
        live = await open_match(service, public=True)
        message = await stranger.next()
        assert "open" not in message and [entry["match_id"] for entry in message["live"]] == [live.id]
        assert lobby._listed == {live.id: ("running", 2)}
        await service.submit(live, lambda match, now: matches.play_action(match, 0, "c3", now))
        await service.submit(live, lambda match, now: matches.resign(match, 0, now))
        while (message := await stranger.next())["live"]:  # a read that began before the resignation
            pass
        assert message == {"type": "lobby", "live": []}
        lobby.remove(stranger)
        await open_match(service, public=True)
        assert lobby._timer is None and stranger.messages.empty() and not lobby._listed

    run_with_service(tmp_path, test)


def test_a_watched_lobby_over_a_socket(server: ServerProcess) -> None:
    ada, bo, cy = server.client("Ada"), server.client("Bo"), server.client("Cy")

    def lists(socket: SocketClient, kind: str, match_id: str) -> bool:
        """Return whether the next message with this list contains the match."""
        while kind not in (message := socket.next("lobby")):
            pass
        return match_id in [entry["match_id"] for entry in message[kind]]

    with ada.socket() as own_socket, cy.socket() as other_socket:
        for socket in (own_socket, other_socket):
            socket.command(None, "watch_lobby")
            assert set(socket.next("lobby")) == {"type", "open", "live"}
        match_id = ada.open("mixtour", public=True)["match_id"]
        while not lists(other_socket, "open", match_id):
            pass
        bo.command(match_id, "join")
        while lists(other_socket, "open", match_id):
            pass
        own_socket.next("lobby", own=True)
        assert not any("own" in message for message in other_socket.received)
