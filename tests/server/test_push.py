"""Web Push end to end, with a push service that decrypts messages as a browser would."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tablier import match as matches
from tablier.cli import main
from tablier.core.i18n import ENGLISH, gettext, use_language
from tablier.server.errors import RequestError
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.seating import MatchInfo, Participant
from tablier.server.push import notifier, transport
from tablier.server.push.encryption import VapidSigner, encrypt, parse_browser_keys
from tablier.server.push.messages import make_test_notification
from tablier.server.push.notifier import PushNotifier, find_notifications
from tablier.server.push.subscriptions import PushSubscription
from tablier.server.push.transport import Unreachable, is_public, parse_endpoint, post
from tests.server.certificates import make_self_signed
from tests.server.push_service import Browser, PushService, decode, encode, verify_claims
from tests.server.server_process import TIMEOUT_S, Client, ServerProcess, fetch, wait_until
from tools.pseudolocale import PROGRAM, PSEUDO, install

# fmt: off
SPECIAL_ADDRESSES = [  # at least one of every entry of the IANA registries
    "0.0.0.0", "0.255.255.255", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.9", "192.0.2.1", "192.31.196.1",
    "192.52.193.1", "192.88.99.1", "192.168.255.255", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1",
    "::10.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::a00:1",
    "64:ff9b:1::a00:1", "64:ff9b:1::808:808", "100::1", "100:0:0:1::1", "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff:ffff::1", "2001:db8::1",
    "2002:a00:1::", "2002:808:808::", "2620:4f:8000::1", "3fff::1", "3fff:fff:ffff::1", "5f00::1", "fc00::1", "fd00::1",
    "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1",
]
PUBLIC_ADDRESSES = [
    "142.250.74.10", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "172.15.255.255", "172.32.0.1",
    "192.0.1.1", "198.17.255.255", "223.255.255.255", "2a00:1450:4001:82a::200a", "2606:4700::1111",
    "2001:4860:4860::8888", "64:ff9b::8efa:4a0a", "::ffff:142.250.74.10",
]
# fmt: on
DELAY_S = 0.2  # between an event and its notification


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    service = PushService(*make_self_signed(tmp_path_factory.mktemp("service")))
    yield service
    service.close()


@pytest.fixture(scope="module")
def push_server(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[ServerProcess]:
    settings = {"push_delay_s": DELAY_S, "push_allow_local": True, "contact": "mailto:operator@example.org"}
    server = ServerProcess(
        tmp_path_factory.mktemp("push"), settings, {"SSL_CERT_FILE": str(service.cert)}, program=PROGRAM
    ).start()
    yield server
    assert server.stop() == 0, server.output
    assert "Traceback" not in "".join(server.output), "".join(server.output)


def subscribe(client: Client, service: PushService, **preferences: object) -> Browser:
    browser = service.browser()
    response = client.http.put("/api/me/push", json=browser.subscription(**preferences))
    assert response.status_code == 200, response.text
    return browser


def count_devices(client: Client) -> int:
    return int(client.http.get("/api/me/push").json()["devices"])


def count_messages(server: ServerProcess) -> tuple[int, int]:
    """The numbers of accepted and of failed messages in the metrics."""
    metrics = fetch(f"{server.url}/metrics").text
    sent, failed = (re.search(rf"^tablier_push_{name}_total (\d+)", metrics, re.MULTILINE) for name in ("sent", "failed"))
    assert sent and failed
    return int(sent[1]), int(failed[1])


def start_match(server: ServerProcess) -> tuple[Client, Client, str]:
    """Start a match between Ada, who moves first, and Bo; return both clients and the id of the match."""
    ada, bo = server.client("Ada"), server.client("Bo")
    match_id = ada.open("mixtour:stein", first=0)["match_id"]
    bo.command(match_id, "join")
    return ada, bo, match_id


def match_with_bo_to_move(match_id: str = "m") -> LiveMatch:
    """The same match in this process, after Ada's first move."""
    match = matches.create("mixtour:stein", now=0, rng=Random(1), first=0)
    for name in ("Ada", "Bo"):
        match = matches.join(match, name, 0)
    match = matches.play_action(matches.start(match, 1, Random(1)), 0, "c3", 2)
    return LiveMatch(MatchInfo(match_id, "ada", False, 0, (Participant("Ada", "ada"), Participant("Bo", "bo"))), match)


