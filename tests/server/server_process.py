"""A server in a process of its own, and people and programs who use it."""

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

# room enough for tests that all come from one address
GENEROUS = {
    "host": "127.0.0.1",
    "max_requests_per_second": 2000.0,
    "max_new_accounts_per_minute": 60_000.0,
    "max_sockets_per_address": 5000,
    "max_matches_per_account": 5000,
    "engine_workers": 1,
}


PATIENCE = 60.0  # seconds for whatever is waited for: machines stall
PORTS = range(10_000, 30_000)  # below those that systems give to clients, who would take the place of a server that is away


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def until(happened: Callable[[], bool]) -> None:
    """Waits for something that happens sooner or later."""
    ends = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < ends, "it never happened"
        time.sleep(0.02)


def fetch(url: str, method: str = "GET", **how: Any) -> httpx.Response:
    """Asks as somebody whom nobody knows."""
    return httpx.request(method, url, timeout=PATIENCE, **how)


@dataclass
class ServerProcess:
    """A server over a data folder; killed and started again at will."""

    folder: Path
    settings: dict[str, Any] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    program: tuple[str, ...] = ("-m", "tablier.cli")
    process: subprocess.Popen[str] | None = None
    words: list[str] = field(default_factory=list)
    listening: threading.Thread | None = None
    known_operator: Client | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> ServerProcess:
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = [f"{name} = {json.dumps(value)}\n" for name, value in {**GENEROUS, **self.settings}.items()]
        (self.folder / "config.toml").write_text("".join(lines))
        command = [*self.program, "serve", "--no-browser", "--data", str(self.folder), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, *command], stderr=subprocess.PIPE, text=True, env={**os.environ, **self.environment}
        )
        assert self.process.stderr
        self.words = []
        for line in self.process.stderr:
            self.words.append(line)
            if line.startswith("Ctrl-C"):
                break
        else:
            raise AssertionError("".join(self.words))
        self.listening = threading.Thread(target=self.words.extend, args=(self.process.stderr,), daemon=True)
        self.listening.start()  # a server that nobody listens to stops once the pipe is full
        return self

    def kill(self) -> None:
        """As a power cut would."""
        if self.process and self.process.returncode is None:
            self.process.kill()
            self._ended()

    def stop(self) -> int:
        assert self.process
        self.process.send_signal(signal.SIGINT)
        return self._ended()

    def _ended(self) -> int:
        assert self.process and self.process.stderr
        code = self.process.wait(PATIENCE)
        if self.listening:
            self.listening.join(PATIENCE)
        self.process.stderr.close()
        return code

    def client(self, name: str = "") -> Client:
        return Client(self, name)

    def operator(self) -> Client:
        """Whoever opened the link printed at the start, which works once."""
        if self.known_operator is None:
            link = next(line.split()[-1] for line in self.words if "/enter/" in line)
            self.known_operator = self.client("Operator")
            answer = self.known_operator.http.post(httpx.URL(link).path, headers={"origin": self.url}, content=b"")
            assert answer.status_code == 303
        return self.known_operator


class Client:
    """A browser: a cookie, HTTP and a socket. Also a program, with a token instead of the cookie."""

    def __init__(self, serving: ServerProcess, name: str = "", token: str = "") -> None:
        self.serving = serving
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=serving.url, headers=headers, timeout=PATIENCE, verify=False)
        self.id = self.http.get("/api/me").json()["id"]
        if name:
            assert self.http.patch("/api/me", json={"name": name}).status_code == 200

    @property
    def headers(self) -> dict[str, str]:
        """What a socket of this browser sends."""
        if "authorization" in self.http.headers:
            return {"authorization": self.http.headers["authorization"]}
        return {"cookie": f"tablier={self.http.cookies['tablier']}"}

    def open(self, edition: str, **terms: Any) -> dict[str, Any]:
        answer = self.http.post("/api/matches", json={"edition": edition, **terms})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def command(self, match_id: str, type_: str, /, **fields: Any) -> dict[str, Any]:
        """Execute a command over HTTP and return its result."""
        response = self.http.post(f"/api/matches/{match_id}/commands", json={"type": type_, **fields})
        assert response.status_code < 300, response.text
        return dict(response.json())

    def refused_command(
        self, match_id: str, type_: str, code: str, status: int | None = None, /, **fields: Any
    ) -> dict[str, Any]:
        """Execute a command that must fail with this code, and return the error."""
        return self.refused(f"/api/matches/{match_id}/commands", code, status, type=type_, **fields)

    def refused(self, path: str, code: str, status: int | None = None, /, **body: Any) -> dict[str, Any]:
        answer = self.http.post(path, json=body)
        assert answer.status_code >= 400, answer.text
        error = answer.json()["error"]
        assert error["code"] == code, error
        assert status in (None, answer.status_code), answer
        return dict(error)

    def try_action(self, match_id: str, action: str) -> dict[str, Any]:
        """Return the answer to trying an action."""
        response = self.http.post(f"/api/matches/{match_id}/try", json={"action": action})
        assert response.status_code == 200, response.text
        return dict(response.json())

    def see(self, match: str, since: int = 0) -> dict[str, Any]:
        answer = self.http.get(f"/api/matches/{match}", params={"since": since})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    @contextmanager
    def socket(self, **headers: str) -> Iterator[Line]:
        url = f"ws://127.0.0.1:{self.serving.port}/api/socket"
        with connect(
            url, additional_headers={**self.headers, **headers}, max_size=None, compression=None, open_timeout=PATIENCE
        ) as line:
            yield Line(line)


class Line:
    """A socket with what has come in so far."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frame_ids = count(1)
        self.kept: list[dict[str, Any]] = []
        self.hello = self.next("hello")

    def _receive(self, timeout: float) -> dict[str, Any]:
        return dict(json.loads(self.connection.recv(timeout=timeout)))

    def next(self, kind: str, timeout: float = PATIENCE, **facts: Any) -> dict[str, Any]:
        """The next message of a kind; others are kept."""
        for message in self.kept:
            if message["type"] == kind and facts.items() <= message.items():
                self.kept.remove(message)
                return message
        ends = time.monotonic() + timeout
        while True:
            message = self._receive(max(0.01, ends - time.monotonic()))
            if message["type"] == kind and facts.items() <= message.items():
                return message
            self.kept.append(message)

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
        """Return the answer to a frame; other messages are kept for `next`."""
        while True:
            message = self._receive(PATIENCE)
            if message.get("id") == frame_id:
                return message
            self.kept.append(message)
