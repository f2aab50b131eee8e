"""Web Push end to end, with a push service that decrypts messages as a browser would."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import time
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
from tablier.server.push.notifier import PushNotifier, find_notifications
from tablier.server.push.transport import Unreachable, is_public, parse_endpoint, post
from tests.server.certificates import make_self_signed
from tests.server.push_service import Browser, PushService, decode, encode, verify_claims
from tests.server.server_process import Client, ServerProcess, wait_until
from tools.pseudolocale import PROGRAM, PSEUDO, install

DELAY_S = 0.2  # between an event and its notification


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    service = PushService(*make_self_signed(tmp_path_factory.mktemp("service")))
    yield service
    service.close()


@pytest.fixture(scope="module")
def pushing(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[ServerProcess]:
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


def start_match(serving: ServerProcess) -> tuple[Client, Client, str]:
    """A match between Ada, who moves first, and Bo."""
    ada, bo = serving.client("Ada"), serving.client("Bo")
    match = ada.open("mixtour:stein", first=0)["match_id"]
    bo.command(match, "join")
    return ada, bo, match


def match_with_bo_to_move() -> LiveMatch:
    """The same match in this process, after Ada's first move."""
    match = matches.create("mixtour:stein", now=0, rng=Random(1), first=0)
    for name in ("Ada", "Bo"):
        match = matches.join(match, name, 0)
    match = matches.play_action(matches.start(match, 1, Random(1)), 0, "c3", 2)
    return LiveMatch(MatchInfo("m", "ada", False, 0, (Participant("Ada", "ada"), Participant("Bo", "bo"))), match)


def test_a_turn_is_pushed_encrypted_and_signed(pushing: ServerProcess, service: PushService) -> None:
    ada, bo, match = start_match(pushing)
    browser = subscribe(bo, service)
    ada.command(match, "play", action="c3")
    request = service.next_request(browser)
    message = browser.decrypt(request.body)
    assert message == {"title": "Your turn: Mixtour", "body": "You are playing with Ada.", "url": f"/m/{match}", "tag": match}
    assert request.headers["content-encoding"] == "aes128gcm"
    assert request.headers["topic"] == match
    assert 60 <= int(request.headers["ttl"]) <= 3 * 86400
    claims = verify_claims(request.headers["authorization"])
    assert claims["key"] == ada.http.get("/api/me/push").json()["key"]
    assert claims["aud"] == service.url and claims["sub"] == "mailto:operator@example.org"
    assert time.time() < claims["exp"] < time.time() + 86400
    assert service.is_quiet(browser), "a turn is announced once"


def test_an_account_with_a_visible_page_gets_no_notification(pushing: ServerProcess, service: PushService) -> None:
    ada, bo, match = start_match(pushing)
    browser = subscribe(bo, service)
    with bo.socket() as line:
        line.command(None, "ping")
        ada.command(match, "play", action="c3")
        assert service.is_quiet(browser)
        bo.command(match, "play", action="c2")
        line.command(None, "set_away", away=True)
        ada.command(match, "play", action="a1")
        assert service.next_message(browser)["tag"] == match


@pytest.mark.parametrize("answered", [False, True])
def test_an_answered_turn_causes_no_notification(answered: bool) -> None:
    """Observed by the reads from the store: the notifier looks up subscriptions only if it sends."""
    reads: list[object] = []

    async def read(work: object) -> list[object]:
        reads.append(work)
        return []

    async def main() -> None:
        service: Any = SimpleNamespace(store=SimpleNamespace(read=read), event_observers=[])
        push = PushNotifier(service, VapidSigner(b"a" * 32, ""), is_present=lambda account: False, delay_s=0)
        await push.open()
        reads.clear()
        push.subscriptions.accounts = {"ada", "bo"}
        live = match_with_bo_to_move()
        push.on_events(live, live.match.events_since(live.match.number - 1))
        assert push.pending == 1
        if answered:
            live.match = matches.play_action(live.match, 1, "c2", 3)
        while push.pending:
            await asyncio.sleep(0)
        await push.close()

    asyncio.run(main())
    assert len(reads) == (0 if answered else 1)