def notifier_for(live: LiveMatch | None, *, store: Any = None, delay_s: float = 0) -> PushNotifier:
    """A notifier in this process for one match."""

    async def find(_match_id: str, *, limited: bool) -> LiveMatch | None:
        return live

    service: Any = SimpleNamespace(store=store, event_observers=[], find=find, now=lambda: 0)
    return PushNotifier(service, VapidSigner(b"a" * 32, ""), is_present=lambda account: False, delay_s=delay_s)


def use_devices(push: PushNotifier, devices: dict[str, list[PushSubscription]]) -> None:
    """Replace the stored subscriptions."""

    async def list_for(account_id: str) -> list[PushSubscription]:
        return devices.get(account_id, [])

    push.subscriptions.accounts = set(devices)
    push.subscriptions.list_for = list_for  # type: ignore[method-assign]


class FakePushService:
    """Takes the place of `post`: hosts named dead… never respond, those in `broken` refuse, others accept."""

    def __init__(self) -> None:
        self.broken = {"broken.example.org"}
        self.requests = 0
        self.accepted: list[str] = []  # endpoints
        self.under_way: Counter[str] = Counter()  # by account
        self.most_by_account: Counter[str] = Counter()

    def device(self, account_id: str, host: str) -> PushSubscription:
        browser = Browser(f"https://{host}/{account_id}/{self.requests}")
        keys = browser.subscription()["keys"]
        return PushSubscription(browser.endpoint, account_id, keys["p256dh"], keys["auth"], "en", False, 0)

    async def post(self, endpoint: str, _headers: object, _body: bytes, *, allow_local: bool) -> int:
        host, account_id = endpoint.split("/")[2:4]
        self.requests += 1
        if host in self.broken:
            raise Unreachable("refused")
        self.under_way[account_id] += 1
        self.most_by_account[account_id] = max(self.most_by_account[account_id], self.under_way[account_id])
        try:
            await (asyncio.Event().wait() if host.startswith("dead") else asyncio.sleep(0))
        finally:
            self.under_way[account_id] -= 1
        self.accepted.append(endpoint)
        return 201


@pytest.fixture
def fake_service(monkeypatch: pytest.MonkeyPatch) -> FakePushService:
    service = FakePushService()
    monkeypatch.setattr(notifier, "post", service.post)
    return service


def test_a_turn_is_pushed_encrypted_and_signed(push_server: ServerProcess, service: PushService) -> None:
    ada, bo, match_id = start_match(push_server)
    browser = subscribe(bo, service)
    ada.command(match_id, "play", action="c3")
    request = service.next_request(browser)
    message = browser.decrypt(request.body)
    assert message == {
        "title": "Your turn: Mixtour",
        "body": "You are playing with Ada.",
        "url": f"/m/{match_id}",
        "tag": match_id,
    }
    assert request.headers["content-encoding"] == "aes128gcm"
    assert request.headers["topic"] == match_id
    assert 60 <= int(request.headers["ttl"]) <= 3 * 86400
    claims = verify_claims(request.headers["authorization"])
    assert claims["key"] == ada.http.get("/api/me/push").json()["key"]
    assert claims["aud"] == service.url and claims["sub"] == "mailto:operator@example.org"
    assert time.time() < claims["exp"] < time.time() + 86400
    assert service.is_quiet(browser), "a turn is announced once"


