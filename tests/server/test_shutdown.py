"""Requests that arrive while the server stops."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tablier.server.app import make_app
from tablier.server.context import AppContext
from tablier.server.settings import Settings
from tests.server.server_process import TIMEOUT_S, ServerProcess, wait_until


def is_listening(address: tuple[str, int]) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(address) == 0


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Litestar: inferred dependencies
def test_commands_and_new_sockets_are_rejected_during_shutdown(tmp_path: Path) -> None:
    app = make_app(tmp_path, Settings(engine_workers=1))
    with TestClient(app) as client:
        cookie = f"tablier={client.get('/api/me').cookies['tablier']}"
        with client.websocket_connect("/api/socket", headers={"cookie": cookie}) as websocket:
            assert websocket.receive_json()["type"] == "hello"
            match_id = client.post("/api/matches", json={"edition": "mixtour"}).json()["match_id"]
            app.state.context.begin_shutdown()
            websocket.send_json({"id": 1, "match_id": match_id, "command": {"type": "offer", "offer_type": "abort"}})
            answer = websocket.receive_json()
            assert answer["id"] == 1 and answer["error"]["code"] == "shutting_down"
        with (
            pytest.raises(WebSocketDisconnect, match="shutting_down"),
            client.websocket_connect("/api/socket", headers={"cookie": cookie}),
        ):
            pass
        response = client.patch("/api/me", json={"name": "Ada"})
        assert response.status_code == 503 and response.json()["error"]["code"] == "shutting_down"
        assert client.get("/api/me").status_code == 200, "reading is still possible"


def test_a_request_whose_body_arrives_after_ctrl_c_is_rejected(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    try:
        body = json.dumps({"edition": "mixtour"}).encode()
        head = (
            "POST /api/matches HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            f"Cookie: {server.client().headers['cookie']}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "Expect: 100-continue",
            "\r\n",
        )
        address = ("127.0.0.1", server.port)
        with socket.create_connection(address, TIMEOUT_S) as connection:
            connection.sendall("\r\n".join(head).encode())
            assert connection.recv(1000).startswith(b"HTTP/1.1 100"), "the server waits for the body"
            assert server.process
            server.process.send_signal(signal.SIGINT)
            wait_until(lambda: not is_listening(address))
            connection.sendall(body)
            response = b""
            while part := connection.recv(10_000):
                response += part
        assert response.startswith(b"HTTP/1.1 503") and b'"code":"shutting_down"' in response, response
        assert server.process.wait(TIMEOUT_S) == 0
    finally:
        server.kill()


def test_every_part_is_closed_even_if_others_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    async def fail_to_close() -> None:
        closed.append("failed part")
        raise OSError("disk full")

    async def fail_at_once() -> None:
        raise OSError("disk full")

    async def main() -> None:
        context = AppContext(tmp_path, Settings(engine_workers=1))
        context._tasks.append(asyncio.create_task(fail_at_once()))
        await asyncio.sleep(0)  # the task fails
        for part in (context.push, context.opponents, context.studies, context.pool, context.matches):
            monkeypatch.setattr(part, "close", fail_to_close)
        with pytest.raises(ExceptionGroup, match="shutdown failed") as error:
            await context.close()
        assert len(error.value.exceptions) == 6, "the task and five services"
        assert not context.store.writer.alive, "the store is closed in spite of them"

    asyncio.run(main())
    assert len(closed) == 5


FAILING_PROGRAM = """
import sys
from tablier.cli import main
from tablier.server.push.notifier import PushNotifier

async def close(self):
    raise OSError("disk full")

PushNotifier.close = close
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_exit_code_tells_whether_the_shutdown_failed(tmp_path: Path, number: signal.Signals) -> None:
    for program, code in ((("-m", "tablier.cli"), 0), (("-c", FAILING_PROGRAM), 1)):
        server = ServerProcess(tmp_path, program=program).start()
        try:
            assert server.process
            server.process.send_signal(number)
            assert server._wait() == code, server.output
        finally:
            server.kill()
        assert ("closing push failed" in "".join(server.output)) == bool(code)
