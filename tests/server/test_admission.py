"""Cookies, hosts and origins of requests."""

from __future__ import annotations

from typing import Any

import pytest

from tablier.server.errors import RequestError
from tablier.server.http.auth import check_origin
from tablier.server.http.hosts import check_host
from tablier.server.http.request_info import find_cookies
from tablier.server.limits import address_key
from tablier.server.settings import Settings
from tests.server.server_process import ServerProcess, fetch

PUBLIC = Settings(url="https://play.example")
WITH_TLS = Settings(tls_cert="cert.pem", tls_key="key.pem")


def make_scope(**headers: str) -> Any:
    return {"type": "http", "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]}


@pytest.mark.parametrize(
    "foreign",
    [
        'prefs={"a":1}',
        "two words=three more words",
        'open="unclosed',
        "naïve=é",
        "=no name",
        "no value",
        "a=b=c; ;;",
        "tablier=; tablier=0123456789abcdef.0." + "0" * 64,
        "TABLIER=x",
        "session=%00%ff; path=/; tablierx=1",
        "; ".join(f"tablier=junk{number}" for number in range(20)),
        "; ".join(f"tablier=0123456789abcdef.{number}." + "0" * 64 for number in range(20)),
    ],
)
def test_a_foreign_cookie_does_not_hide_the_identity(server: ServerProcess, foreign: str) -> None:
    ada = server.client("Ada")
    own = ada.headers["cookie"]
    for cookie in (f"{foreign}; {own}", f"{own}; {foreign}", f"{foreign};{own};{foreign}"):
        for path in ("/api/me", "/"):
            response = fetch(server.url + path, headers={"cookie": cookie.encode("latin-1")})
            assert response.status_code == 200 and "set-cookie" not in response.headers
            if path == "/api/me":
                assert response.json()["id"] == ada.id


def test_cookies_in_several_headers_are_found() -> None:
    scope = {"headers": [(b"cookie", b"a=1; tablier=2"), (b"x", b"tablier=0"), (b"cookie", b"tablier = 3 ; b")]}
    assert find_cookies(scope, "tablier") == ["2", "3"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8421",
        "127.0.0.1:8421",
        "[::1]:8421",
        "192.168.1.7",
        "203.0.113.9:80",
        "nas",
        "tablier.local:8421",
    ],
)
def test_local_hosts_are_admitted(host: str) -> None:
    check_host(make_scope(host=host), Settings())


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8421", "localhost.evil.example", "127.0.0.1.evil.example", "a/b"]
)
def test_other_hosts_are_refused(host: str) -> None:
    with pytest.raises(RequestError, match="wrong_host"):
        check_host(make_scope(host=host), PUBLIC)


def test_the_hosts_of_the_settings_are_admitted() -> None:
    settings = Settings(url="https://Play.example:8443/", allowed_hosts=("www.play.example", "Board.example"))
    for host in ("play.example:8443", "PLAY.example", "www.play.example", "board.example:80"):
        check_host(make_scope(host=host), settings)


@pytest.mark.parametrize(
    ("settings", "host", "origin", "allowed"),
    [
        (Settings(), "localhost:8421", "http://localhost:8421", True),
        (Settings(), "localhost:8421", "https://localhost:8421", True),  # behind a proxy that `url` does not name
        (Settings(), "localhost:8421", "http://localhost:9999", False),
        (Settings(), "localhost:8421", "null", False),
        (Settings(), "localhost:8421", "http://[", False),
        (WITH_TLS, "nas:8421", "https://nas:8421", True),
        (WITH_TLS, "nas:8421", "http://nas:8421", False),
        (PUBLIC, "play.example", "https://play.example", True),
        (PUBLIC, "play.example", "http://play.example", False),
        (PUBLIC, "localhost:8421", "https://play.example", True),
        (PUBLIC, "localhost:8421", "http://localhost:8421", True),
        (PUBLIC, "play.example", "https://evil.example", False),
    ],
)
def test_the_origin_is_compared_with_its_scheme(settings: Settings, host: str, origin: str, allowed: bool) -> None:
    scope = make_scope(host=host, origin=origin)
    if allowed:
        check_origin(scope, settings)
    else:
        with pytest.raises(RequestError, match="cross_origin"):
            check_origin(scope, settings)


def test_a_server_refuses_other_hosts(server: ServerProcess) -> None:
    ada = server.client("Ada")
    evil = {"host": "evil.example", "origin": "http://evil.example"}
    for path in ("/", "/api/me", "/service_worker.js", "/nothing"):
        response = ada.http.get(path, headers=evil)
        assert (response.status_code, response.json()["error"]["code"]) == (421, "wrong_host"), path
    response = ada.http.post("/api/me/links", json={}, headers=evil)
    assert response.status_code == 421 and response.json()["error"]["facts"] == {"host": "evil.example"}


def test_client_networks() -> None:
    assert address_key("::ffff:10.0.0.1") == address_key("10.0.0.1") == "10.0.0.1"
    assert address_key("2001:db8:1:2::5") == address_key("2001:db8:1:2:ffff::") == "2001:0db8:0001:0002::/64"
    assert address_key("?") == "?"
