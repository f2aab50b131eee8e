"""Rate limits by address, by account and for the whole server; limits of event streams; measured network delay."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tablier.server import limits
from tablier.server.accounts.service import Account
from tablier.server.accounts.tokens import new_token
from tablier.server.app import make_app
from tablier.server.context import AppContext
from tablier.server.errors import RequestError
from tablier.server.http import account as account_routes
from tablier.server.http import sse
from tablier.server.http.account import MAX_QR_LENGTH
from tablier.server.http.admission import check_admission
from tablier.server.http.auth import new_guest
from tablier.server.http.sse import KEEP_ALIVE, EventQueue
from tablier.server.limits import AccountRateLimiter, RateLimiter, TokenBucket, address_key
from tablier.server.matches.creation import NewMatch, create_match
from tablier.server.matches.live_match import LiveMatch
from tablier.server.settings import Settings
from tablier.server.socket import connection as socket_connection
from tablier.server.socket.connection import MAX_EXCESS_FRAMES, SocketConnection
from tests.server.server_process import TIMEOUT_S, Client, ServerProcess, fetch, start_match, wait_until

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Litestar: inferred dependencies


# addresses and buckets


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002::/64"),
        ("2001:db8:1:2::1", "2001:0db8:0001:0002::/64"),
        ("2001:db8:1:3::1", "2001:0db8:0001:0003::/64"),
        ("fe80::1%eth0", "fe80:0000:0000:0000::/64"),
        ("unknown", "unknown"),
        ("un:known", "un:known"),
        ("", ""),
    ],
)
def test_address_keys(address: str, key: str) -> None:
    assert address_key(address) == key


def test_a_rate_limit_says_when_to_retry() -> None:
    now = 0.0
    rate = RateLimiter(0.1, burst_s=20, clock=lambda: now)
    rate.take("a")
    rate.take("a")
    with pytest.raises(RequestError) as error:
        rate.take("a")
    assert error.value.facts == {"retry_after_s": 10}
    now = 10.0
    rate.take("a")


def test_many_keys_neither_displace_others_nor_get_full_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BUCKETS", 10)
    now = 0.0
    rate = RateLimiter(1.0, burst_s=5, clock=lambda: now)
    for _ in range(5):
        rate.take("flooder")
    accepted = 0
    for key in range(1000):
        try:
            rate.take(f"key {key}")
            accepted += 1
        except RequestError:
            pass
    assert accepted == 9 + 5, "one each for the keys with a bucket, then those of the shared bucket"
    assert len(rate._buckets) == 10
    with pytest.raises(RequestError):
        rate.take("flooder")
    now = 1.0  # the other keys' buckets are full again
    for _ in range(5):
        rate.take("newcomer")
    rate.take("flooder")
    assert len(rate._buckets) == 2


def test_a_quota_gives_what_is_left() -> None:
    bucket = TokenBucket(100.0, 0.0, burst_s=20)
    assert [bucket.take_up_to(0.0, 500) for _ in range(5)] == [500, 500, 500, 500, 0]
    assert bucket.take_up_to(1.0, 500) == pytest.approx(100)
    assert bucket.take_up_to(1000.0, 5000) == pytest.approx(2000)


# every request counts


@asynccontextmanager
async def open_app(folder: Path, **settings: Any) -> AsyncIterator[tuple[AppContext, Callable[..., Awaitable[httpx.Response]]]]:
    """Yield the context of an application with the middleware, and a function that sends a request from an address."""
    app = make_app(folder, Settings(engine_workers=1, **settings))
    wrapped = check_admission(app, app.state)

    async def send(path: str, address: str = "192.0.2.1", **options: Any) -> httpx.Response:
        transport = httpx.ASGITransport(wrapped, client=(address, 1))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(options.pop("method", "GET"), path, **options)

    async with app.lifespan():
        yield app.state.context, send


PATHS = (
    "/",
    "/nowhere",
    "/static/x/missing.js",
    "/api/docs",
    "/api/nowhere",
    "/api/matches/x/record",
    "/api/matches/x/turns/0",
)


def test_every_request_counts_for_its_address(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_app(tmp_path) as (context, send):
            for path in PATHS:
                context.address_requests = RateLimiter(1.0, burst_s=3, clock=lambda: 0.0)
                statuses = [(await send(path)).status_code for _ in range(4)]
                assert statuses[3] == 429 and 429 not in statuses[:3], path
                assert (await send(path, "192.0.2.2")).status_code != 429, "another address has its own limit"
            forged = {"authorization": "Bearer x"}
            context.address_requests = RateLimiter(1.0, burst_s=3, clock=lambda: 0.0)
            assert [(await send("/api/me", headers=forged)).status_code for _ in range(4)] == [401, 401, 401, 429]
            response = await send("/api/me")
            assert response.headers["retry-after"] == "1" and response.headers["content-type"] == "application/json"
            assert response.json()["error"]["code"] == "too_fast"
            assert response.json()["error"]["facts"] == {"retry_after_s": 1}

    asyncio.run(main())


def test_identities_of_one_address_share_its_limit(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_app(tmp_path) as (context, send):
            cookies = [f"tablier={context.accounts.sign_cookie(new_guest())}" for _ in range(60)]
            context.address_requests = RateLimiter(100.0, burst_s=3, clock=lambda: 0.0)
            statuses = [(await send("/api/matches", headers={"cookie": cookie})).status_code for cookie in cookies * 10]
            assert (statuses.count(200), statuses.count(429)) == (300, 300)

    asyncio.run(main())


def test_a_network_of_ipv6_addresses_shares_one_limit(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_app(tmp_path) as (context, send):
            context.address_requests = RateLimiter(1.0, burst_s=3, clock=lambda: 0.0)
            statuses = [(await send("/api/games", f"2001:db8::{host:x}")).status_code for host in range(6)]
            assert statuses == [200] * 3 + [429] * 3

    asyncio.run(main())


def test_the_whole_server_has_a_limit_which_one_address_cannot_use_up(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_app(tmp_path) as (context, send):
            context.address_requests = RateLimiter(1.0, burst_s=3, clock=lambda: 0.0)
            context.server_requests = RateLimiter(1.0, burst_s=6, clock=lambda: 0.0)
            for _ in range(20):
                await send("/api/games")
            statuses = [(await send("/api/games", f"198.51.100.{host}")).status_code for host in range(5)]
            assert statuses == [200] * 3 + [429] * 2

    asyncio.run(main())


def test_a_proxy_is_believed_only_in_the_last_line(tmp_path: Path) -> None:
    """HAProxy adds a line of its own, so the client's own line is before it."""

    async def main() -> None:
        async with open_app(tmp_path, proxied=True) as (context, send):
            context.address_requests = RateLimiter(1.0, burst_s=3, clock=lambda: 0.0)
            lines = [[("x-forwarded-for", f"10.0.0.{n}"), ("x-forwarded-for", "203.0.113.5")] for n in range(3)]
            values = [[("x-forwarded-for", f"10.0.0.{n}, 203.0.113.5")] for n in range(3)]
            statuses = [(await send("/api/games", "127.0.0.1", headers=headers)).status_code for headers in lines + values]
            assert statuses == [200] * 3 + [429] * 3

    asyncio.run(main())


