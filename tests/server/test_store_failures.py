"""The application over a store that is full or busy: changes are refused with 503, exports with 429."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from tablier.server.app import make_app
from tablier.server.context import AppContext
from tablier.server.settings import Settings
from tablier.server.store.store import MAX_LONG_READS
from tests.server.full_disk import fill_disk, free_disk
from tests.server.server_process import wait_until

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Litestar: inferred dependencies


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(make_app(tmp_path, Settings(engine_workers=1))) as client:
        yield client


def test_every_change_on_a_full_disk_is_refused(client: TestClient[Litestar], caplog: pytest.LogCaptureFixture) -> None:
    context: AppContext = client.app.state.context
    new_match = {"edition": "mixtour", "seats": [{"who": "me"}, {"who": "guest", "name": "Bo"}]}
    client.get("/api/me")
    match_id = client.post("/api/matches", json=new_match).json()["match_id"]
    cookies = dict(client.cookies)
    changes: dict[str, dict[str, Any]] = {
        "/api/matches": new_match,
        "/api/me/bots": {"name": "n" * 50},
        f"/api/matches/{match_id}/commands": {"type": "chat", "room": "seats", "text": "x" * 200},
    }
    with caplog.at_level(logging.DEBUG):
        client.blocking_portal.call(fill_disk, context.store)
        for path, body in changes.items():
            refuse(client.post(path, json=body))
        client.cookies.clear()
        client.get("/api/me")
        refuse(client.patch("/api/me", json={"name": "n" * 50}))  # a new guest
    assert caplog.text.count("SQLITE_FULL") == 1 and "Traceback" not in caplog.text
    client.blocking_portal.call(free_disk, context.store)
    assert client.patch("/api/me", json={"name": "n" * 50}).status_code == 200
    client.cookies.clear()
    client.cookies.update(cookies)
    for path, body in changes.items():
        assert client.post(path, json=body).status_code < 300


def refuse(response: Response) -> None:
    assert response.status_code == 503 and response.json()["error"]["code"] == "store_failed", response.text


def test_the_server_stops_cleanly_on_a_full_disk(client: TestClient[Litestar]) -> None:
    """The fixture closes the server; a failure there is an error of this test."""
    context: AppContext = client.app.state.context
    client.blocking_portal.call(fill_disk, context.store)


def sign_in(client: TestClient[Litestar], name: str) -> dict[str, str]:
    """Store a new account and return its cookies."""
    client.cookies.clear()
    client.get("/api/me")
    assert client.patch("/api/me", json={"name": name}).status_code == 200
    cookies = dict(client.cookies)
    client.cookies.clear()
    return cookies


def test_an_account_has_one_export_at_a_time_and_few_a_minute(client: TestClient[Litestar]) -> None:
    context: AppContext = client.app.state.context
    ada, bo = sign_in(client, "Ada"), sign_in(client, "Bo")

    def export(cookies: dict[str, str]) -> Response:
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        return client.get("/api/me/export", headers=headers)

    release = threading.Event()
    reading = client.blocking_portal.start_task_soon(context.store.read_long, lambda _connection: release.wait(60))
    with ThreadPoolExecutor(2) as threads:
        exports = [threads.submit(export, ada)]
        wait_until(lambda: context.store._long_reads == 2)
        refused = [export(ada) for _ in range(MAX_LONG_READS)]
        assert [(response.status_code, response.json()["error"]["code"]) for response in refused] == [(429, "too_fast")] * 8
        exports.append(threads.submit(export, bo))
        wait_until(lambda: context.store._long_reads == 3)
        release.set()
        names = [response.result().json()["account"][0]["name"] for response in exports]
    assert names == ["Ada", "Bo"] and reading.result()
    assert [export(ada).status_code for _ in range(3)] == [200, 200, 429], "three at once, then one every minute"


def test_exports_are_limited(client: TestClient[Litestar]) -> None:
    context: AppContext = client.app.state.context
    client.get("/api/me")
    assert client.patch("/api/me", json={"name": "Ada"}).status_code == 200
    release = threading.Event()
    reads = [
        client.blocking_portal.start_task_soon(context.store.read_long, lambda _connection: release.wait(60))
        for _ in range(MAX_LONG_READS)
    ]
    assert client.get("/api/me/export").status_code == 429
    release.set()
    assert all(read.result() for read in reads)
    assert client.get("/api/me/export").json()["account"][0]["name"] == "Ada"