def test_an_account_with_a_visible_page_gets_no_notification(push_server: ServerProcess, service: PushService) -> None:
    ada, bo, match_id = start_match(push_server)
    browser = subscribe(bo, service)
    with bo.socket() as bo_socket:
        bo_socket.command(None, "ping")
        ada.command(match_id, "play", action="c3")
        assert service.is_quiet(browser)
        bo.command(match_id, "play", action="c2")
        bo_socket.command(None, "set_away", away=True)
        ada.command(match_id, "play", action="a1")
        assert service.next_message(browser)["tag"] == match_id


@pytest.mark.parametrize("answered", [False, True])
def test_an_answered_turn_causes_no_notification(answered: bool) -> None:
    """Observed by the reads from the store: the notifier looks up subscriptions only if it sends."""
    reads: list[object] = []

    async def read(work: object) -> list[object]:
        reads.append(work)
        return []

    async def main() -> None:
        live = match_with_bo_to_move()
        push = notifier_for(live, store=SimpleNamespace(read=read))
        await push.open()
        reads.clear()
        push.subscriptions.accounts = {"ada", "bo"}
        push.on_events(live, live.match.events_since(live.match.number - 1))
        assert push.pending == 1
        if answered:
            live.match = matches.play_action(live.match, 1, "c2", 3)
        while push.pending:
            await asyncio.sleep(0)
        await push.close()

    asyncio.run(main())
    assert len(reads) == (0 if answered else 1)


def test_a_match_on_one_device_causes_no_notification(push_server: ServerProcess, service: PushService) -> None:
    ada = push_server.client("Ada")
    browser = subscribe(ada, service, all_events=True)
    match_id = ada.open("mixtour:stein", seats=[{"who": "me"}, {"who": "guest", "name": "Kid"}])["match_id"]
    ada.command(match_id, "play", action="c3")
    assert service.is_quiet(browser)


def test_offers_starts_and_results_are_announced_on_request(push_server: ServerProcess, service: PushService) -> None:
    ada, bo = push_server.client("Ada"), push_server.client("Bo {}")
    all_events, turns_only = subscribe(ada, service, all_events=True), subscribe(bo, service)
    match_id = ada.open("mixtour:stein", first=1)["match_id"]
    bo.command(match_id, "join")
    assert service.next_message(all_events)["title"] == "It begins: Mixtour"
    assert service.next_message(turns_only)["title"] == "Your turn: Mixtour"
    bo.command(match_id, "offer", offer_type="draw")
    assert service.next_message(all_events)["body"] == "Bo {} offers a draw."
    bo.command(match_id, "play", action="c3")
    assert service.next_message(all_events)["title"] == "Your turn: Mixtour"
    ada.command(match_id, "offer", offer_type="draw")
    ada.command(match_id, "resign")
    assert service.is_quiet(turns_only), "Bo subscribed to turns only"
    bo.command(match_id, "offer", offer_type="rematch")
    assert service.next_message(all_events)["body"] == "Bo {} would like another one."
    ada.command(match_id, "accept", offer_type="rematch")
    assert service.next_message(all_events)["tag"] != match_id, "the next match has begun"


def test_the_result_is_announced(push_server: ServerProcess, service: PushService) -> None:
    for command, text in (("resign", "You have won."), ("offer", "It was called off.")):
        ada, bo, match_id = start_match(push_server)
        browser = subscribe(bo, service, all_events=True)
        ada.command(match_id, command, **({"offer_type": "abort"} if command == "offer" else {}))
        assert service.next_message(browser) == {
            "title": "Game over: Mixtour",
            "body": text,
            "url": f"/m/{match_id}",
            "tag": match_id,
        }


def test_the_text_is_in_the_language_of_the_subscription(push_server: ServerProcess, service: PushService) -> None:
    ada, bo, match_id = start_match(push_server)
    browsers = {code: subscribe(bo, service, language=code) for code in (ENGLISH, PSEUDO)}
    ada.command(match_id, "play", action="c3")
    titles = {code: service.next_message(browser)["title"] for code, browser in browsers.items()}
    install()
    with use_language(PSEUDO):
        assert titles == {ENGLISH: "Your turn: Mixtour", PSEUDO: gettext("Your turn: {game}").format(game=gettext("Mixtour"))}
    assert titles[PSEUDO] != titles[ENGLISH]


