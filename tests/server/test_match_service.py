"""The match service: matches in memory, several processes over one store, cancelled callers, failing disks."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tablier import match as matches
from tablier.match.commands import Adjourn, Join, PlayAction, Resume, SetChat
from tablier.records import formats
from tablier.server.accounts.service import Account
from tablier.server.errors import RequestError
from tablier.server.matches import live_match
from tablier.server.matches.clock import ServerClock
from tablier.server.matches.creation import NewMatch, create_match
from tablier.server.matches.handlers import execute
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.service import MatchService, Receipt
from tablier.server.settings import Settings
from tablier.server.socket import connection
from tablier.server.store.store import Store

ADA = Account("a" * 16, "Ada", stored=True)
BO = Account("b" * 16, "Bo", stored=True)
SEATS: list[Any] = [{"who": "me"}, {"who": "guest", "name": "Bo"}]


class FakeTime:
    """A system clock and a monotonic clock that tests advance together."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms

    def clock(self) -> ServerClock:
        return ServerClock(self, self)


class Recorder:
    """A listener that keeps what it is sent, and holds its match as a socket does."""

    def __init__(self, live: LiveMatch, account: Account | None) -> None:
        self.account = account
        self.messages: list[bytes] = []
        self.live = live
        live.add(self)

    def send(self, message: bytes) -> None:
        self.messages.append(message)

    def types(self) -> list[str]:
        return [msgspec.json.decode(message)["type"] for message in self.messages]


def run_with_service(
    tmp_path: Path, test: Callable[[MatchService, LiveMatch], Awaitable[None]], time: FakeTime | None = None, **options: Any
) -> None:
    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        service = MatchService(store, clock=time and time.clock(), **options)
        live = await open_match(service)
        await test(service, live)
        await service.close()
        store.close()

    asyncio.run(main())


async def open_match(service: MatchService, **terms: Any) -> LiveMatch:
    new_match = msgspec.convert({"edition": "mixtour", "seats": SEATS, "first": 0, **terms}, NewMatch)
    return await create_match(service, Settings(), new_match, ADA)


def play(action: str) -> Callable[[matches.Match, int], matches.Match]:
    def apply(match: matches.Match, now: int) -> matches.Match:
        assert match.to_act is not None
        return matches.play_action(match, match.to_act, action, now)

    return apply


