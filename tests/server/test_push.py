"""Web Push, end to end: a push service of our own takes what the server sends and opens it as a browser would."""

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
from tablier.server.push import notifier as telling
from tablier.server.push import transport
from tablier.server.push.encryption import Sender, browser_keys, sealed
from tablier.server.push.notifier import Push
from tablier.server.push.transport import Unreachable, is_public, parse_endpoint, post
from tests.server.certificates import self_signed
from tests.server.push_service import Browser, PushService, claims_of, decoded, encoded
from tests.server.server_process import Serving, Somebody, until
from tools.pseudolocale import PROGRAM, PSEUDO, install

WAIT = 0.2  # seconds the server gives somebody to come by themselves


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    service = PushService(*self_signed(tmp_path_factory.mktemp("service")))
    yield service
    service.close()


@pytest.fixture(scope="module")
def pushing(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Serving]:
    settings = {"push_delay_s": WAIT, "push_allow_local": True, "contact": "mailto:operator@example.org"}
    server = Serving(tmp_path_factory.mktemp("push"), settings, {"SSL_CERT_FILE": str(service.cert)}, program=PROGRAM).start()
    yield server
    assert server.stop() == 0, server.words
    assert "Traceback" not in "".join(server.words), "".join(server.words)


def subscribed(somebody: Somebody, service: PushService, **wish: object) -> Browser:
    browser = service.browser()
    answer = somebody.http.put("/api/me/push", json=browser.subscription(**wish))
    assert answer.status_code == 200, answer.text
    return browser


def devices_of(somebody: Somebody) -> int:
    return int(somebody.http.get("/api/me/push").json()["devices"])


def begun(serving: Serving) -> tuple[Somebody, Somebody, str]:
    """Ada, who begins, and Bo."""
    ada, bo = serving.somebody("Ada"), serving.somebody("Bo")
    match = ada.open("mixtour:stein", first=0)["match_id"]
    bo.command(match, "join")
    return ada, bo, match


def played() -> LiveMatch:
    """The same in this process: Ada has played, and it is Bo's turn."""
    match = matches.create("mixtour:stein", now=0, rng=Random(1), first=0)
    for name in ("Ada", "Bo"):
        match = matches.join(match, name, 0)
    match = matches.play_action(matches.start(match, 1, Random(1)), 0, "c3", 2)
    return LiveMatch(MatchInfo("m", "ada", False, 0, (Participant("Ada", "ada"), Participant("Bo", "bo"))), match)


def test_a_turn_is_pushed_sealed_and_signed(pushing: Serving, service: PushService) -> None:
    ada, bo, match = begun(pushing)
    browser = subscribed(bo, service)
    ada.command(match, "play", action="c3")
    posted = service.next(browser)
    said = browser.opened(posted.body)
    assert said == {"title": "Your turn: Mixtour", "body": "You are playing with Ada.", "url": f"/m/{match}", "tag": match}
    assert posted.headers["content-encoding"] == "aes128gcm"
    assert posted.headers["topic"] == match
    assert 60 <= int(posted.headers["ttl"]) <= 3 * 86400
    claims = claims_of(posted.headers["authorization"])
    assert claims["key"] == ada.http.get("/api/me/push").json()["key"]
    assert claims["aud"] == service.url and claims["sub"] == "mailto:operator@example.org"
    assert time.time() < claims["exp"] < time.time() + 86400
    assert service.quiet(browser), "a turn is told once"


def test_only_who_sees_no_page_is_told(pushing: Serving, service: PushService) -> None:
    ada, bo, match = begun(pushing)
    browser = subscribed(bo, service)
    with bo.socket() as line:
        line.command(None, "ping")
        ada.command(match, "play", action="c3")
        assert service.quiet(browser)
        bo.command(match, "play", action="c2")
        line.command(None, "set_away", away=True)
        ada.command(match, "play", action="a1")
        assert service.said(browser)["tag"] == match


@pytest.mark.parametrize("in_time", [False, True])
def test_whoever_comes_in_time_is_not_told(in_time: bool) -> None:
    """By what is asked of the store: whoever is to be told is looked for there."""
    asked: list[object] = []

    async def read(work: object) -> list[object]:
        asked.append(work)
        return []

    async def main() -> None:
        service: Any = SimpleNamespace(store=SimpleNamespace(read=read), hearers=[])
        push = Push(service, Sender(b"a" * 32, ""), present=lambda account: False, wait=0)
        await push.open()
        asked.clear()
        push.subscriptions.accounts = {"ada", "bo"}
        live = played()
        push.hear(live, live.match.events_since(live.match.number - 1))
        assert push.waiting == 1
        if in_time:
            live.match = matches.play_action(live.match, 1, "c2", 3)
        while push.waiting:
            await asyncio.sleep(0)
        await push.close()

    asyncio.run(main())
    assert len(asked) == (0 if in_time else 1)