def test_a_subscription_that_is_gone_is_deleted(push_server: ServerProcess, service: PushService) -> None:
    ada, bo, match_id = start_match(push_server)
    browser = subscribe(bo, service)
    assert count_devices(bo) == 1
    service.status = 410
    try:
        ada.command(match_id, "play", action="c3")
        service.next_request(browser)
        wait_until(lambda: count_devices(bo) == 0)
    finally:
        service.status = 201


def test_the_test_button_reports_success_and_failure(push_server: ServerProcess, service: PushService) -> None:
    ada = push_server.client("Ada")
    ada.expect_error("/api/me/push/test", "no_such_device", 404, endpoint=f"{service.url}/send/unknown")
    browser = subscribe(ada, service)
    assert ada.http.post("/api/me/push/test", json={"endpoint": browser.endpoint}).status_code == 200
    assert service.next_message(browser)["body"] == "This device will be told when it is your turn."
    sent, failed = count_messages(push_server)
    assert sent >= 1
    service.status = 500
    try:
        refused = ada.expect_error("/api/me/push/test", "push_failed", 502, endpoint=browser.endpoint)
    finally:
        service.status = 201
    assert count_messages(push_server)[1] > failed
    silent = Browser("https://127.0.0.1:1/unknown")
    ada.http.put("/api/me/push", json=silent.subscription())
    unreachable = ada.expect_error("/api/me/push/test", "push_failed", 502, endpoint=silent.endpoint)
    assert refused == unreachable, "a reason would tell what the server's network can reach"
    assert refused["facts"] == {}


def test_subscriptions_are_moved_removed_and_limited(push_server: ServerProcess, service: PushService) -> None:
    ada, bo = push_server.client("Ada"), push_server.client("Bo")
    first, second = subscribe(ada, service, language="fr", all_events=True), service.browser()
    moved = second.subscription(replaces=first.endpoint)
    assert ada.http.put("/api/me/push", json=moved).json() == {"language": "fr", "all_events": True}, "preferences are kept"
    assert count_devices(ada) == 1
    endpoint = {"endpoint": second.endpoint}
    bo.http.post("/api/me/push/unsubscribe", json=endpoint)
    assert ada.http.post("/api/me/push/status", json=endpoint).json() == {"subscribed": True, "all_events": True}
    assert bo.http.post("/api/me/push/status", json=endpoint).json() == {"subscribed": False, "all_events": False}
    ada.http.post("/api/me/push/unsubscribe", json=endpoint)
    assert count_devices(ada) == 0
    for _ in range(12):
        last = subscribe(ada, service)
    assert count_devices(ada) == 10
    exported = ada.http.get("/api/me/export").json()["devices"]
    assert len(exported) == 10 and exported[0]["endpoint"].startswith("https:") and "auth" not in exported[0]
    ada.http.post("/api/me/sign-out-everywhere")
    assert count_devices(ada) == 0
    ada.http.put("/api/me/push", json=last.subscription())
    bo.http.put("/api/me/push", json=last.subscription())
    assert (count_devices(ada), count_devices(bo)) == (0, 1), "a browser belongs to the account that used it last"


