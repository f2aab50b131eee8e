"""What operators see: health, readiness, metrics, logs and request ids."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import threading
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from litestar.testing import TestClient
from litestar.types import ASGIApp
from prometheus_client.parser import text_string_to_metric_families

from tablier.server import health as health_check
from tablier.server.app import make_app
from tablier.server.context import AppContext
from tablier.server.errors import RequestError
from tablier.server.http.request_log import log_requests
from tablier.server.logs import MAX_LINES_PER_S, FloodFilter, RequestRecord, configure_logging, current_request, make_formatter
from tablier.server.settings import Settings, with_setting
from tests.server.server_process import Client, ServerProcess, fetch, start_match, wait_until

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Litestar: inferred dependencies
LOCAL = ("127.0.0.1", 5000)
REMOTE = ("198.51.100.7", 5000)


def samples(text: str) -> dict[tuple[str, ...], float]:
    """The values of all metrics by name and labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


# health and readiness


def test_a_running_server_is_healthy_and_ready(server: ServerProcess) -> None:
    health, readiness = fetch(f"{server.url}/healthz"), fetch(f"{server.url}/readyz")
    assert (health.status_code, health.json()) == (200, {"status": "ok", "failures": []})
    assert (readiness.status_code, readiness.json()) == (200, {"status": "ready"})


def test_health_fails_when_the_store_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(tmp_path, Settings(engine_workers=1))
    with TestClient(app) as client:
        context: AppContext = app.state.context
        writer = context.store.writer

        def failures() -> list[str]:
            response = client.get("/healthz")
            assert response.status_code == (503 if response.json()["failures"] else 200)
            return list(response.json()["failures"])

        assert failures() == []
        monkeypatch.setattr(writer, "busy_since", 0.0)
        assert failures() == ["a commit takes longer than 30 s"]
        monkeypatch.setattr(writer, "busy_since", None)
        monkeypatch.setattr(writer, "alive", False)
        assert failures() == ["the writer thread has ended"]
        monkeypatch.setattr(writer, "alive", True)

        async def fail(_query: object) -> None:
            raise RequestError("store_failed")

        with monkeypatch.context() as patch:
            patch.setattr(context.store, "probe", fail)
            assert failures() == ["the database cannot be read"]
        assert failures() == []


def test_health_does_not_depend_on_other_reads(tmp_path: Path) -> None:
    app = make_app(tmp_path, Settings(engine_workers=1))
    release = threading.Event()
    with TestClient(app) as client:
        store = app.state.context.store
        reads = [
            client.blocking_portal.start_task_soon(read, lambda _connection: release.wait(60))
            for read in (store.read, store.load, store.read_long)
            for _ in range(4)
        ]
        try:
            assert client.get("/healthz").json() == {"status": "ok", "failures": []}
        finally:
            release.set()
        assert all(read.result(60) for read in reads)


def test_checks_share_a_read_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_check, "READ_TIMEOUT_S", 0.01)
    reads: list[asyncio.Future[None]] = []

    async def read(_query: object) -> None:
        reads.append(asyncio.get_running_loop().create_future())
        await reads[-1]

    async def main() -> None:
        store = SimpleNamespace(writer=SimpleNamespace(alive=True, busy_since=None), probe=read)
        check = health_check.HealthCheck(store)  # type: ignore[arg-type]
        for _ in range(3):
            assert await check.find_failures() == ["a read takes longer than 0 s"]
        assert len(reads) == 1
        reads[0].set_result(None)
        await asyncio.sleep(0)
        assert len(await check.find_failures()) == 1 and len(reads) == 2

    asyncio.run(main())


def test_the_server_is_not_ready_before_its_recovery_and_during_its_shutdown(tmp_path: Path) -> None:
    app = make_app(tmp_path, Settings(engine_workers=1))
    with TestClient(app) as client:
        context: AppContext = app.state.context
        assert client.get("/readyz").status_code == 200
        context.begin_shutdown()
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200, "a server that stops is not to be killed"

    async def main() -> None:
        context = AppContext(tmp_path, Settings(engine_workers=1))
        assert not context.ready
        await context.open()
        assert context.ready
        await context.close()

    asyncio.run(main())


# metrics


