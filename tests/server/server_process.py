"""A server in a subprocess, and clients of it."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

# settings for tests, whose requests all come from one address
NO_LIMITS = {
    "host": "127.0.0.1",
    "max_requests_per_second": 2000.0,
    "max_address_requests_per_second": 20_000.0,
    "max_server_requests_per_second": 20_000.0,
    "max_connections_per_address": 5000,
    "max_new_accounts_per_minute": 60_000.0,
    "max_new_matches_per_minute": 60_000.0,
    "max_address_new_matches_per_minute": 60_000.0,
    "max_watched_matches_per_address": 5000,
    "max_sockets_per_address": 5000,
    "max_matches_per_account": 5000,
    "engine_workers": 1,
}


TIMEOUT_S = 60.0  # generous, because test machines may stall
PORTS = range(10_000, 30_000)  # below the ephemeral ports, so that no client takes the port of a restarting server


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_until(condition: Callable[[], bool]) -> None:
    """Poll a condition until it is true."""
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.02)


def fetch(url: str, method: str = "GET", **options: Any) -> httpx.Response:
    """Send a request without an identity."""
    return httpx.request(method, url, timeout=TIMEOUT_S, **options)


@dataclass
class ServerProcess:
    """A server over a data folder. It can be killed and started again."""

    folder: Path
    settings: dict[str, Any] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    program: tuple[str, ...] = ("-m", "tablier.cli")
    process: subprocess.Popen[str] | None = None
    output: list[str] = field(default_factory=list)
    reader: threading.Thread | None = None
    operator_client: Client | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> ServerProcess:
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = [f"{name} = {json.dumps(value)}\n" for name, value in {**NO_LIMITS, **self.settings}.items()]
        (self.folder / "config.toml").write_text("".join(lines))
        command = [*self.program, "serve", "--no-browser", "--data", str(self.folder), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, *command], stderr=subprocess.PIPE, text=True, env={**os.environ, **self.environment}
        )
        assert self.process.stderr
        self.output = []
        for line in self.process.stderr:
            self.output.append(line)
            if line.startswith("Ctrl-C"):  # the last line of the banner
                break
        else:
            raise AssertionError("".join(self.output))
        self.reader = threading.Thread(target=self.output.extend, args=(self.process.stderr,), daemon=True)
        self.reader.start()  # the server would block once the pipe is full
        return self

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        if self.process and self.process.returncode is None:
            self.process.kill()
            self._wait()

    def stop(self) -> int:
        """Stop the server with SIGINT and return its exit code."""
        assert self.process
        self.process.send_signal(signal.SIGINT)
        return self._wait()

    def _wait(self) -> int:
        assert self.process and self.process.stderr
        code = self.process.wait(TIMEOUT_S)
        if self.reader:
            self.reader.join(TIMEOUT_S)
        self.process.stderr.close()
        return code

    def client(self, name: str = "") -> Client:
        """Return a client with a new account."""
        return Client(self, name)

    def operator(self) -> Client:
        """Return the client that has opened the operator link printed at the start, which works once."""
        if self.operator_client is None:
            link = next(line.split()[-1] for line in self.output if "/enter/" in line)
            self.operator_client = self.client("Operator")
            response = self.operator_client.http.post(httpx.URL(link).path, headers={"origin": self.url}, content=b"")
            assert response.status_code == 303
        return self.operator_client


class Client:
    """A browser with a cookie, or a program with a token."""

    def __init__(self, server: ServerProcess, name: str = "", token: str = "") -> None:
        self.server = server
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=server.url, headers=headers, timeout=TIMEOUT_S, verify=False)
        self.id = self.http.get("/api/me").json()["id"]
        if name:
            assert self.http.patch("/api/me", json={"name": name}).status_code == 200

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of a WebSocket handshake."""
        if "authorization" in self.http.headers:
            return {"authorization": self.http.headers["authorization"]}
        return {"cookie": f"tablier={self.http.cookies['tablier']}"}

    def open(self, edition: str, **terms: Any) -> dict[str, Any]:
        """Create a match and return its first message."""
        response = self.http.post("/api/matches", json={"edition": edition, **terms})
        assert response.status_code == 201, response.text
        return dict(response.json())

    def command(self, match_id: str, type_: str, /, **fields: Any) -> dict[str, Any]:
        """Execute a command over HTTP and return its result."""
        response = self.http.post(f"/api/matches/{match_id}/commands", json={"type": type_, **fields})
        assert response.status_code < 300, response.text
        return dict(response.json())

    def expect_command_error(
        self, match_id: str, type_: str, code: str, status: int | None = None, /, **fields: Any
    ) -> dict[str, Any]:
        """Execute a command that must fail with this code, and return the error."""
        return self.expect_error(f"/api/matches/{match_id}/commands", code, status, type=type_, **fields)

    def expect_error(self, path: str, code: str, status: int | None = None, /, **body: Any) -> dict[str, Any]:
        """Send a POST request that must fail with this code, and return the error."""
        response = self.http.post(path, json=body)
        assert response.status_code >= 400, response.text
        error = response.json()["error"]
        assert error["code"] == code, error
        assert status in (None, response.status_code), response
        return dict(error)

    def try_action(self, match_id: str, action: str) -> dict[str, Any]:
        """Return the position after an action, without playing it."""
        response = self.http.post(f"/api/matches/{match_id}/try", json={"action": action})
        assert response.status_code == 200, response.text
        return dict(response.json())

    def fetch_match(self, match_id: str, since: int = 0) -> dict[str, Any]:
        response = self.http.get(f"/api/matches/{match_id}", params={"since": since})
        assert response.status_code == 200, response.text
        return dict(response.json())

    @contextmanager
    def socket(self, **headers: str) -> Iterator[SocketClient]:
        url = f"ws://127.0.0.1:{self.server.port}/api/socket"
        with connect(
            url, additional_headers={**self.headers, **headers}, max_size=None, compression=None, open_timeout=TIMEOUT_S
        ) as connection:
            yield SocketClient(connection)