def test_subscriptions_survive_a_restart_and_end_with_the_account(tmp_path: Path, service: PushService) -> None:
    """The VAPID key survives a restart, too."""
    server = ServerProcess(
        tmp_path, {"push_delay_s": DELAY_S, "push_allow_local": True}, {"SSL_CERT_FILE": str(service.cert)}
    ).start()
    try:
        ada, bo, match_id = start_match(server)
        browser, other = subscribe(bo, service), subscribe(ada, service)
        key = ada.http.get("/api/me/push").json()["key"]
        server.kill()
        server.start()
        assert ada.http.get("/api/me/push").json()["key"] == key
        assert service.is_quiet(browser), "nothing has happened"
        ada.command(match_id, "play", action="c3")
        assert service.next_message(browser)["tag"] == match_id
        server.stop()
        assert main(["delete-account", ada.id, "--data", str(tmp_path)]) == 0
        with sqlite3.connect(tmp_path / "tablier.sqlite") as store:
            assert (
                [row[0] for row in store.execute("SELECT endpoint FROM push_subscriptions")]
                == [browser.endpoint]
                != [other.endpoint]
            )
    finally:
        server.kill()


# endpoints from browsers are not trusted


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://localhost/x",
        "https://router/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::ffff:192.168.1.1]/x",
        "https://192.168.1.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://push.example.org:8080/x",
        "https://me@push.example.org/x",
        "https://push.example.org/x y",
        "https://push.example.org/x\r\nHost: other",
        "ftp://push.example.org/x",
        "https://[/x",
        "https:///x-no-host",
    ],
)
def test_an_unsafe_endpoint_is_rejected(server: ServerProcess, endpoint: str) -> None:
    with pytest.raises(RequestError):
        parse_endpoint(endpoint, allow_local=False)
    response = server.client().http.put("/api/me/push", json=Browser(endpoint).subscription())
    assert response.status_code == 400 and response.json()["error"]["code"] == "bad_endpoint"


@pytest.mark.parametrize("addresses", [["10.0.0.1"], ["142.250.74.10", "127.0.0.1"], ["::1"], ["::127.0.0.1"]])
def test_a_host_name_with_a_local_address_is_rejected(addresses: list[str]) -> None:
    """The name is allowed; its address is not."""

    async def resolve(_host: str, _port: int) -> list[str]:
        return addresses

    with pytest.raises(Unreachable, match="local network"):
        asyncio.run(post("https://push.example.org/x", {}, b"", resolve=resolve))


def test_a_host_name_that_cannot_be_encoded_is_unreachable() -> None:
    async def resolve(host: str, _port: int) -> list[str]:
        return [host.encode("idna").decode()]

    with pytest.raises(Unreachable):
        asyncio.run(post(f"https://{'a' * 64}.example.org/x", {}, b"", resolve=resolve))


def test_slow_name_servers_do_not_hold_the_threads_of_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = threading.Event()

    def resolve(*_: object, **__: object) -> list[object]:
        answer.wait()
        raise OSError("no such name")

    async def main() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        posts = [asyncio.create_task(post(f"https://push{n}.example.org/x", {}, b"")) for n in range(40)]
        await asyncio.sleep(0)  # all of them have begun to resolve
        try:
            assert await asyncio.wait_for(asyncio.to_thread(lambda: "done"), TIMEOUT_S) == "done"
        finally:
            answer.set()
        results = await asyncio.gather(*posts, return_exceptions=True)
        assert all(isinstance(result, Unreachable) for result in results)

    asyncio.run(main())


def test_a_push_service_that_does_not_respond_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "TIMEOUT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable):
        asyncio.run(post(f"https://127.0.0.1:{silent.getsockname()[1]}/x", {}, b"", allow_local=True))


def test_the_number_of_pending_notifications_is_bounded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = match_with_bo_to_move()
    events = live.match.events_since(live.match.number - 1)
    pending = find_notifications(live, events)
    assert [(entry.kind, entry.account_id) for entry in pending] == [("turn", "bo")]

    async def main() -> int:
        push = notifier_for(live, delay_s=60)
        push.subscriptions.accounts = {"ada", "bo"}
        for _ in range(10):
            push.on_events(live, events)
        count = push.pending
        await push.close()
        return count

    monkeypatch.setattr(notifier, "MAX_PENDING", 3)
    assert asyncio.run(main()) == 3
    assert caplog.messages == ["Too many pending push notifications: 1 dropped"], "one line, not one per notification"
    monkeypatch.setattr(notifier, "MAX_PENDING", 1000)
    monkeypatch.setattr(notifier, "MAX_PENDING_PER_ACCOUNT", 4)
    assert asyncio.run(main()) == 4