def test_metrics_count_requests_refusals_events_and_commits(server: ServerProcess) -> None:
    ada, _, match_id = start_match(server)
    ada.command(match_id, "play", action="c3")
    ada.expect_command_error(match_id, "play", "not_your_turn", 409, action="c2")
    before = samples(fetch(f"{server.url}/metrics").text)
    with ada.socket() as socket:
        socket.command(match_id, "watch")
        assert socket.command(match_id, "play", action="c2")["error"]["code"] == "not_your_turn"
        ada.expect_command_error(match_id, "play", "not_your_turn", 409, action="c2")
        response = fetch(f"{server.url}/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=")
    after = samples(response.text)
    assert after["tablier_events_total", "action"] >= 1
    assert after["tablier_refusals_total", "not_your_turn"] - before["tablier_refusals_total", "not_your_turn"] == 2
    route = ("tablier_requests_total", "POST", "/api/matches/{match_id}/commands", "409")
    assert after[route] - before[route] == 1
    assert match_id not in response.text, "paths contain secrets"
    assert after["tablier_sockets",] == 1 and after["tablier_ready",] == 1 and after["tablier_writer_alive",] == 1
    assert after["tablier_commit_seconds_count",] >= 3 and after["tablier_commit_jobs_sum",] >= 3
    assert after["tablier_commit_seconds_bucket", "+Inf"] == after["tablier_commit_seconds_count",]
    assert after["tablier_database_bytes",] > 0 and after["tablier_wal_bytes",] > 0
    assert after["tablier_live_matches",] >= 1 and after["tablier_live_match_bytes",] > 0
    assert after["tablier_streams",] == 0
    assert after["process_resident_memory_bytes",] > 0


def test_metrics_count_searches_of_engines(server: ServerProcess) -> None:
    before = samples(fetch(f"{server.url}/metrics").text)
    assert before["tablier_engine_queue_length",] == 0 and before["tablier_engine_restarts_total",] == 0
    ada = server.client("Ada")
    ada.open("mixtour", seats=[{"who": "engine", "level": 1}, {"who": "me"}], first=0)
    searches = ("tablier_engine_searches_total",)
    wait_until(lambda: samples(fetch(f"{server.url}/metrics").text)[searches] > before[searches])
    after = samples(fetch(f"{server.url}/metrics").text)
    assert after["tablier_engine_wait_seconds_count",] > before["tablier_engine_wait_seconds_count",]


def test_methods_of_clients_do_not_become_labels(server: ServerProcess) -> None:
    for method in ("PROPFIND", "MKCOL"):
        fetch(f"{server.url}/healthz", method)
    methods = {key[1] for key in samples(fetch(f"{server.url}/metrics").text) if key[0] == "tablier_requests_total"}
    assert "other" in methods and not {"PROPFIND", "MKCOL"} & methods


async def request_from(peer: tuple[str, int], app: ASGIApp, path: str, headers: dict[str, str]) -> httpx.Response:
    transport = httpx.ASGITransport(app, client=peer)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8421") as client:
        return await client.get(path, headers=headers)


def test_metrics_are_for_this_machine_and_for_the_token(tmp_path: Path) -> None:
    app = make_app(tmp_path, Settings(engine_workers=1, metrics_token="se cret"))

    async def main() -> None:
        async with app.lifespan():
            for peer, headers, status in (
                (LOCAL, {}, 200),
                (("::1", 5000), {"host": "[::1]:8421"}, 200),
                (("::ffff:127.0.0.1", 5000), {}, 200),
                (LOCAL, {"host": "127.0.0.1"}, 200),
                (LOCAL, {"x-forwarded-for": "198.51.100.7"}, 401),
                (LOCAL, {"forwarded": "for=198.51.100.7"}, 401),
                (LOCAL, {"host": "games.example.org"}, 401),
                (REMOTE, {}, 401),
                (REMOTE, {"authorization": "Bearer se cret"}, 200),
                (REMOTE, {"authorization": "Bearer wrong"}, 401),
                (REMOTE, {"authorization": "Bearer "}, 401),
            ):
                response = await request_from(peer, app, "/metrics", headers)
                assert response.status_code == status, (peer, headers)

    asyncio.run(main())


def test_metrics_are_for_operators(server: ServerProcess) -> None:
    forwarded = {"x-forwarded-for": "198.51.100.7"}
    assert server.operator().http.get("/metrics", headers=forwarded).status_code == 200
    response = Client(server).http.get("/metrics", headers=forwarded)
    assert response.status_code == 403 and response.json()["error"]["code"] == "not_operator"


# request ids and logs


def test_every_response_has_a_request_id_of_its_own(server: ServerProcess) -> None:
    ids = [fetch(f"{server.url}{path}", headers={"x-request-id": "mine"}).headers["x-request-id"] for path in ("/", "/healthz")]
    assert len(set(ids)) == 2 and all(re.fullmatch("[0-9a-f]{16}", request_id) for request_id in ids), "no proxy is trusted"