def test_a_match_on_one_device_causes_no_notification(pushing: ServerProcess, service: PushService) -> None:
    ada = pushing.client("Ada")
    browser = subscribe(ada, service, all_events=True)
    match = ada.open("mixtour:stein", seats=[{"who": "me"}, {"who": "guest", "name": "Kid"}])["match_id"]
    ada.command(match, "play", action="c3")
    assert service.is_quiet(browser)


def test_offers_starts_and_results_are_announced_on_request(pushing: ServerProcess, service: PushService) -> None:
    ada, bo = pushing.client("Ada"), pushing.client("Bo {}")
    all_events, turns_only = subscribe(ada, service, all_events=True), subscribe(bo, service)
    match = ada.open("mixtour:stein", first=1)["match_id"]
    bo.command(match, "join")
    assert service.next_message(all_events)["title"] == "It begins: Mixtour"
    assert service.next_message(turns_only)["title"] == "Your turn: Mixtour"
    bo.command(match, "offer", offer_type="draw")
    assert service.next_message(all_events)["body"] == "Bo {} offers a draw."
    bo.command(match, "play", action="c3")
    assert service.next_message(all_events)["title"] == "Your turn: Mixtour"
    ada.command(match, "offer", offer_type="draw")
    ada.command(match, "resign")
    assert service.is_quiet(turns_only), "Bo subscribed to turns only"
    bo.command(match, "offer", offer_type="rematch")
    assert service.next_message(all_events)["body"] == "Bo {} would like another one."
    ada.command(match, "accept", offer_type="rematch")
    assert service.next_message(all_events)["tag"] != match, "the next match has begun"


def test_the_result_is_announced(pushing: ServerProcess, service: PushService) -> None:
    for command, text in (("resign", "You have won."), ("offer", "It was called off.")):
        ada, bo, match = start_match(pushing)
        browser = subscribe(bo, service, all_events=True)
        ada.command(match, command, **({"offer_type": "abort"} if command == "offer" else {}))
        assert service.next_message(browser) == {
            "title": "Game over: Mixtour",
            "body": text,
            "url": f"/m/{match}",
            "tag": match,
        }


def test_the_text_is_in_the_language_of_the_subscription(pushing: ServerProcess, service: PushService) -> None:
    ada, bo, match = start_match(pushing)
    browsers = {code: subscribe(bo, service, language=code) for code in (ENGLISH, PSEUDO)}
    ada.command(match, "play", action="c3")
    titles = {code: service.next_message(browser)["title"] for code, browser in browsers.items()}
    install()
    with use_language(PSEUDO):
        assert titles == {ENGLISH: "Your turn: Mixtour", PSEUDO: gettext("Your turn: {game}").format(game=gettext("Mixtour"))}
    assert titles[PSEUDO] != titles[ENGLISH]


def test_a_subscription_that_is_gone_is_deleted(pushing: ServerProcess, service: PushService) -> None:
    ada, bo, match = start_match(pushing)
    browser = subscribe(bo, service)
    assert count_devices(bo) == 1
    service.status = 410
    try:
        ada.command(match, "play", action="c3")
        service.next_request(browser)
        wait_until(lambda: count_devices(bo) == 0)
    finally:
        service.status = 201


def test_the_test_button_reports_success_and_failure(pushing: ServerProcess, service: PushService) -> None:
    ada = pushing.client("Ada")
    ada.refused("/api/me/push/test", "no_such_device", 404, endpoint=f"{service.url}/send/unknown")
    browser = subscribe(ada, service)
    assert ada.http.post("/api/me/push/test", json={"endpoint": browser.endpoint}).status_code == 200
    assert service.next_message(browser)["body"] == "This device will be told when it is your turn."
    service.status = 500
    try:
        ada.refused("/api/me/push/test", "push_failed", 502, endpoint=browser.endpoint)
    finally:
        service.status = 201
    silent = Browser("https://127.0.0.1:1/unknown")
    ada.http.put("/api/me/push", json=silent.subscription())
    ada.refused("/api/me/push/test", "push_failed", 502, endpoint=silent.endpoint)