class SocketClient:
    """A WebSocket client. `received` has the messages that no call has returned yet."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frame_ids = count(1)
        self.received: list[dict[str, Any]] = []
        self.hello = self.next("hello")

    def _receive(self, timeout: float) -> dict[str, Any]:
        return dict(json.loads(self.connection.recv(timeout=timeout)))

    def next(self, type_: str, timeout_s: float = TIMEOUT_S, **fields: Any) -> dict[str, Any]:
        """Return the next message of a type with these fields; others are kept in `received`."""
        for message in self.received:
            if message["type"] == type_ and fields.items() <= message.items():
                self.received.remove(message)
                return message
        deadline = time.monotonic() + timeout_s
        while True:
            message = self._receive(max(0.01, deadline - time.monotonic()))
            if message["type"] == type_ and fields.items() <= message.items():
                return message
            self.received.append(message)

    def send(self, match_id: str | None, type_: str, **fields: Any) -> int:
        """Send a command and return the id of its frame."""
        frame_id = next(self.frame_ids)
        frame = {"id": frame_id, "command": {"type": type_, **fields}} | ({"match_id": match_id} if match_id else {})
        self.connection.send(json.dumps(frame))
        return frame_id

    def command(self, match_id: str | None, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer, which may be an error."""
        return self.answer(self.send(match_id, type_, **fields))

    def answer(self, frame_id: int) -> dict[str, Any]:
        """Return the answer to a frame; other messages are kept in `received`."""
        while True:
            message = self._receive(TIMEOUT_S)
            if message.get("id") == frame_id:
                return message
            self.received.append(message)


class RawSocket:
    """A WebSocket client that reads and answers nothing by itself."""

    def __init__(self, port: int, client: Client | None = None, receive_buffer: int = 0) -> None:
        self.raw = socket.socket()
        self.raw.settimeout(TIMEOUT_S)
        if receive_buffer:
            self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.raw.connect(("127.0.0.1", port))
        cookie = f"Cookie: {client.headers['cookie']}\r\n" if client else ""
        head = f"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{cookie}"
        self.raw.sendall(f"{head}Sec-WebSocket-Key: dGFibGllciBzYXlzIGhpIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        response = b""
        while not response.endswith(b"\r\n\r\n"):  # byte by byte, because frames follow
            response += self.raw.recv(1)
        assert b" 101 " in response, response

    def send(self, frame: dict[str, object]) -> None:
        self.send_frame(0x81, json.dumps(frame).encode())

    def send_frame(self, first_byte: int, payload: bytes) -> None:
        assert len(payload) < 126, "the short form of the length"
        self.raw.sendall(bytes([first_byte, 0x80 | len(payload)]) + b"\0\0\0\0" + payload)

    def receive_frame(self) -> tuple[int, bytes]:
        """Return the first byte and the payload of the next frame."""
        first_byte, size = self._read(2)
        if size == 126:
            size = int.from_bytes(self._read(2), "big")
        return first_byte, self._read(size)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.raw.recv(size - len(data))
            assert part, "closed"
            data += part
        return data

    def close(self) -> None:
        self.raw.close()


def start_match(server: ServerProcess, edition: str = "mixtour:stein", **terms: Any) -> tuple[Client, Client, str]:
    """Start a match of two accounts; the first one begins."""
    ada, bo = server.client("Ada"), server.client("Bo")
    match_id = ada.open(edition, first=0, **terms)["match_id"]
    bo.command(match_id, "join")
    return ada, bo, match_id
