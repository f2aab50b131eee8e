"""Requests that arrive while the server stops."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tablier.server.app import make_app
from tablier.server.settings import Settings
from tests.server.server_process import TIMEOUT_S, ServerProcess, wait_until


def is_listening(address: tuple[str, int]) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(address) == 0


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_commands_and_new_sockets_are_rejected_during_shutdown(tmp_path: Path) -> None:
    app = make_app(tmp_path, Settings(engine_workers=1))
    with TestClient(app) as client:
        cookie = f"tablier={client.get('/api/me').cookies['tablier']}"
        with client.websocket_connect("/api/socket", headers={"cookie": cookie}) as line:
            assert line.receive_json()["type"] == "hello"
            match_id = client.post("/api/matches", json={"edition": "mixtour"}).json()["match_id"]
            app.state.context.begin_shutdown()
            line.send_json({"id": 1, "match_id": match_id, "command": {"type": "offer", "offer_type": "abort"}})
            answer = line.receive_json()
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