def test_handshakes_and_all_routes_of_a_running_server_are_limited(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, {"max_address_requests_per_second": 0.5}).start()  # five at once
    try:
        ada = server.client()
        responses = [ada.http.get("/nowhere") for _ in range(20)]
        refused = next(response for response in responses if response.status_code == 429)
        assert refused.headers["retry-after"] in ("1", "2")
        assert refused.headers["content-security-policy"] and refused.headers["date"]
        with pytest.raises(InvalidStatus) as handshake:
            for _ in range(5):
                with ada.socket():
                    pass
        assert handshake.value.response.status_code == 429 and handshake.value.response.headers["retry-after"]
    finally:
        server.stop()


def test_refused_requests_of_a_running_server_are_limited(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, {"max_address_requests_per_second": 0.5}).start()  # five at once

    def send_garbage() -> bytes:
        with socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S) as connection, suppress(ConnectionError):
            connection.sendall(b"\x00\r\n\r\n")
            return connection.recv(1000)
        return b""

    try:
        answers = [send_garbage() for _ in range(30)]
        assert 5 <= sum(answer.startswith(b"HTTP/1.1 400 ") for answer in answers) < 20
    finally:
        server.stop()


def test_the_address_of_the_socket_names_the_protocol_to_upgrade_to(server: ServerProcess) -> None:
    response = fetch(f"{server.url}/api/socket")
    assert response.status_code == 426 and response.headers["upgrade"] == "websocket" and response.headers["date"]
    assert response.json()["error"]["code"] == "wrong_method"