def test_a_pending_notification_does_not_keep_its_match_in_memory() -> None:
    async def main() -> None:
        live = match_with_bo_to_move("unique")
        push = notifier_for(None, delay_s=60)
        push.subscriptions.accounts = {"bo"}
        push.on_events(live, live.match.events_since(live.match.number - 1))
        await asyncio.sleep(0)  # the task has begun to wait
        assert push.pending == 1
        del live
        gc.collect()
        assert not any(isinstance(value, LiveMatch) and value.id == "unique" for value in gc.get_objects())
        await push.close()

    asyncio.run(main())


def test_an_account_with_dead_devices_does_not_delay_others(fake_service: FakePushService) -> None:
    """Bo's ten devices are at ten hosts that never respond, and he has several turns at once."""

    async def main() -> None:
        live = match_with_bo_to_move()
        push = notifier_for(live)
        devices = {
            "bo": [fake_service.device("bo", f"dead{n}.example.org") for n in range(10)],
            "ada": [fake_service.device("ada", "alive.example.org") for _ in range(3)],
        }
        use_devices(push, devices)
        for _ in range(20):
            push.on_events(live, live.match.events_since(live.match.number - 1))
        while fake_service.under_way["bo"] < notifier.MAX_REQUESTS_PER_ACCOUNT:
            await asyncio.sleep(0)
        live.match = matches.play_action(live.match, 1, "c2", 3)  # Ada is to move
        push.on_events(live, live.match.events_since(live.match.number - 1))
        while len(fake_service.accepted) < 3:
            await asyncio.sleep(0)
        assert fake_service.accepted == [device.endpoint for device in devices["ada"]]
        assert fake_service.most_by_account == {"bo": notifier.MAX_REQUESTS_PER_ACCOUNT, "ada": 3}
        await push.close()

    asyncio.run(asyncio.wait_for(main(), TIMEOUT_S))


def test_requests_to_one_host_are_bounded(fake_service: FakePushService) -> None:
    async def main() -> None:
        push = notifier_for(match_with_bo_to_move())
        message = make_test_notification("en")
        devices = [fake_service.device(f"account{n}", "dead.example.org") for n in range(20)]
        sends = [asyncio.create_task(push.send(device, message, 60)) for device in devices]
        while sum(fake_service.under_way.values()) < notifier.MAX_REQUESTS_PER_HOST:
            await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)
        assert sum(fake_service.under_way.values()) == notifier.MAX_REQUESTS_PER_HOST
        assert await push.send(fake_service.device("ada", "alive.example.org"), message, 60) == 201
        for task in sends:
            task.cancel()
        await asyncio.gather(*sends, return_exceptions=True)

    asyncio.run(asyncio.wait_for(main(), TIMEOUT_S))


def test_a_host_that_fails_repeatedly_rests(fake_service: FakePushService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        push = notifier_for(match_with_bo_to_move())
        message = make_test_notification("en")

        async def count_requests(host: str, sends: int) -> int:
            before = fake_service.requests
            for n in range(sends):
                with pytest.raises(Unreachable):
                    await push.send(fake_service.device(f"account{n}", host), message, 60)
            return fake_service.requests - before

        assert await count_requests("broken.example.org", 2) == 2
        fake_service.broken.discard("broken.example.org")
        assert await push.send(fake_service.device("ada", "broken.example.org"), message, 60) == 201
        fake_service.broken.add("broken.example.org")
        assert await count_requests("broken.example.org", 10) == notifier.MAX_FAILURES, "a response resets the count"
        assert await count_requests("BROKEN.example.org.", 3) == 0, "other spellings are the same host"
        assert await push.send(fake_service.device("ada", "alive.example.org"), message, 60) == 201

    asyncio.run(main())
    monkeypatch.setattr(notifier, "REST_S", 0)

    async def rest_is_over() -> None:
        push = notifier_for(match_with_bo_to_move())
        device = fake_service.device("ada", "broken.example.org")
        for _ in range(2 * notifier.MAX_FAILURES):
            with pytest.raises(Unreachable, match="refused"):
                await push.send(device, make_test_notification("en"), 60)
            while push._failures:
                await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(rest_is_over(), TIMEOUT_S))