def test_the_second_of_two_processes_reloads_the_match(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        other = MatchService(Store(tmp_path / "s.sqlite"))
        other_live = await other.find(live.id)
        await service.submit(live, play("c3"))
        with pytest.raises(RequestError, match="store_failed"):
            await other.submit(other_live, play("d4"))
        assert other_live.match == live.match and not other_live.lock.locked()
        await other.submit(other_live, play("d4"))
        with pytest.raises(RequestError):
            await service.submit(live, play("e5"))
        assert live.match == other_live.match and live.match.texts() == ("c3", "d4")
        await other.close()
        other.store.close()

    run_with_service(tmp_path, test)


def test_cancelling_the_caller_does_not_cancel_the_commit(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        for number, action in enumerate(("c3", "d4", "e5", "a1", "a2"), 1):
            submission = asyncio.create_task(service.submit(live, play(action)))
            await asyncio.sleep(0)
            submission.cancel()
            await asyncio.gather(submission, return_exceptions=True)
            async with live.lock:  # the commit releases it
                assert live.match.length == number
        reloaded = await MatchService(service.store).find(live.id)
        assert reloaded.match == live.match

    run_with_service(tmp_path, test)


def test_a_failed_commit_leaves_the_match_unchanged(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        await fail_inserts(service, "events")
        with pytest.raises(RequestError, match="store_failed"):
            await service.submit(live, play("c3"))
        assert live.match.length == 0
        await allow_inserts(service)
        await service.submit(live, play("c3"))
        assert live.match.length == 1

    run_with_service(tmp_path, test)


def test_one_of_two_processes_fires_the_flag(tmp_path: Path) -> None:
    time = FakeTime()

    async def test(service: MatchService, _live: LiveMatch) -> None:
        live = await open_match(service, clock={"base_ms": 1000})
        for action in ("c3", "d4"):
            await service.submit(live, play(action))
        other = MatchService(Store(tmp_path / "s.sqlite"), clock=time.clock())
        other_live = await other.find(live.id)
        time.ms += 2000
        results = await asyncio.gather(
            service.submit(live, matches.flag), other.submit(other_live, matches.flag), return_exceptions=True
        )
        assert sum(isinstance(result, Receipt) for result in results) == 1
        assert live.match.result == other_live.match.result and live.match.number == other_live.match.number
        await other.close()
        other.store.close()

    run_with_service(tmp_path, test, time)


# matches in memory


def test_matches_beyond_the_limit_keep_their_listeners(tmp_path: Path) -> None:
    """R1: with more followed matches than fit into memory, every match is still one object for all."""

    async def test(service: MatchService, _live: LiveMatch) -> None:
        followers = [Recorder(await open_match(service), ADA) for _ in range(30)]
        created = await open_match(service, seats=[{"who": "me"}, {"who": "open"}])
        ada = Recorder(await service.find(created.id), ADA)
        del created
        for follower in followers:
            assert await service.find(follower.live.id) is follower.live
        bo = Recorder(await service.find(ada.live.id), BO)
        assert bo.live is ada.live
        await execute(service, await service.find(ada.live.id), BO, Join())
        await execute(service, await service.find(ada.live.id), ADA, PlayAction("c3"))
        await execute(service, await service.find(ada.live.id), BO, PlayAction("d4"))
        for listener in (ada, bo):
            updates = [message for message in map(msgspec.json.decode, listener.messages) if message["type"] == "update"]
            assert [event["kind"] for update in updates for event in update["events"]] == ["join", "start", "action", "action"]

    run_with_service(tmp_path, test, max_memory_mb=0)


def test_the_least_recently_used_matches_are_evicted(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        first, match, size = live.id, live.match, live.estimated_bytes()
        service._max_bytes = 4 * size
        others = [(await open_match(service)).id for _ in range(3)]
        await service.find(first)
        others.append((await open_match(service)).id)
        del live
        gc.collect()
        assert service.find_loaded(first) and not service.find_loaded(others[0])
        assert all(service.find_loaded(match_id) for match_id in others[1:])
        assert (await service.find(first)).match == match
        assert service._cached_bytes == 4 * size

    run_with_service(tmp_path, test)


def test_a_match_larger_than_the_limit_is_kept_while_it_is_used(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        assert [match_id for match_id, _ in service._cache.items()] == [live.id]
        assert await service.find(live.id) is live

    run_with_service(tmp_path, test, max_memory_mb=0)


def test_a_discarded_match_is_gone_from_memory(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        service.discard(live.id)
        assert service.find_loaded(live.id) is None
        assert service._cached_bytes == 0 and not service._cache

    run_with_service(tmp_path, test)


def test_two_requests_load_one_object(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        other = MatchService(service.store, max_memory_mb=0)
        first, second = await asyncio.gather(other.find(live.id), other.find(live.id))
        assert first is second and first is not live
        await other.close()

    run_with_service(tmp_path, test)


def test_the_size_of_a_match_grows_with_its_events_and_cached_results(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        live = await open_match(service, edition="twixt:kosmos")
        sizes = [live.estimated_bytes()]
        live.encode_for(ADA, now=0)  # lists the legal actions
        sizes.append(live.estimated_bytes())
        assert sizes[1] - sizes[0] > 500 * live_match.LEGAL_ACTION_BYTES
        await service.submit(live, play("c3"))
        assert sizes[0] < live.estimated_bytes() < sizes[1]

    run_with_service(tmp_path, test)


# messages


def test_watchers_share_one_message(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        watchers = [Recorder(live, account) for account in (None, BO, None)]
        ada = Recorder(live, ADA)
        await service.submit(live, play("c3"))
        messages = [watcher.messages[-1] for watcher in watchers]
        assert messages[0] is messages[1] is messages[2]
        assert "viewer" not in msgspec.json.decode(messages[0])
        assert msgspec.json.decode(ada.messages[-1])["viewer"]["seats"] == [0, 1]

    run_with_service(tmp_path, test)


def test_the_events_of_a_long_match_are_encoded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_match, "MIN_CACHED_EVENTS", 4)

    async def test(service: MatchService, live: LiveMatch) -> None:
        def read_events(since: int) -> list[int]:
            message = msgspec.json.decode(live.encode_for(None, now=0, since=since))
            return [event["number"] for event in message["events"]]

        assert read_events(0) == [1, 2, 3, 4]
        encoded = live._encoded_events
        assert read_events(0) == [1, 2, 3, 4] and live._encoded_events is encoded
        await service.submit(live, play("c3"))
        assert read_events(0) == [1, 2, 3, 4, 5] and read_events(4) == [5]

    run_with_service(tmp_path, test)


def test_concurrent_requests_for_a_record_share_one_file(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        json, sgf = formats.find("json"), formats.find("sgf")
        write = service.records.write
        first, second, other = await asyncio.gather(*(write(live.match, format_) for format_ in (json, json, sgf)))
        assert first is second and first.startswith(b"{") and other.startswith(b"(")
        before = live.match
        await service.submit(live, play("c3"))
        files = await asyncio.gather(write(before, json), write(live.match, json))
        assert files[0] == first and b'"action":"c3"' in files[1]
        await asyncio.sleep(0)
        assert not service.records._running

    run_with_service(tmp_path, test)


def test_a_match_message_of_any_length_can_be_sent_to_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """S1: a client is disconnected if it is behind, not because one message is long."""
    monkeypatch.setattr(connection, "MAX_UNSENT_BYTES", 100)

    async def test() -> None:
        context: Any = SimpleNamespace(settings=Settings())
        socket = connection.SocketConnection(context, None, _discard, address="127.0.0.1")
        for message in (b"short", b"x" * 5000, b"y" * 95):
            socket.send(message)
        assert socket._close_code is None
        socket.send(b"z")
        assert socket._close_code == 1013 and not socket._unsent

    asyncio.run(test())


async def _discard(_message: object) -> None:
    pass


# changes


def test_switching_the_chat_off_survives_a_submission_under_way(tmp_path: Path) -> None:
    """S3: metadata in memory is never replaced by a copy from before the commit."""

    async def test(service: MatchService, live: LiveMatch) -> None:
        for enabled, action in ((False, "c3"), (True, "d4"), (False, "e5")):
            switched = execute(service, live, ADA, SetChat(enabled))
            await asyncio.gather(service.submit(live, play(action)), switched)
            assert live.info.chat is enabled
        await asyncio.gather(execute(service, live, ADA, SetChat(True)), service.submit(live, play("a1")))
        assert live.info.chat is True
        assert (await MatchService(service.store).find(live.id)).info == live.info

    run_with_service(tmp_path, test)


def test_an_unexpected_error_is_logged_though_the_caller_was_cancelled(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        def fail(match: matches.Match, now: int) -> matches.Match:
            raise ZeroDivisionError

        async with live.lock:
            submission = asyncio.create_task(service.submit(live, fail))
            await asyncio.sleep(0)
            submission.cancel()
            await asyncio.gather(submission, return_exceptions=True)
        await asyncio.gather(*service._commits, return_exceptions=True)
        await asyncio.sleep(0)
        (logged,) = [record.exc_info[0] for record in caplog.records if record.exc_info]
        assert logged is ZeroDivisionError
        with pytest.raises(ZeroDivisionError):
            await service.submit(live, fail)  # the caller reports it, not the log
        assert len([record for record in caplog.records if record.exc_info]) == 1

    run_with_service(tmp_path, test)


def test_a_match_that_cannot_be_read_after_a_failed_commit_stays_the_same_object(tmp_path: Path) -> None:
    async def test(service: MatchService, live: LiveMatch) -> None:
        await fail_inserts(service, "events")
        read = service.store.read
        service.store.read = _fail_to_read  # type: ignore[method-assign]
        with pytest.raises(RequestError, match="store_failed"):
            await service.submit(live, play("c3"))
        service.store.read = read  # type: ignore[method-assign]
        await allow_inserts(service)
        assert await service.find(live.id) is live
        await service.submit(live, play("c3"))
        assert live.match.length == 1

    run_with_service(tmp_path, test)


async def _fail_to_read(_query: object) -> Any:
    raise OperationalError("SELECT", {}, Exception("disk I/O error"))


async def fail_inserts(service: MatchService, table: str) -> None:
    """Let all writes to a table fail, as a full disk does."""
    trigger = f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    await service.store.write(lambda connection: connection.execute(text(trigger)))


async def allow_inserts(service: MatchService) -> None:
    await service.store.write(lambda connection: connection.execute(text("DROP TRIGGER full")))


# requests to adjourn and resume


async def open_for_two(service: MatchService) -> LiveMatch:
    live = await open_match(service, seats=[{"who": "me"}, {"who": "open"}])
    await execute(service, live, BO, Join())
    return live


def test_requests_to_adjourn_survive_a_restart(tmp_path: Path) -> None:
    """C7: they are stored, and one request of each account suffices."""

    async def test(service: MatchService, _live: LiveMatch) -> None:
        live = await open_for_two(service)
        listener = Recorder(live, ADA)
        assert (await execute(service, live, ADA, Adjourn()))["status"] == "running"
        assert msgspec.json.decode(listener.messages[-1])["pause_requests"] == {"adjourn": [ADA.id]}
        restarted = MatchService(service.store)
        again = await restarted.find(live.id)
        assert again.pause_requests == {("adjourn", ADA.id)}
        assert (await execute(restarted, again, BO, Adjourn()))["status"] == "adjourned"
        assert not again.pause_requests
        later = await MatchService(service.store).find(live.id)
        assert later.match.status == "adjourned" and not later.pause_requests
        with pytest.raises(matches.MatchError, match="adjourned"):
            await execute(restarted, again, ADA, Adjourn())
        assert (await execute(restarted, again, ADA, Resume()))["status"] == "adjourned"
        assert (await execute(restarted, again, BO, Resume()))["status"] == "running"
        await restarted.close()

    run_with_service(tmp_path, test)


def test_playing_on_withdraws_requests_to_adjourn(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        live = await open_for_two(service)
        listener = Recorder(live, BO)
        await execute(service, live, BO, Adjourn())
        await execute(service, live, ADA, PlayAction("c3"))
        assert not live.pause_requests and listener.types()[-1] == "pause_requests"
        assert not (await MatchService(service.store).find(live.id)).pause_requests
        assert (await execute(service, live, ADA, Adjourn()))["status"] == "running"

    run_with_service(tmp_path, test)


def test_requests_to_adjourn_are_withdrawn_and_declined(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        live = await open_for_two(service)
        listener = Recorder(live, BO)
        for account in (ADA, BO):  # ADA withdraws her own request, BO declines it
            await execute(service, live, ADA, Adjourn())
            assert (await execute(service, live, account, Adjourn(agree=False)))["status"] == "running"
            assert not live.pause_requests
            assert msgspec.json.decode(listener.messages[-1])["pause_requests"] == {}
            assert not (await MatchService(service.store).find(live.id)).pause_requests
        sent = len(listener.messages)
        await execute(service, live, BO, Adjourn(agree=False))  # there is nothing to decline
        assert len(listener.messages) == sent
        assert (await execute(service, live, BO, Adjourn()))["status"] == "running"
        assert (await execute(service, live, ADA, Adjourn()))["status"] == "adjourned"

    run_with_service(tmp_path, test)


def test_requests_to_adjourn_survive_a_failed_commit(tmp_path: Path) -> None:
    async def test(service: MatchService, _live: LiveMatch) -> None:
        live = await open_for_two(service)
        await execute(service, live, ADA, Adjourn())
        await fail_inserts(service, "events")
        for command in (Adjourn(), Adjourn()):
            with pytest.raises(RequestError, match="store_failed"):
                await execute(service, live, BO, command)
        with pytest.raises(RequestError, match="store_failed"):
            await execute(service, live, ADA, PlayAction("c3"))
        assert live.pause_requests == {("adjourn", ADA.id), ("adjourn", BO.id)} and live.match.status == "running"
        await allow_inserts(service)
        assert (await execute(service, live, BO, Adjourn()))["status"] == "adjourned"
        assert not live.pause_requests

    run_with_service(tmp_path, test)
