"""Listening addresses, proxies, certificates that are renewed, and systemd."""

from __future__ import annotations

import os
import signal
import socket
import ssl
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar.types import Scope

from tablier.server.http.request_info import client_address
from tablier.server.listening import bind_sockets, bind_unix_socket, server_addresses
from tablier.server.network import network_address
from tablier.server.settings import Settings
from tablier.server.systemd import activated_sockets, notify, watchdog_interval_s
from tests.server.certificates import make_self_signed
from tests.server.server_process import TIMEOUT_S, ServerProcess, fetch, free_port, wait_until

PROXIED = Settings(proxied=True)
LISTED = Settings(trusted_proxies=("203.0.113.0/24", "2001:db8::/32"))
UNIX = Settings(unix_socket="/run/tablier.sock")


@pytest.mark.parametrize(
    ("settings", "peer", "expected"),
    [
        (Settings(), "127.0.0.1", "127.0.0.1"),
        (PROXIED, "127.0.0.1", "198.51.100.7"),
        (PROXIED, "::1", "198.51.100.7"),
        (PROXIED, "::ffff:127.0.0.1", "198.51.100.7"),
        (PROXIED, "172.17.0.1", "198.51.100.7"),
        (PROXIED, "203.0.113.9", "203.0.113.9"),
        (PROXIED, None, "?"),
        (LISTED, "203.0.113.9", "198.51.100.7"),
        (LISTED, "127.0.0.1", "127.0.0.1"),
        (LISTED, "testclient", "testclient"),
        (UNIX, None, "198.51.100.7"),
    ],
)
def test_forwarded_addresses_are_believed_from_trusted_proxies_only(
    settings: Settings, peer: str | None, expected: str
) -> None:
    scope: dict[str, Any] = {
        "client": (peer, 5000) if peer else None,
        "headers": [(b"x-forwarded-for", b"192.0.2.1, 198.51.100.7")],
    }
    assert client_address(cast(Scope, scope), settings) == expected


# addresses


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


def close_all(listeners: list[socket.socket]) -> None:
    for listener in listeners:
        listener.close()


@pytest.mark.parametrize(
    ("host", "families"),
    [
        ("", {socket.AF_INET, socket.AF_INET6}),
        ("::", {socket.AF_INET, socket.AF_INET6}),
        ("0.0.0.0", {socket.AF_INET}),
        ("127.0.0.1", {socket.AF_INET}),
        ("::1", {socket.AF_INET6}),
    ],
)
def test_the_host_determines_the_families(host: str, families: set[int]) -> None:
    if not has_ipv6():
        families = families - {socket.AF_INET6}
    if families:
        listeners = bind_sockets(Settings(host=host, port=0), exact_port=True)
        assert {listener.family for listener in listeners} == families
        assert len({listener.getsockname()[1] for listener in listeners}) == 1, "one port"
        close_all(listeners)


def test_the_next_free_port_is_used_unless_it_must_be_exact() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", free_port()))
        taken.listen()
        settings = Settings(host="127.0.0.1", port=taken.getsockname()[1])
        with pytest.raises(OSError, match="in use"):
            bind_sockets(settings, exact_port=True)
        listeners = bind_sockets(settings, exact_port=False)
        assert listeners[0].getsockname()[1] > settings.port
        close_all(listeners)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(host="127.0.0.1"), "http://127.0.0.1:"),
        (Settings(host="::1"), "http://[::1]:"),
        (Settings(), "http://localhost:"),
        (Settings(url="https://games.example.org/"), "https://games.example.org"),
    ],
)
def test_addresses_can_be_opened_in_a_browser(settings: Settings, expected: str) -> None:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    if family == socket.AF_INET6 and not has_ipv6():
        return
    with socket.socket(family) as listener:
        listener.bind((settings.host, 0))
        address = server_addresses(settings, listener)[0]
    assert address.startswith(expected)


def test_a_server_listens_on_both_families_and_notifies_systemd(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(TIMEOUT_S)
        environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "300000", "TABLIER_HOST": ""}
        server = ServerProcess(tmp_path / "data", environment=environment).start()
        try:
            assert systemd.recv(100) == b"READY=1"
            assert [systemd.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
            for host in ("127.0.0.1", "[::1]") if has_ipv6() else ("127.0.0.1",):
                assert fetch(f"http://{host}:{server.port}/healthz").status_code == 200
                address = fetch(f"http://{host}:{server.port}/api/address").json()["address"]
                assert address == f"http://{network_address() or host}:{server.port}", "for other devices"
            assert server.stop() == 0, server.output
        finally:
            server.kill()
        while (state := systemd.recv(100)) == b"WATCHDOG=1":
            pass
        assert state == b"STOPPING=1"


def test_a_server_listens_on_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "tablier.sock"
    bind_unix_socket(path).close()  # as a killed server leaves it
    server = ServerProcess(tmp_path / "data", {"unix_socket": str(path)}).start()
    try:
        with pytest.raises(OSError, match="in use"):
            bind_unix_socket(path)
        assert path.stat().st_mode & 0o777 == 0o660
        with httpx.Client(transport=httpx.HTTPTransport(uds=str(path)), timeout=TIMEOUT_S) as proxy:
            response = proxy.get("http://localhost/readyz", headers={"x-request-id": "from-the-proxy"})
        assert response.status_code == 200 and response.headers["x-request-id"] == "from-the-proxy"
        assert server.stop() == 0, server.output
        assert not path.exists()
    finally:
        server.kill()


# systemd


def test_sockets_of_systemd_are_taken_over() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        passed = os.dup(listener.fileno())
        environment = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
        assert activated_sockets({**environment, "LISTEN_PID": "1"}, passed) == []
        (taken,) = activated_sockets(environment, passed)
        assert taken.getsockname() == listener.getsockname() and not taken.get_inheritable()
        taken.close()
    assert activated_sockets({}) == []


def test_notifications_reach_abstract_sockets_and_are_silent_without_systemd() -> None:
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": "/nonexistent"})
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0tablier-test-{os.getpid()}")
        notify("READY=1", {"NOTIFY_SOCKET": f"@tablier-test-{os.getpid()}"})
        assert systemd.recv(100) == b"READY=1"


def test_the_watchdog_is_for_the_process_that_systemd_names() -> None:
    assert watchdog_interval_s({}) is None
    assert watchdog_interval_s({"WATCHDOG_USEC": "60000000"}) == 20
    assert watchdog_interval_s({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}) == 20
    assert watchdog_interval_s({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}) is None


# certificates


def test_a_renewed_certificate_is_read_at_sighup(tmp_path: Path) -> None:
    cert, key = make_self_signed(tmp_path)
    new_cert, new_key = make_self_signed(tmp_path, "new")
    first, renewed = cert.read_text(), new_cert.read_text()
    server = ServerProcess(tmp_path / "data", {"tls_cert": str(cert), "tls_key": str(key)}).start()
    try:
        assert server.process

        def fetch_certificate() -> str:
            return ssl.get_server_certificate(("127.0.0.1", server.port), timeout=TIMEOUT_S)

        assert fetch_certificate().strip() == first.strip()
        cert.write_text("broken")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: any("not reloaded" in line for line in server.output))
        assert fetch_certificate().strip() == first.strip(), "the old one stays in use"
        cert.write_text(renewed)
        key.write_bytes(new_key.read_bytes())
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: fetch_certificate().strip() == renewed.strip())
        assert server.stop() == 0
    finally:
        server.kill()
