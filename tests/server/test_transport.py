"""Connections are bounded in number, size and time: raw clients against a server with short time limits."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import ssl
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from tablier.server.run import MAX_FRAME_BYTES, Server
from tablier.server.settings import Settings
from tablier.server.transport import (
    EXTENSION,
    MAX_FRAGMENTS,
    MAX_HEAD_BYTES,
    MAX_PIPELINED,
    MAX_TARGET_BYTES,
    BoundedHttpProtocol,
    BoundedWebSocketProtocol,
    ConnectionLimits,
)
from tests.server.certificates import make_self_signed
from tests.server.server_process import TIMEOUT_S, RawSocket, wait_until

SHORT_S = 0.3
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # first bytes of frames
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@dataclass
class App:
    """An ASGI application that answers with the size of the body, and notes which streams were ended by the client."""

    ended: list[str] = field(default_factory=list)
    started: threading.Event = field(default_factory=threading.Event)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._echo(scope, receive, send)
            return
        size, more_body = 0, True
        while more_body:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.ended.append(scope["path"])
                return
            size, more_body = size + len(message["body"]), message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] not in ("/slow-stream", "/fast-stream"):
            await send({"type": "http.response.body", "body": str(size).encode()})
            return
        sending = asyncio.create_task(self._stream(send, 0.05 if scope["path"] == "/slow-stream" else 0.0))
        self.started.set()
        while (await receive())["type"] != "http.disconnect":
            pass
        sending.cancel()
        self.ended.append(scope["path"])

    async def _stream(self, send: Any, pause_s: float) -> None:
        while True:
            await send({"type": "http.response.body", "body": b"0" * 10_000, "more_body": True})
            await asyncio.sleep(pause_s)

    async def _echo(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        extension = scope["extensions"][EXTENSION]
        while (message := await receive())["type"] == "websocket.receive":
            if message.get("text") == "round trip":
                await extension["send_text"](str(extension["round_trip_s"]()).encode())
            else:
                await extension["send_text"](message["text"].encode())


@dataclass
class RunningServer:
    app: App
    port: int
    state: Any

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), TIMEOUT_S, (source, 0))

    def websocket(self) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/", compression=None, open_timeout=TIMEOUT_S)


@contextmanager
def run_server(tls: tuple[Path, Path] | None = None, **limits: Any) -> Iterator[RunningServer]:
    app, started = App(), threading.Event()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http=BoundedHttpProtocol,
        ws=BoundedWebSocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=1,
        ssl_certfile=tls[0] if tls else None,
        ssl_keyfile=tls[1] if tls else None,
    )
    defaults = {"max_connections": 1000, "max_per_address": 1000, "max_new_per_second": 10_000.0}
    server = Server(config, ConnectionLimits(**{**defaults, **limits}), started.set, lambda: None)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    port = listener.getsockname()[1]
    thread.start()
    try:
        assert started.wait(TIMEOUT_S)
        yield RunningServer(app, port, server.server_state)
    finally:
        server.should_exit = True
        thread.join(TIMEOUT_S)
        assert not thread.is_alive()


@pytest.fixture(scope="module")
def hasty() -> Iterator[RunningServer]:
    """A server with short time limits."""
    with run_server(head_timeout_s=SHORT_S, body_timeout_s=SHORT_S, write_timeout_s=SHORT_S) as server:
        yield server


@pytest.fixture(scope="module")
def patient() -> Iterator[RunningServer]:
    """A server whose time limits no test reaches."""
    with run_server(head_timeout_s=TIMEOUT_S, body_timeout_s=TIMEOUT_S, write_timeout_s=TIMEOUT_S) as server:
        yield server


def read_all(connection: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    response = b""
    with suppress(ConnectionResetError):  # the server has closed the connection before it had read everything
        while part := connection.recv(65536):
            response += part
    return response


def send_and_read(server: RunningServer, data: bytes, source: str = "127.0.0.1") -> bytes:
    with server.connect(source) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):  # refused before the end
            connection.sendall(data)
        return read_all(connection)


# time


@pytest.mark.parametrize("data", [b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-Unfinished: "])
def test_an_unfinished_head_is_ended(hasty: RunningServer, data: bytes) -> None:
    response = send_and_read(hasty, data)
    assert response.startswith(b"HTTP/1.1 408 ") and b'"code":"too_slow"' in response


@pytest.mark.parametrize("data", [b"", b"\r\n"])
def test_a_connection_without_a_request_is_closed(hasty: RunningServer, data: bytes) -> None:
    assert send_and_read(hasty, data) == b""


@pytest.mark.parametrize(
    "body",
    [b"Content-Length: 10\r\n\r\n12345", b"Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n", b"Content-Length: 5\r\n\r\n"],
)
def test_an_unfinished_body_is_ended(hasty: RunningServer, body: bytes) -> None:
    hasty.app.ended.clear()
    assert send_and_read(hasty, b"POST /body HTTP/1.1\r\nHost: x\r\n" + body).startswith(b"HTTP/1.1 408 ")
    wait_until(lambda: hasty.app.ended == ["/body"])


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\nHost:", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1", b"\r\n"]
)
def test_time_limits_hold_on_kept_alive_connections(hasty: RunningServer, data: bytes) -> None:
    with hasty.connect() as connection:
        connection.sendall(GET)
        response = connection.recv(65536)
        while not response.endswith(b"0\r\n\r\n"):
            response += connection.recv(65536)
        assert response.startswith(b"HTTP/1.1 200 ")
        connection.sendall(data)
        assert read_all(connection).startswith(b"" if data == b"\r\n" else b"HTTP/1.1 408 ")


def test_a_client_that_does_not_read_is_disconnected(hasty: RunningServer) -> None:
    hasty.app.ended.clear()
    with hasty.connect() as connection:
        connection.sendall(b"GET /fast-stream HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: hasty.app.ended == ["/fast-stream"])


# size


def head_with_many_headers(size: int) -> bytes:
    return b"GET / HTTP/1.1\r\n" + b"X-Filler: 12345678901234567890\r\n" * (size // 32) + b"\r\n"


def head_with_a_long_header(size: int) -> bytes:
    return b"GET / HTTP/1.1\r\nX-Filler: " + b"x" * size + b"\r\n\r\n"


def body_with_a_long_trailer(size: int) -> bytes:
    return b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Filler: " + b"x" * size + b"\r\n\r\n"


HEADS: list[Callable[[int], bytes]] = [head_with_many_headers, head_with_a_long_header, body_with_a_long_trailer]


@pytest.mark.parametrize("make", HEADS)
def test_large_headers_are_refused_without_growing_memory(patient: RunningServer, make: Callable[[int], bytes]) -> None:
    data = make(5_000_000)
    tracemalloc.start()
    try:
        response = send_and_read(patient, data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert response.startswith(b"HTTP/1.1 431 ") and b'"code":"too_large"' in response
    assert peak < 1_500_000  # some reads of at most 256 kB


@pytest.mark.parametrize("make", HEADS)
def test_headers_below_the_limit_are_accepted(patient: RunningServer, make: Callable[[int], bytes]) -> None:
    with patient.connect() as connection:
        connection.sendall(make(MAX_HEAD_BYTES - 1000))
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")


def test_a_slowly_growing_header_is_refused(patient: RunningServer) -> None:
    with patient.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX-Filler: ")
        for _ in range(MAX_HEAD_BYTES // 500):
            try:
                connection.sendall(b"x" * 1000)
            except OSError:
                break
        assert read_all(connection).startswith(b"HTTP/1.1 431 ")


def test_long_request_lines_are_refused(patient: RunningServer) -> None:
    long_line = b"GET /" + b"x" * (MAX_TARGET_BYTES + 1) + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    assert send_and_read(patient, long_line).startswith(b"HTTP/1.1 414 ")
    with patient.connect() as connection:
        connection.sendall(b"GET /" + b"x" * (MAX_TARGET_BYTES - 10) + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")


def test_large_bodies_pass_to_the_application(patient: RunningServer) -> None:
    body = b"x" * 1_000_000
    head = f"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    assert b"1000000" in send_and_read(patient, head + body)


def test_garbage_is_refused(patient: RunningServer) -> None:
    response = send_and_read(patient, b"\x00\x01\x02\r\n\r\n")
    assert response.startswith(b"HTTP/1.1 400 ") and b'"code":"bad_request"' in response


@pytest.mark.parametrize(
    ("status", "data"),
    [
        (414, b"GET /" + b"x" * (MAX_TARGET_BYTES + 1)),
        (431, head_with_many_headers(MAX_HEAD_BYTES + 1000)),
        (400, GET * (MAX_PIPELINED + 5)),
    ],
)
def test_refused_connections_do_not_stay_in_memory(status: int, data: bytes) -> None:
    with run_server() as server:
        for _ in range(100):
            assert f"HTTP/1.1 {status} ".encode() in send_and_read(server, data)
        wait_until(lambda: not server.state.connections and not server.state.tasks)
        gc.collect()
        protocols = [entry for entry in gc.get_objects() if type(entry) is BoundedHttpProtocol]
        assert sum(protocol.server_state is server.state for protocol in protocols) < 5


# pipelined requests


def test_pipelined_requests_are_answered_in_order_up_to_a_limit(patient: RunningServer) -> None:
    bodies = [f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n{'x' * size}".encode() for size in range(5)]
    with patient.connect() as connection:
        connection.sendall(b"".join(bodies))
        response = b""
        while response.count(b"0\r\n\r\n") < 5:
            response += connection.recv(65536)
    assert [part.partition(b"\r\n\r\n")[2][3:4] for part in response.split(b"HTTP/1.1 200 ")[1:]] == [
        b"0",
        b"1",
        b"2",
        b"3",
        b"4",
    ]
    assert b"HTTP/1.1 400 " in send_and_read(patient, GET * (MAX_PIPELINED + 5))


def test_a_stream_ends_with_its_connection_though_a_request_waits_behind_it(patient: RunningServer) -> None:
    patient.app.ended.clear()
    patient.app.started.clear()
    with patient.connect() as connection:
        connection.sendall(b"GET /slow-stream HTTP/1.1\r\nHost: x\r\n\r\n")
        assert patient.app.started.wait(TIMEOUT_S)
        connection.sendall(GET)
    wait_until(lambda: patient.app.ended == ["/slow-stream"])


def test_a_connection_with_a_running_response_cannot_become_a_websocket(patient: RunningServer) -> None:
    patient.app.ended.clear()
    patient.app.started.clear()
    with patient.connect() as connection:
        connection.sendall(b"GET /slow-stream HTTP/1.1\r\nHost: x\r\n\r\n")
        assert patient.app.started.wait(TIMEOUT_S)
        connection.sendall(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGFibGllciBzYXlzIGhpIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert b"101" not in read_all(connection)
    wait_until(lambda: patient.app.ended == ["/slow-stream"])


# number


def is_refused(server: RunningServer) -> bool:
    """True if the server closes a new connection at once."""
    with server.connect() as connection:
        try:
            connection.sendall(GET)
            return connection.recv(1000) == b""
        except (BrokenPipeError, ConnectionResetError):
            return True


@pytest.mark.parametrize("limits", [{"max_per_address": 5}, {"max_connections": 5}])
def test_connections_beyond_the_limit_are_refused(limits: dict[str, int]) -> None:
    with run_server(**limits) as server, ExitStack() as connections:
        websocket = connections.enter_context(server.websocket())
        for _ in range(4):
            connections.enter_context(server.connect())
        wait_until(lambda: len(server.state.connections) == 5)
        assert is_refused(server)
        websocket.send("still here")
        assert websocket.recv(timeout=TIMEOUT_S) == "still here"
        websocket.close()
        wait_until(lambda: not is_refused(server))
        connections.close()
        wait_until(lambda: not server.state.connections)
        with server.websocket() as other:
            other.send("again")
            assert other.recv(timeout=TIMEOUT_S) == "again"


def test_connections_of_a_proxy_are_not_limited_by_address() -> None:
    proxies = Settings(proxied=True)
    with run_server(max_per_address=5, max_connections=20, is_proxy=proxies.trusts_proxy) as server, ExitStack() as connections:
        for _ in range(19):
            connections.enter_context(server.connect())
        assert not is_refused(server)


def test_refused_requests_are_limited_by_the_rate_of_connections() -> None:
    with run_server(max_new_per_second=0.5) as server:  # five at once
        garbage = b"\x00\r\n\r\n"
        answers = [send_and_read(server, garbage) for _ in range(30)]
        refused = [answer for answer in answers if answer.startswith(b"HTTP/1.1 400 ")]
        assert 5 <= len(refused) < 20 and answers.count(b"") == 30 - len(refused)
        assert send_and_read(server, garbage, "127.0.0.2").startswith(b"HTTP/1.1 400 "), "another address has its own limit"


def test_requests_on_a_kept_alive_connection_need_no_new_connection() -> None:
    with run_server(max_new_per_second=0.001) as server, server.connect() as connection:
        for _ in range(10):
            connection.sendall(GET)
            response = b""
            while not response.endswith(b"0\r\n\r\n"):
                response += connection.recv(65536)
        assert is_refused(server)


def test_connections_of_a_proxy_have_no_rate_limit() -> None:
    with run_server(max_new_per_second=0.001, is_proxy=Settings(proxied=True).trusts_proxy) as server:
        assert not any(is_refused(server) for _ in range(10))


def test_connections_beyond_the_rate_are_closed_before_the_tls_handshake(tmp_path: Path) -> None:
    certificate = make_self_signed(tmp_path)
    tls = ssl.create_default_context(cafile=str(certificate[0]))
    with run_server(certificate, max_new_per_second=0.001) as server:
        with server.connect() as raw, tls.wrap_socket(raw, server_hostname="127.0.0.1"):
            pass
        with server.connect() as raw, pytest.raises(OSError):
            tls.wrap_socket(raw, server_hostname="127.0.0.1")


def test_connections_in_the_tls_handshake_are_limited_in_number_and_time(tmp_path: Path) -> None:
    certificate = make_self_signed(tmp_path)
    tls = ssl.create_default_context(cafile=str(certificate[0]))
    with run_server(certificate, max_per_address=3, head_timeout_s=1.0) as server:
        with ExitStack() as connections:
            silent = [connections.enter_context(server.connect()) for _ in range(3)]
            wait_until(lambda: is_refused(server))
            assert all(read_all(connection) == b"" for connection in silent), "closed after the time limit"
        with server.connect() as plain:
            plain.sendall(GET)  # not TLS
            read_all(plain)

        def fetch() -> bytes:
            with server.connect() as raw, tls.wrap_socket(raw, server_hostname="127.0.0.1") as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                return read_all(connection)

        for _ in range(5):  # all places were given back
            assert fetch().startswith(b"HTTP/1.1 200 ")


# WebSockets


def test_text_messages_of_all_sizes(patient: RunningServer) -> None:
    with patient.websocket() as websocket:
        for size in (0, 1, 125, 126, 65535):
            text = "x" * size
            websocket.send(text)
            assert websocket.recv(timeout=TIMEOUT_S) == text
        websocket.send("é" * 30_000)
        assert websocket.recv(timeout=TIMEOUT_S) == "é" * 30_000


def test_the_round_trip_is_measured_from_the_start(patient: RunningServer) -> None:
    client = RawSocket(patient.port)
    first_byte, payload = client.receive_frame()
    assert first_byte == PING
    time.sleep(0.1)  # the round trip of a slow network
    client.send_frame(PONG, payload)
    client.send_frame(TEXT, b"round trip")
    assert 0.1 <= float(client.receive_frame()[1]) < TIMEOUT_S
    client.close()


def test_a_flood_of_pings_ends_the_connection(patient: RunningServer) -> None:
    client = RawSocket(patient.port)
    with pytest.raises(OSError):
        for _ in range(100_000):
            client.send_frame(PING, b"x" * 125)
    client.close()


def test_a_message_of_many_fragments_ends_the_connection(patient: RunningServer) -> None:
    with patient.websocket() as websocket:
        fragments = [Frame(Opcode.TEXT, b"", fin=False), *[Frame(Opcode.CONT, b"", fin=False)] * (MAX_FRAGMENTS + 1)]
        websocket.socket.sendall(b"".join(frame.serialize(mask=True) for frame in fragments))
        with pytest.raises(ConnectionClosed) as closed:
            websocket.recv(timeout=TIMEOUT_S)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


CLOSE = Frame(Opcode.CLOSE, (1000).to_bytes(2, "big"))


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([Frame(Opcode.TEXT, b"\xff")], 1007),
        ([Frame(Opcode.TEXT, "é".encode()[:1])], 1007),
        ([Frame(Opcode.TEXT, b"x", fin=False), Frame(Opcode.CONT, b"\xff")], 1007),
        ([Frame(Opcode.TEXT, b"\xff"), Frame(Opcode.TEXT, b"x")], 1007),
        ([Frame(Opcode.TEXT, b"\xff"), CLOSE], 1000),
    ],
)
def test_text_that_is_not_utf8_ends_the_connection_without_a_log_line(
    patient: RunningServer, caplog: pytest.LogCaptureFixture, frames: list[Frame], code: int
) -> None:
    with patient.websocket() as websocket:
        websocket.socket.sendall(b"".join(frame.serialize(mask=True) for frame in frames))
        with pytest.raises(ConnectionClosed) as closed:
            websocket.recv(timeout=TIMEOUT_S)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == code
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_character_may_be_split_between_fragments(patient: RunningServer) -> None:
    with patient.websocket() as websocket:
        fragments = Frame(Opcode.TEXT, "é".encode()[:1], fin=False), Frame(Opcode.CONT, "é".encode()[1:])
        websocket.socket.sendall(b"".join(frame.serialize(mask=True) for frame in fragments))
        assert websocket.recv(timeout=TIMEOUT_S) == "é"