def test_who_plays_on_one_device_is_not_told(pushing: Serving, service: PushService) -> None:
    ada = pushing.somebody("Ada")
    browser = subscribed(ada, service, all_events=True)
    match = ada.open("mixtour:stein", seats=[{"who": "me"}, {"who": "guest", "name": "Kid"}])["match_id"]
    ada.command(match, "play", action="c3")
    assert service.quiet(browser)


def test_offers_beginnings_and_ends_are_told_on_wish(pushing: Serving, service: PushService) -> None:
    ada, bo = pushing.somebody("Ada"), pushing.somebody("Bo {}")
    wishes, plain = subscribed(ada, service, all_events=True), subscribed(bo, service)
    match = ada.open("mixtour:stein", first=1)["match_id"]
    bo.command(match, "join")
    assert service.said(wishes)["title"] == "It begins: Mixtour"
    assert service.said(plain)["title"] == "Your turn: Mixtour"
    bo.command(match, "offer", offer_type="draw")
    assert service.said(wishes)["body"] == "Bo {} offers a draw."
    bo.command(match, "play", action="c3")
    assert service.said(wishes)["title"] == "Your turn: Mixtour"
    ada.command(match, "offer", offer_type="draw")
    ada.command(match, "resign")
    assert service.quiet(plain), "Bo did not wish it"
    bo.command(match, "offer", offer_type="rematch")
    assert service.said(wishes)["body"] == "Bo {} would like another one."
    ada.command(match, "accept", offer_type="rematch")
    assert service.said(wishes)["tag"] != match, "the next match has begun"


def test_the_end_is_told(pushing: Serving, service: PushService) -> None:
    for do, words in (("resign", "You have won."), ("offer", "It was called off.")):
        ada, bo, match = begun(pushing)
        browser = subscribed(bo, service, all_events=True)
        ada.command(match, do, **({"offer_type": "abort"} if do == "offer" else {}))
        assert service.said(browser) == {"title": "Game over: Mixtour", "body": words, "url": f"/m/{match}", "tag": match}


def test_the_words_are_in_the_language_of_the_device(pushing: Serving, service: PushService) -> None:
    ada, bo, match = begun(pushing)
    browsers = {code: subscribed(bo, service, language=code) for code in (ENGLISH, PSEUDO)}
    ada.command(match, "play", action="c3")
    titles = {code: service.said(browser)["title"] for code, browser in browsers.items()}
    install()
    with use_language(PSEUDO):
        assert titles == {ENGLISH: "Your turn: Mixtour", PSEUDO: gettext("Your turn: {game}").format(game=gettext("Mixtour"))}
    assert titles[PSEUDO] != titles[ENGLISH]


def test_a_device_that_is_gone_is_forgotten(pushing: Serving, service: PushService) -> None:
    ada, bo, match = begun(pushing)
    browser = subscribed(bo, service)
    assert devices_of(bo) == 1
    service.status = 410
    try:
        ada.command(match, "play", action="c3")
        service.next(browser)
        until(lambda: devices_of(bo) == 0)
    finally:
        service.status = 201


def test_the_test_button_tells_the_truth(pushing: Serving, service: PushService) -> None:
    ada = pushing.somebody("Ada")
    ada.refused("/api/me/push/test", "no_such_device", 404, endpoint=f"{service.url}/send/nobody")
    browser = subscribed(ada, service)
    assert ada.http.post("/api/me/push/test", json={"endpoint": browser.endpoint}).status_code == 200
    assert service.said(browser)["body"] == "This device will be told when it is your turn."
    service.status = 500
    try:
        ada.refused("/api/me/push/test", "push_failed", 502, endpoint=browser.endpoint)
    finally:
        service.status = 201
    silent = Browser("https://127.0.0.1:1/nobody")
    ada.http.put("/api/me/push", json=silent.subscription())
    ada.refused("/api/me/push/test", "push_failed", 502, endpoint=silent.endpoint)