def test_accepted_and_failed_messages_are_counted(fake_service: FakePushService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> tuple[int, int]:
        push = notifier_for(match_with_bo_to_move())
        message = make_test_notification("en")
        for _ in range(2):
            await push.send(fake_service.device("ada", "alive.example.org"), message, 60)
        for _ in range(notifier.MAX_FAILURES + 1):  # the last one while the host rests
            with pytest.raises(Unreachable):
                await push.send(fake_service.device("ada", "broken.example.org"), message, 60)
        monkeypatch.setattr(notifier, "MAX_NOTIFICATION_S", 0.05)
        with pytest.raises(RequestError, match="push_failed"):
            await push.send_test(fake_service.device("ada", "dead.example.org"))
        return push.sent, push.failed

    assert asyncio.run(asyncio.wait_for(main(), TIMEOUT_S)) == (2, notifier.MAX_FAILURES + 2)


def test_tokens_expire_by_the_system_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's own clock, here at the epoch, differs from it once the system clock is set."""
    headers: list[dict[str, str]] = []

    async def post(_endpoint: str, request_headers: dict[str, str], _body: bytes, *, allow_local: bool) -> int:
        headers.append(request_headers)
        return 201

    monkeypatch.setattr(notifier, "post", post)
    device = FakePushService().device("ada", "alive.example.org")
    asyncio.run(notifier_for(None).send(device, make_test_notification("en"), 60))
    assert time.time() < verify_claims(headers[0]["Authorization"])["exp"] < time.time() + 86400


def test_a_notification_that_takes_too_long_is_dropped(fake_service: FakePushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "MAX_NOTIFICATION_S", 0.05)

    async def main() -> None:
        live = match_with_bo_to_move()
        push = notifier_for(live)
        use_devices(push, {"bo": [fake_service.device("bo", "dead.example.org")]})
        push.on_events(live, live.match.events_since(live.match.number - 1))
        while push.pending:
            await asyncio.sleep(0.01)
        assert fake_service.requests == 1
        assert not fake_service.under_way["bo"]

    asyncio.run(asyncio.wait_for(main(), TIMEOUT_S))


def test_public_addresses() -> None:
    for local in SPECIAL_ADDRESSES:
        assert not is_public(local), local
    for public in PUBLIC_ADDRESSES:
        assert is_public(public), public


@pytest.mark.parametrize(
    "keys", [{"p256dh": "A" * 87, "auth": "A" * 22}, {"p256dh": encode(Browser().point), "auth": "A" * 24}]
)
def test_invalid_keys_are_rejected(server: ServerProcess, keys: dict[str, str]) -> None:
    response = server.client().http.put("/api/me/push", json={"endpoint": "https://push.example.org/x", "keys": keys})
    assert response.status_code == 400, response.text


def test_encryption_matches_the_example_of_the_rfc() -> None:
    """The example of RFC 8291, section 5."""
    browser_key, auth = parse_browser_keys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"
    )
    private_value = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sender_key = ec.derive_private_key(private_value, ec.SECP256R1())
    encrypted = encrypt(
        b"When I grow up, I want to be a watermelon",
        browser_key,
        auth,
        sender_key=sender_key,
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(encrypted) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_vapid_key_is_derived_from_the_secret() -> None:
    assert (
        VapidSigner(b"a" * 32, "").public_key == VapidSigner(b"a" * 32, "").public_key != VapidSigner(b"b" * 32, "").public_key
    )