def test_subscriptions_are_moved_removed_and_limited(pushing: ServerProcess, service: PushService) -> None:
    ada, bo = pushing.client("Ada"), pushing.client("Bo")
    first, second = subscribe(ada, service, language="fr", all_events=True), service.browser()
    moved = second.subscription(replaces=first.endpoint)
    assert ada.http.put("/api/me/push", json=moved).json() == {"language": "fr", "all_events": True}, "preferences are kept"
    assert count_devices(ada) == 1
    address = {"endpoint": second.endpoint}
    bo.http.post("/api/me/push/unsubscribe", json=address)
    assert ada.http.post("/api/me/push/status", json=address).json() == {"on": True, "all_events": True}
    assert bo.http.post("/api/me/push/status", json=address).json() == {"on": False, "all_events": False}
    ada.http.post("/api/me/push/unsubscribe", json=address)
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
        ada, bo, match = start_match(server)
        browser, other = subscribe(bo, service), subscribe(ada, service)
        key = ada.http.get("/api/me/push").json()["key"]
        server.kill()
        server.start()
        assert ada.http.get("/api/me/push").json()["key"] == key
        assert service.is_quiet(browser), "nothing has happened"
        ada.command(match, "play", action="c3")
        assert service.next_message(browser)["tag"] == match
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
def test_a_local_endpoint_is_rejected(serving: ServerProcess, endpoint: str) -> None:
    with pytest.raises(RequestError):
        parse_endpoint(endpoint, allow_local=False)
    response = serving.client().http.put("/api/me/push", json=Browser(endpoint).subscription())
    assert response.status_code == 400 and response.json()["error"]["code"] == "bad_endpoint"


@pytest.mark.parametrize("addresses", [["10.0.0.1"], ["142.250.74.10", "127.0.0.1"], ["::1"]])
def test_a_host_name_with_a_local_address_is_rejected(addresses: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is allowed; its address is not."""

    def resolve(_host: str, port: int, *_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(Unreachable, match="local network"):
        asyncio.run(post("https://push.example.org/x", {}, b""))


def test_a_push_service_that_does_not_respond_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "TIMEOUT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable):
        asyncio.run(post(f"https://127.0.0.1:{silent.getsockname()[1]}/x", {}, b"", allow_local=True))


def test_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(notifier, "MAX_PENDING", 3)
    live = match_with_bo_to_move()
    match = live.match
    service: Any = SimpleNamespace(store=None, event_observers=[])

    async def main() -> int:
        push = PushNotifier(service, VapidSigner(b"a" * 32, ""), is_present=lambda account: False, delay_s=60)
        push.subscriptions.accounts = {"ada", "bo"}
        for _ in range(10):
            push.on_events(live, match.events_since(match.number - 1))
        return push.pending

    pending = find_notifications(live, match.events_since(match.number - 1))
    assert [(entry.kind, entry.account_id) for entry in pending] == [("turn", "bo")]
    assert asyncio.run(main()) == 3
    assert "dropped" in caplog.text


def test_public_addresses() -> None:
    for local in ("10.1.2.3", "100.64.0.1", "0.0.0.0", "224.0.0.1", "fe80::1", "fd00::1", "2002:0a00:0001::", "64:ff9b::a00:1"):
        assert not is_public(local), local
    for public in ("142.250.74.10", "2a00:1450:4001:82a::200a", "64:ff9b::8efa:4a0a"):
        assert is_public(public), public


@pytest.mark.parametrize(
    "keys", [{"p256dh": "A" * 87, "auth": "A" * 22}, {"p256dh": encode(Browser().point), "auth": "A" * 24}]
)
def test_invalid_keys_are_rejected(serving: ServerProcess, keys: dict[str, str]) -> None:
    response = serving.client().http.put("/api/me/push", json={"endpoint": "https://push.example.org/x", "keys": keys})
    assert response.status_code == 400, response.text


def test_encryption_matches_the_example_of_the_rfc() -> None:
    """The example of RFC 8291, section 5."""
    browser_key, auth = parse_browser_keys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"
    )
    number = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sender_key = ec.derive_private_key(number, ec.SECP256R1())
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