def test_devices_come_and_go(pushing: Serving, service: PushService) -> None:
    ada, bo = pushing.somebody("Ada"), pushing.somebody("Bo")
    first, second = subscribed(ada, service, language="fr", all_events=True), service.browser()
    moved = second.subscription(instead=first.endpoint)
    assert ada.http.put("/api/me/push", json=moved).json() == {"language": "fr", "all_events": True}, "wishes move along"
    assert devices_of(ada) == 1
    address = {"endpoint": second.endpoint}
    bo.http.post("/api/me/push/off", json=address)
    assert ada.http.post("/api/me/push/look", json=address).json() == {"on": True, "all_events": True}
    assert bo.http.post("/api/me/push/look", json=address).json() == {"on": False, "all_events": False}
    ada.http.post("/api/me/push/off", json=address)
    assert devices_of(ada) == 0
    for _ in range(12):
        last = subscribed(ada, service)
    assert devices_of(ada) == 10
    exported = ada.http.get("/api/me/export").json()["devices"]
    assert len(exported) == 10 and exported[0]["endpoint"].startswith("https:") and "auth" not in exported[0]
    ada.http.post("/api/me/sign-out-everywhere")
    assert devices_of(ada) == 0
    ada.http.put("/api/me/push", json=last.subscription())
    bo.http.put("/api/me/push", json=last.subscription())
    assert (devices_of(ada), devices_of(bo)) == (0, 1), "a browser belongs to whoever used it last"


def test_who_is_forgotten_is_not_told(tmp_path: Path, service: PushService) -> None:
    """And the key that signs, and who asked to be told, outlive the server."""
    server = Serving(tmp_path, {"push_delay_s": WAIT, "push_allow_local": True}, {"SSL_CERT_FILE": str(service.cert)}).start()
    try:
        ada, bo, match = begun(server)
        browser, other = subscribed(bo, service), subscribed(ada, service)
        key = ada.http.get("/api/me/push").json()["key"]
        server.kill()
        server.start()
        assert ada.http.get("/api/me/push").json()["key"] == key
        assert service.quiet(browser), "nothing has happened"
        ada.command(match, "play", action="c3")
        assert service.said(browser)["tag"] == match
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


# what a browser claims is not believed


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
def test_an_address_within_the_network_is_refused(serving: Serving, endpoint: str) -> None:
    with pytest.raises(RequestError):
        parse_endpoint(endpoint, local=False)
    answer = serving.somebody().http.put("/api/me/push", json=Browser(endpoint).subscription())
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "bad_endpoint"


@pytest.mark.parametrize("addresses", [["10.0.0.1"], ["142.250.74.10", "127.0.0.1"], ["::1"]])
def test_a_name_that_leads_into_the_network_is_not_called(addresses: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The name passes, the address it has must not."""

    def found(_host: str, port: int, *_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with pytest.raises(Unreachable, match="local network"):
        asyncio.run(post("https://push.example.org/x", {}, b""))


def test_a_push_service_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable):
        asyncio.run(post(f"https://127.0.0.1:{silent.getsockname()[1]}/x", {}, b"", local=True))


def test_there_is_a_bound_on_what_waits(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(telling, "MOST_NOTES", 3)
    live = played()
    match = live.match
    service: Any = SimpleNamespace(store=None, hearers=[])

    async def main() -> int:
        push = Push(service, Sender(b"a" * 32, ""), present=lambda account: False, wait=60)
        push.subscriptions.accounts = {"ada", "bo"}
        for _ in range(10):
            push.hear(live, match.events_since(match.number - 1))
        return push.waiting

    notes = telling.notes(live, match.events_since(match.number - 1))
    assert [(note.kind, note.account_id) for note in notes] == [("turn", "bo")]
    assert asyncio.run(main()) == 3
    assert "left out" in caplog.text


def test_public_addresses() -> None:
    for local in ("10.1.2.3", "100.64.0.1", "0.0.0.0", "224.0.0.1", "fe80::1", "fd00::1", "2002:0a00:0001::", "64:ff9b::a00:1"):
        assert not is_public(local), local
    for public in ("142.250.74.10", "2a00:1450:4001:82a::200a", "64:ff9b::8efa:4a0a"):
        assert is_public(public), public


@pytest.mark.parametrize(
    "keys", [{"p256dh": "A" * 87, "auth": "A" * 22}, {"p256dh": encoded(Browser().point), "auth": "A" * 24}]
)
def test_keys_that_seal_nothing_are_refused(serving: Serving, keys: dict[str, str]) -> None:
    answer = serving.somebody().http.put("/api/me/push", json={"endpoint": "https://push.example.org/x", "keys": keys})
    assert answer.status_code == 400, answer.text


def test_sealing_as_the_standard_has_it() -> None:
    """The example of RFC 8291, section 5."""
    theirs, auth = browser_keys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"
    )
    number = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    once = ec.derive_private_key(number, ec.SECP256R1())
    made = sealed(b"When I grow up, I want to be a watermelon", theirs, auth, once=once, salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encoded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_sender_s_key_follows_from_the_secret() -> None:
    assert Sender(b"a" * 32, "").public == Sender(b"a" * 32, "").public != Sender(b"b" * 32, "").public