def test_the_request_id_of_a_trusted_proxy_is_taken_over(tmp_path: Path) -> None:
    settings = Settings(engine_workers=1, trusted_proxies=("198.51.100.0/24",))
    app = make_app(tmp_path, settings)
    wrapped = log_requests(app, settings, app.state.metrics)

    async def main() -> None:
        async with app.lifespan():
            for peer, request_id, kept in (
                (REMOTE, "abc-1.2_3", True),
                (LOCAL, "abc", False),
                (REMOTE, "a b", False),
                (REMOTE, "x" * 65, False),
                (REMOTE, "", False),
            ):
                response = await request_from(peer, wrapped, "/healthz", {"x-request-id": request_id})
                assert (response.headers["x-request-id"] == request_id) == kept
                assert kept or re.fullmatch("[0-9a-f]{16}", response.headers["x-request-id"])

    asyncio.run(main())


def test_failed_requests_are_logged_with_route_and_code_but_not_path(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, {"log_format": "json"}).start()
    try:
        ada, _, match_id = start_match(server)
        response = ada.http.post(f"/api/matches/{match_id}/commands", json={"type": "play", "action": "zz"})
        assert response.status_code >= 400
        assert server.stop() == 0
    finally:
        server.kill()
    lines = [json.loads(line) for line in server.output if line.startswith("{")]
    (line,) = (line for line in lines if line.get("route") == "/api/matches/{match_id}/commands")
    assert line["message"] == "request failed" and line["level"] == "info" and line["method"] == "POST"
    assert line["status"] == response.status_code and line["code"] == response.json()["error"]["code"]
    assert line["request_id"] == response.headers["x-request-id"] and line["account"] == ada.id and line["ms"] > 0
    log_text = "".join(entry for entry in server.output if "/enter/" not in entry)
    assert match_id not in log_text and "127.0.0.1" not in json.dumps(lines)


def test_other_requests_are_logged_at_debug_level(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(engine_workers=1)
    app = make_app(tmp_path, settings)
    wrapped = log_requests(app, settings, app.state.metrics)

    async def main() -> None:
        async with app.lifespan():
            for level, expected in (("DEBUG", ["/healthz"]), ("INFO", [])):
                caplog.clear()
                caplog.set_level(level, "tablier")
                await request_from(LOCAL, wrapped, "/healthz", {})
                assert [line.route for line in caplog.records if line.message == "request"] == expected

    asyncio.run(main())


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_the_level_applies_to_tablier_and_libraries_log_warnings_only(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    root, own = logging.getLogger(), logging.getLogger("tablier")
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(own, "level", own.level)
    configure_logging(with_setting(Settings(), "log_level", level))
    assert own.level == getattr(logging, level.upper())
    assert root.level == max(own.level, logging.WARNING)
    assert len(root.handlers) == 1


def record(message: str, *arguments: object, **extra: object) -> logging.LogRecord:
    return logging.getLogger("tablier.test").makeRecord(
        "tablier.test", logging.ERROR, "file.py", 1, message, arguments, None, extra=extra
    )


def test_floods_of_one_kind_are_cut_and_counted() -> None:
    now = 0.0
    flood = FloodFilter(clock=lambda: now)
    assert sum(flood.filter(record("bad %s", number)) for number in range(100)) == MAX_LINES_PER_S
    assert flood.filter(record("another")) and flood.filter(record("bad %s", 1, code="other"))
    now = 1.0
    line = record("bad %s", 100)
    assert flood.filter(line) and line.dropped == 100 - MAX_LINES_PER_S
    assert json.loads(make_formatter("json").format(line))["dropped"] == 80
    line = record("bad %s", 101)
    assert flood.filter(line) and not hasattr(line, "dropped")
    for number in range(5000):
        flood.filter(record(f"kind {number}"))
    assert len(flood._windows) <= 1000


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_lines_are_bounded_and_escaped(log_format: str) -> None:
    current_request.set(None)
    line = make_formatter(log_format).format(record("bad %s", "a\nERROR forged\x1b[2J" + "x" * 10_000))
    assert "\n" not in line and "\x1b" not in line and len(line) < 3000


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_tracebacks_have_the_request_id_and_no_variables(log_format: str) -> None:
    token = current_request.set(RequestRecord("abc123"))
    try:
        password = "".join(("hun", "ter"))
        raise ValueError("broken" if password else "")
    except ValueError as error:
        entry = record("failed")
        entry.exc_info = (type(error), error, error.__traceback__)
        line = make_formatter(log_format).format(entry)
    finally:
        current_request.reset(token)
    assert "Traceback" in line and "ValueError: broken" in line and "abc123" in line
    assert "hunter" not in line, "only the line of the source is shown"