# sockets


async def run_frames(
    context: AppContext,
    account: Account,
    count: int,
    address: str = "192.0.2.1",
    text: str = '{"command": {"type": "ping"}}',
) -> list[dict[str, Any]]:
    """Send the same frame several times over a new socket and return the server's messages, the close event included."""
    sent: list[dict[str, Any]] = []
    frames = iter([{"type": "websocket.receive", "text": text}] * count)

    async def send(event: dict[str, Any]) -> None:
        sent.append(json.loads(event["text"]) if event["type"] == "websocket.send" else event)

    async def receive() -> dict[str, Any]:
        frame = next(frames, None)
        if frame is None:
            while len(sent) < count + 1 and not any(message["type"] == "websocket.close" for message in sent):
                await asyncio.sleep(0)  # hello and one answer for each frame
            return {"type": "websocket.disconnect"}
        return frame

    await SocketConnection(context, account, send, address=address).run(receive)
    return sent[1:]


def test_frames_count_for_the_account_and_the_address(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_app(tmp_path) as (context, send):
            ada, bo = new_guest(), new_guest()
            context.requests = RateLimiter(1.0, burst_s=10, clock=lambda: 0.0)
            context.address_requests = RateLimiter(1.0, burst_s=15, clock=lambda: 0.0)
            first, second = await run_frames(context, ada, 8), await run_frames(context, ada, 8)
            assert [message["type"] for message in first + second] == ["ok"] * 10 + ["error"] * 6
            assert second[-1]["error"]["facts"] == {"retry_after_s": 1}
            assert [message["type"] for message in await run_frames(context, bo, 8)] == ["ok"] * 5 + ["error"] * 3
            assert (await send("/api/games")).status_code == 429
            assert [message["type"] for message in await run_frames(context, bo, 1, "192.0.2.2")] == ["ok"]

    asyncio.run(main())


def test_excess_frames_are_forgiven_with_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(socket_connection.time, "monotonic", lambda: now)

    async def main() -> None:
        nonlocal now
        async with open_app(tmp_path) as (context, _send):
            context.address_requests = RateLimiter(1e-9, burst_s=1, clock=lambda: 0.0)
            context.address_requests.take("192.0.2.1")  # the only token
            sent: list[dict[str, Any]] = []

            async def send(event: dict[str, Any]) -> None:
                sent.append(event)

            frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            running = asyncio.create_task(SocketConnection(context, None, send, address="192.0.2.1").run(frames.get))

            async def flood(count: int) -> None:
                for _ in range(count):
                    frames.put_nowait({"type": "websocket.receive", "text": "{}"})
                while not frames.empty():
                    await asyncio.sleep(0)

            await flood(MAX_EXCESS_FRAMES)
            now = 30.0
            await flood(30)
            assert not running.done()
            await flood(1)
            await running
            assert sent[-1] == {"type": "websocket.close", "code": 1008}

    asyncio.run(main())


def test_the_lag_quota_is_bounded_and_refills_slowly(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_app(tmp_path, max_lag_ms=500) as (context, _send):
            now = 0.0
            context.lag_quota_ms._clock = lambda: now
            ada = new_guest()

            async def send(_event: Any) -> None:
                raise AssertionError

            def socket(round_trip_s: float) -> SocketConnection:
                return SocketConnection(context, ada, send, address="a", round_trip_s=lambda: round_trip_s)

            assert socket(0.12)._take_lag_ms(ada) == 120
            assert [socket(20.0)._take_lag_ms(ada) for _ in range(5)] == [500, 500, 500, 380, 0]
            now = 2.0
            assert socket(20.0)._take_lag_ms(ada) == 200
            assert SocketConnection(context, ada, send, address="a")._take_lag_ms(ada) == 0

    asyncio.run(main())


def test_watched_matches_are_limited_by_address(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, {"max_watched_matches_per_address": 3}).start()
    try:
        ada, bo = server.client(), server.client()
        first, second, third, fourth = (ada.open("mixtour")["match_id"] for _ in range(4))
        with ada.socket() as socket:
            with bo.socket() as other_socket:
                for watching, match_id in ((socket, first), (socket, second), (socket, second), (other_socket, third)):
                    assert watching.command(match_id, "watch")["type"] == "match"
                for watching in (socket, other_socket):
                    error = watching.command(fourth, "watch")["error"]
                    assert (error["code"], error["facts"]) == ("too_many_watched", {"most": 3})
                    assert error["message"].startswith("At most 3 matches can be watched")
                assert other_socket.command(fourth, "unwatch")["type"] == "ok"
                assert other_socket.command(first, "watch")["error"]["code"] == "too_many_watched", "it watched no fourth one"
                assert other_socket.command(third, "unwatch")["type"] == "ok"
                assert socket.command(fourth, "watch")["type"] == "match"
                assert other_socket.command(third, "watch")["type"] == "error"
                assert socket.command(first, "unwatch")["type"] == "ok"
                assert other_socket.command(third, "watch")["type"] == "match"
            wait_until(lambda: socket.command(third, "watch")["type"] == "match")  # the closed socket has given its place back
    finally:
        assert server.stop() == 0


# commands with a rate of their own


def stop_clock(*limiters: RateLimiter | AccountRateLimiter) -> None:
    """Let limiters refill nothing."""
    for limiter in limiters:
        parts = (limiter,) if isinstance(limiter, RateLimiter) else (limiter._by_account, limiter._by_address)
        for part in parts:
            part._clock = lambda: 0.0


def sign_in(context: AppContext, guest: Account) -> dict[str, str]:
    """Return the headers of a guest's browser."""
    return {"cookie": f"tablier={context.accounts.sign_cookie(guest)}", "origin": "http://localhost"}


def test_chat_tries_and_reports_have_their_own_rates(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_app(tmp_path, max_requests_per_second=2.0) as (context, send):
            stop_clock(*context.command_rates.values(), context.reports)
            context.requests = RateLimiter(1000.0)
            guests = [new_guest(), new_guest()]
            ada, bo = (sign_in(context, guest) for guest in guests)
            match = await send("/api/matches", method="POST", json={"edition": "mixtour"}, headers=ada)
            path = f"/api/matches/{match.json()['match_id']}"

            async def post(headers: dict[str, str], part: str, **body: Any) -> httpx.Response:
                return await send(f"{path}/{part}", method="POST", json=body, headers=headers)

            assert (await post(bo, "commands", type="join")).status_code == 200
            lines = [await post(ada, "commands", type="chat", text="hello") for _ in range(11)]
            assert [line.status_code for line in lines] == [200] * 10 + [429]
            assert lines[-1].json()["error"]["facts"] == {"retry_after_s": 1}
            frame = {"match_id": match.json()["match_id"], "command": {"type": "chat", "text": "hello"}}
            answers = await run_frames(context, guests[0], 1, text=json.dumps(frame))
            assert [answer["error"]["code"] for answer in answers] == ["too_fast"]
            assert (await post(bo, "commands", type="chat", text="another account")).status_code == 200
            reports = [await post(bo, "report", chat_id=line.json()["id"]) for line in lines[:6]]
            assert [report.status_code for report in reports] == [202] * 5 + [429]
            tries = [await post(ada, "try", action="c3") for _ in range(4)]
            assert [response.status_code for response in tries] == [200, 200, 200, 429]
            assert (await post({}, "try", action="c3")).status_code == 200, "a visitor without an account"

    asyncio.run(main())


def test_accounts_of_one_address_share_the_rates_of_chat_reports_and_test_notifications(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_app(tmp_path, max_address_requests_per_second=10.0) as (context, send):
            stop_clock(*context.command_rates.values(), context.reports, context.push_tests)
            context.address_requests = RateLimiter(1000.0)
            ada, bo, watcher = (sign_in(context, new_guest()) for _ in range(3))
            match = await send("/api/matches", method="POST", json={"edition": "mixtour"}, headers=ada)
            path = f"/api/matches/{match.json()['match_id']}"

            async def post(path: str, headers: dict[str, str], address: str = "192.0.2.1", **body: Any) -> int:
                return (await send(path, address, method="POST", json=body, headers=headers)).status_code

            assert await post(f"{path}/commands", bo, type="join") == 200
            requests: dict[str, dict[str, Any]] = {
                f"{path}/commands": {"type": "chat", "text": "hello"},
                f"{path}/report": {"chat_id": 1},
                "/api/me/push/test": {"endpoint": "https://push.example/1"},
            }
            accepted = {f"{path}/commands": (10, 200), f"{path}/report": (5, 202), "/api/me/push/test": (5, 404)}
            for route, body in requests.items():
                burst, status = accepted[route]
                assert [await post(route, ada, **body) for _ in range(burst)] == [status] * burst
                assert await post(route, bo, **body) == 429, f"{route}: another account of the same address"
                assert await post(route, bo, "192.0.2.2", **body) == status, f"{route}: another address"
                assert await post(route, ada, "192.0.2.2", **body) == 429, f"{route}: the account elsewhere"
            frame = {"match_id": match.json()["match_id"], "command": {"type": "chat", "text": "hello", "room": "watchers"}}
            guest = new_guest()
            answers = [await run_frames(context, guest, 1, host, json.dumps(frame)) for host in ("192.0.2.1", "192.0.2.3")]
            assert [answer[0]["type"] for answer in answers] == ["error", "ok"]
            assert await post(f"{path}/try", watcher, action="c3") == 200, "other rates are not affected"

    asyncio.run(main())


def test_new_matches_are_limited_by_account_and_address(tmp_path: Path) -> None:
    limits = {"max_new_matches_per_minute": 3.0, "max_address_new_matches_per_minute": 13.0}
    seats = [{"who": "me"}, {"who": "guest", "name": "Kid"}]

    async def main() -> None:
        async with open_app(tmp_path, **limits) as (context, send):
            stop_clock(context.new_matches, context.new_bot_matches, context.new_address_matches)
            context.requests = RateLimiter(1000.0)
            ada, bo = new_guest(), new_guest()

            async def post(path: str, headers: dict[str, str], address: str = "192.0.2.1", **body: Any) -> httpx.Response:
                return await send(path, address, method="POST", json=body, headers=headers)

            async def create(headers: dict[str, str], address: str = "192.0.2.1") -> httpx.Response:
                return await post("/api/matches", headers, address, edition="mixtour", seats=seats)

            created = [await create(sign_in(context, ada)) for _ in range(4)]
            assert [response.status_code for response in created] == [201, 201, 201, 429]
            assert created[3].json()["error"]["facts"] == {"retry_after_s": 20} and created[3].headers["retry-after"] == "20"
            bot, token = await context.accounts.create_bot(ada, "Bot", context.matches.now(), 10)
            statuses = [(await create({"authorization": f"Bearer {token}"})).status_code for _ in range(10)]
            assert bot.owner_id and statuses == [201] * 9 + [429], "a bot creates three times as many"
            statuses = [(await create(sign_in(context, bo))).status_code for _ in range(2)]
            assert statuses == [201, 429], "the address has created 13"
            assert (await create(sign_in(context, bo), "192.0.2.2")).status_code == 201

            path = f"/api/matches/{created[0].json()['match_id']}/commands"
            for command in ({"type": "resign", "seat": 0}, {"type": "offer", "offer_type": "rematch", "seat": 0}):
                response = await post(path, sign_in(context, ada), "192.0.2.2", **command)
            assert response.json()["error"]["code"] == "too_fast", "a rematch is a new match"

    asyncio.run(main())


# QR codes


def test_qr_codes_have_their_own_rate_by_address_and_are_rendered_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest_link = f"https://{'h' * 116}:65535/enter/{new_token()}?lang=pt-BR"
    assert len(longest_link) == MAX_QR_LENGTH
    threads: list[threading.Thread] = []

    def render(text: str) -> str:
        threads.append(threading.current_thread())
        return render_qr_code(text)

    render_qr_code = account_routes._render_qr_code
    monkeypatch.setattr(account_routes, "_render_qr_code", render)

    async def main() -> None:
        async with open_app(tmp_path) as (context, send):
            context.qr_codes = RateLimiter(1.0, burst_s=3, clock=lambda: 0.0)
            responses = [await send("/api/qr", params={"text": longest_link}) for _ in range(4)]
            assert [response.status_code for response in responses] == [200, 200, 200, 429]
            assert responses[0].text.startswith("<svg") and responses[3].json()["error"]["code"] == "too_fast"
            assert (await send("/api/qr", "192.0.2.2", params={"text": "x"})).status_code == 200
            assert (await send("/api/games")).status_code == 200, "other requests are not limited by it"

    asyncio.run(main())
    assert len(threads) == 4 and threading.main_thread() not in threads


# event streams


def test_an_event_queue_is_bounded_by_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "MAX_UNSENT_BYTES", 1000)

    async def main() -> None:
        queue = EventQueue(None)
        queue.send(b"x" * 5000)
        assert await anext(queue) == b"event: update\ndata: " + b"x" * 5000 + b"\n\n", "one message may be of any size"
        for _ in range(100):
            queue.send(b"x" * 100)
        assert [event async for event in queue] == []

    asyncio.run(main())


def test_an_event_queue_sends_keep_alive_comments_and_ends_after_its_messages() -> None:
    async def main() -> None:
        queue = EventQueue(None, keep_alive_s=0.01)
        assert await anext(queue) == KEEP_ALIVE
        queue.send(b"{}")
        queue.close()
        queue.send(b"[]")
        assert [event async for event in queue] == [b"event: update\ndata: {}\n\n"]

    asyncio.run(main())


@pytest.mark.parametrize("end", ["disconnect", "cancel", "failure"])
def test_an_event_stream_that_ends_while_it_sends_frees_its_place_at_once(tmp_path: Path, end: str) -> None:
    async def main() -> None:
        app = make_app(tmp_path, Settings(engine_workers=1))
        async with app.lifespan(), asyncio.timeout(TIMEOUT_S):
            context: AppContext = app.state.context
            ada = await context.accounts.save(new_guest(), context.matches.now())
            live = await create_match(context.matches, context.settings, NewMatch(edition="mixtour"), ada)
            sending, proceed = asyncio.Event(), asyncio.Event()

            async def send(event: Any) -> None:
                if event["type"] == "http.response.body":
                    sending.set()
                    await proceed.wait()
                    if end == "failure":
                        raise OSError
                    await asyncio.Event().wait()  # a client that reads nothing

            async def receive() -> Any:
                await proceed.wait()
                if end != "disconnect":
                    await asyncio.Event().wait()
                return {"type": "http.disconnect"}

            path = f"/api/matches/{live.id}/events"
            headers = [(b"host", b"localhost")]
            scope: Any = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
            response = asyncio.create_task(app(scope, receive, send))
            await sending.wait()
            places, held = context.sockets_per_address._holders, []
            assert len(context.streams) == places.total() == 1
            response.add_done_callback(lambda _: held.extend([len(context.streams), places.total()]))
            proceed.set()
            if end == "cancel":
                response.cancel()
            await asyncio.gather(response, return_exceptions=True)
            assert held == [0, 0]

    asyncio.run(main())


class StreamReader(threading.Thread):
    """Follows a match until the server ends the stream."""

    def __init__(self, client: Client, match_id: str) -> None:
        super().__init__()
        self.client, self.match_id = client, match_id
        self.begun = threading.Event()
        self.start()
        assert self.begun.wait(TIMEOUT_S)

    def run(self) -> None:
        with self.client.http.stream("GET", f"/api/matches/{self.match_id}/events") as response:
            for line in response.iter_lines():
                if line.startswith("data:"):
                    self.begun.set()

    def wait_ended(self) -> None:
        self.join(TIMEOUT_S)
        assert not self.is_alive()


def test_signing_out_and_bans_end_event_streams(server: ServerProcess) -> None:
    ada, bo, match_id = start_match(server)
    other = StreamReader(server.client(), match_id)
    stream = StreamReader(ada, match_id)
    assert ada.http.post("/api/me/sign-out-everywhere").status_code == 200
    stream.wait_ended()
    stream = StreamReader(bo, match_id)
    server.operator().http.post("/api/operator/ban", json={"account_id": bo.id})
    stream.wait_ended()
    assert bo.http.get(f"/api/matches/{match_id}/events").json()["error"]["code"] == "banned"
    assert other.is_alive()
    assert other.client.http.delete("/api/me").status_code < 300
    other.wait_ended()


def test_a_sign_out_before_an_event_stream_starts_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with open_app(tmp_path) as (context, send), asyncio.timeout(TIMEOUT_S):
            ada = await context.accounts.save(new_guest(), context.matches.now())
            headers = {"cookie": f"tablier={context.accounts.sign_cookie(ada)}", "origin": "http://localhost"}
            match = await send("/api/matches", method="POST", json={"edition": "mixtour"}, headers=headers)
            find = context.matches.find

            async def find_slowly(match_id: str) -> LiveMatch:
                await context.accounts.sign_out_everywhere(ada, context.matches.now())
                return await find(match_id)

            monkeypatch.setattr(context.matches, "find", find_slowly)
            response = await send(f"/api/matches/{match.json()['match_id']}/events", headers=headers)
            assert (response.status_code, response.content, context.streams) == (200, b"", set())

    asyncio.run(main())


def test_a_sign_out_during_the_handshake_closes_the_socket(tmp_path: Path) -> None:
    async def main() -> None:
        app = make_app(tmp_path, Settings(engine_workers=1))
        async with app.lifespan(), asyncio.timeout(TIMEOUT_S):
            context: AppContext = app.state.context
            ada = await context.accounts.save(new_guest(), context.matches.now())
            sent: list[Any] = []

            async def send(event: Any) -> None:
                if event["type"] == "websocket.accept":
                    await context.accounts.sign_out_everywhere(ada, context.matches.now())
                sent.append(event)

            received: asyncio.Queue[Any] = asyncio.Queue()
            received.put_nowait({"type": "websocket.connect"})
            cookie = f"tablier={context.accounts.sign_cookie(ada)}".encode()
            headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookie)]
            scope: Any = {"type": "websocket", "path": "/api/socket", "query_string": b"", "headers": headers, "extensions": {}}
            await app(scope, received.get, send)
            assert [event["type"] for event in sent] == ["websocket.accept", "websocket.close"]
            assert sent[-1]["code"] == 1008

    asyncio.run(main())


def test_event_streams_count_as_sockets(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, {"max_sockets_per_account": 2, "max_sockets_per_address": 3}).start()
    try:
        ada, bo, match_id = start_match(server)
        with ada.socket():
            StreamReader(ada, match_id)
            response = ada.http.get(f"/api/matches/{match_id}/events")
            assert response.status_code == 429 and response.json()["error"]["code"] == "too_many_sockets"
            StreamReader(bo, match_id)
            assert fetch(f"{server.url}/api/matches/{match_id}/events").status_code == 429, "the address has three"
        wait_until(lambda: server.operator().http.get("/api/operator/state").json()["sockets"] == 0)
        StreamReader(ada, match_id)
    finally:
        assert server.stop() == 0
    assert "graceful shutdown" not in "".join(server.output), "the streams have ended by themselves"
