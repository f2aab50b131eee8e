"""Bounded connections: uvicorn's HTTP and WebSocket protocols with limits in number, size and time."""

from __future__ import annotations

import asyncio
import logging
import socket as sockets
import ssl
import struct
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, cast

import httptools
from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from .error_response import error_json
from .errors import RequestError
from .limits import ADDRESS_BURST_S, ConcurrencyLimit, RateLimiter, TokenBucket, address_key
from .matches.encoding import encode

log = logging.getLogger(__name__)

MAX_TARGET_BYTES = 8 * 1024  # path and query of a request
MAX_HEAD_BYTES = 32 * 1024  # target, headers and trailers of a request
PIECE_BYTES = 8 * 1024  # parsed at a time; the size of an unfinished header is checked after each piece
MAX_PIPELINED = 10  # requests that wait for the response to an earlier one on the same connection
MAX_FRAGMENTS = 100  # frames of one WebSocket message
MAX_PINGS_PER_SECOND = 5.0  # from a WebSocket client
ACCEPT_RETRY_S = 0.5  # pause after `accept` has failed, usually because no file descriptor is left
EXTENSION = "tablier"  # key in the `extensions` of a WebSocket's ASGI scope

REFUSAL_BODIES: Mapping[int, bytes] = {  # by status
    status: encode({"error": error_json(error)})
    for status, error in (
        (400, RequestError("bad_request", why="HTTP")),
        (408, RequestError("too_slow")),
        (414, RequestError("too_large", most=f"{MAX_TARGET_BYTES // 1024} kB")),
        (431, RequestError("too_large", most=f"{MAX_HEAD_BYTES // 1024} kB")),
    )
}


class _Refused(Exception):
    """Stops the parser from within a callback.

    Raise the class, not a shared instance, whose traceback would keep the frames of all its raises alive.
    """


@dataclass(frozen=True, kw_only=True)
class ConnectionLimits:
    """Limits of connections: number, rate, and time to receive a request or to send a response."""

    max_connections: int
    max_per_address: int
    max_new_per_second: float  # per address; bursts of `ADDRESS_BURST_S`
    is_proxy: Callable[[str], bool] = lambda _address: False  # True for addresses whose connections are those of many clients
    head_timeout_s: float = 10.0  # for the TLS handshake, and then for the head of a request
    body_timeout_s: float = 30.0
    write_timeout_s: float = 30.0  # how long a send buffer may stay full because the client does not read


class ConnectionListener:
    """Accepts connections on bound sockets within the limits. Replaces `asyncio.Server`, with the methods that uvicorn calls.

    Connections are counted when they are accepted, so that the limits include connections in the TLS handshake. The rate limit
    also bounds the requests that are refused before they reach the application, because each of them ends its connection.
    """

    def __init__(
        self,
        listeners: Iterable[sockets.socket],
        limits: ConnectionLimits,
        make_protocol: Callable[[Callable[[], None]], asyncio.Protocol],
        *,
        backlog: int,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`make_protocol` gets a function that it must call when the connection is closed. Repeated calls have no effect."""
        self._limits = limits
        self._make_protocol = make_protocol
        self._tls = tls
        self._connections = ConcurrencyLimit(limits.max_connections, "too_many_sockets")
        self._per_address = ConcurrencyLimit(limits.max_per_address, "too_many_sockets")
        self._new_per_address = RateLimiter(limits.max_new_per_second, burst_s=ADDRESS_BURST_S)
        self._tasks: set[asyncio.Task[None]] = set()
        for listener in listeners:
            listener.setblocking(False)
            listener.listen(backlog)
            self._spawn(self._accept_loop(listener))

    def close(self) -> None:
        """Stop accepting connections. Established connections stay open."""
        for task in self._tasks:
            task.cancel()

    async def wait_closed(self) -> None:
        """Wait until no connection is being accepted any more."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept_loop(self, listener: sockets.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(listener)
            except ConnectionAbortedError:  # by the client, before it was accepted
                continue
            except OSError as error:
                log.warning("cannot accept a connection: %s", error)
                await asyncio.sleep(ACCEPT_RETRY_S)
                continue
            places = ExitStack()
            try:
                if listener.family != sockets.AF_UNIX and not self._limits.is_proxy(peer[0]):
                    address = address_key(peer[0])
                    self._new_per_address.take(address)
                    places.enter_context(self._per_address.acquire(address))
                places.enter_context(self._connections.acquire(""))
            except RequestError:
                places.close()
                connection.close()
                continue
            self._spawn(self._connect(connection, places.close))

    async def _connect(self, connection: sockets.socket, release: Callable[[], None]) -> None:
        """Make the protocol of a connection, with TLS after the handshake."""
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self._make_protocol(release),
                connection,
                ssl=self._tls,
                ssl_handshake_timeout=self._limits.head_timeout_s if self._tls else None,
            )
        except (OSError, asyncio.CancelledError):  # the handshake has failed or took too long, or the server stops
            release()
            connection.close()


class BoundedHttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits of the size and the duration of requests, also on kept-alive connections."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        *,
        limits: ConnectionLimits,
        release: Callable[[], None],
    ) -> None:
        """`release` is called when the connection is closed."""
        super().__init__(config, server_state, app_state)
        self.ws_protocol_class = cast(Any, partial(BoundedWebSocketProtocol, release=release))
        self._limits = limits
        self._release = release
        self._part: Literal["head", "body"] | None = None  # the part of a request that is being received
        self._timed_part: Literal["head", "body"] | None = None  # the part that `_timer` is for
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._unfinished_bytes = 0  # since the last callback of the parser, which buffers an incomplete header
        self._refusal = 400  # status of the response if the parser fails
        # The request being answered. uvicorn's `cycle` is the last one received, which may still wait in `pipeline`.
        self._running: RequestResponseCycle | None = None

    # connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the time limit for the first request."""
        super().connection_made(cast(asyncio.Transport, transport))
        self._set_timer("head")

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection's places in the limits, and end the running request even if others wait behind it."""
        self._release()
        self._set_timer(None)
        self.resume_writing()
        self._abandon(self._running)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the time limit for a client that does not read its response."""
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(self._limits.write_timeout_s, self.transport.abort)

    def resume_writing(self) -> None:
        """End the time limit of `pause_writing`."""
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, unless a response is still being sent on it."""
        if self._running is not None and not self._running.response_complete:
            self._refuse(400)
            return
        self._set_timer(None)
        super().handle_websocket_upgrade()

    # requests

    def data_received(self, data: bytes) -> None:
        """Parse data; answer 400, 414 or 431 and close the connection if it is malformed or too large."""
        self._unset_keepalive_if_required()
        for start in range(0, len(data), PIECE_BYTES):
            if not self._parse(data[start : start + PIECE_BYTES]):
                return
        idle = self._part is None and (self.cycle is None or self.cycle.response_complete)
        self._set_timer("head" if idle else self._part)

    def _parse(self, piece: bytes) -> bool:
        """Parse a piece of the data; False if the connection was closed or has become a WebSocket."""
        self._unfinished_bytes += len(piece)
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                return False
        except httptools.HttpParserError:
            self._refuse(self._refusal)
            return False
        if self._head_bytes + self._unfinished_bytes > MAX_HEAD_BYTES:
            self._refuse(431)
            return False
        return True

    def on_message_begin(self) -> None:
        """Parser callback: the first byte of a request."""
        self._unfinished_bytes = 0
        self._part = "head"
        self._head_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Parser callback: a part of the target."""
        self._count_head(len(url))
        super().on_url(url)
        if len(self.url) > MAX_TARGET_BYTES:
            self._refusal = 414
            raise _Refused

    def on_header(self, name: bytes, value: bytes) -> None:
        """Parser callback: a header, or a trailer of a chunked body."""
        self._count_head(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def _count_head(self, size: int) -> None:
        self._unfinished_bytes = 0
        self._head_bytes += size
        if self._head_bytes > MAX_HEAD_BYTES:
            self._refusal = 431
            raise _Refused

    def on_headers_complete(self) -> None:
        """Parser callback: the end of the head. Starts the request or queues it behind the running one."""
        self._unfinished_bytes = 0
        self._part = "body"
        super().on_headers_complete()
        if len(self.pipeline) > MAX_PIPELINED:
            raise _Refused

    def on_body(self, body: bytes) -> None:
        """Parser callback: a part of the body."""
        self._unfinished_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Parser callback: the end of a request."""
        self._unfinished_bytes = 0
        self._part = None
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # refusals

    def _set_timer(self, part: Literal["head", "body"] | None) -> None:
        """Limit the time for a part of a request. A timer that already runs for this part is not restarted."""
        if part == self._timed_part:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._timed_part = part
        if part is not None:
            timeout_s = self._limits.head_timeout_s if part == "head" else self._limits.body_timeout_s
            self._timer = self.loop.call_later(timeout_s, self._on_timeout)

    def _on_timeout(self) -> None:
        if self._part is None:  # no byte of a request
            self.transport.close()
        else:
            self._refuse(408)

    def _refuse(self, status: int) -> None:
        """Answer with an error, unless another response has begun, and close the connection."""
        running = self._running
        if running is None or running.response_complete or not running.response_started:
            body = REFUSAL_BODIES[status]
            headers = [*self.server_state.default_headers, (b"content-type", b"application/json"), (b"connection", b"close")]
            headers.append((b"content-length", str(len(body)).encode()))
            lines = b"".join(b"%b: %b\r\n" % header for header in headers)
            self.transport.write(STATUS_LINE[status] + lines + b"\r\n" + body)
        self._abandon(running)
        self._abandon(self.cycle)
        self.pipeline.clear()
        self.transport.close()

    def _abandon(self, cycle: RequestResponseCycle | None) -> None:
        """Tell a request that its client has disconnected."""
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with limits of control frames and fragments, and a measured round trip.

    The ASGI scope has the extension `EXTENSION` with `round_trip_s` and `send_text`.
    """

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], *, release: Callable[[], None]
    ) -> None:
        """`release` is called when the connection is closed."""
        super().__init__(config, server_state, app_state)
        self._release = release
        self._pings = TokenBucket(MAX_PINGS_PER_SECOND, time.monotonic())

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection's places in the limits."""
        self._release()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Add the extension to the scope, before the task of the application runs."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[EXTENSION] = {"round_trip_s": self.round_trip_s, "send_text": self.send_text}

    def start_keepalive(self) -> None:
        """Send the first ping at once, so that the round trip is known before the first move."""
        if self.ping_interval:
            self.send_keepalive_ping()

    def round_trip_s(self) -> float:
        """Time from the last ping of the server to its pong; 0 before the first pong."""
        return self.last_ping_rtt

    def handle_ping(self) -> None:
        """Answer a ping. uvicorn would buffer any number of pongs for a client that does not read."""
        if self.writable.is_set() and self._pings.take(time.monotonic()):
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to a message. The size of a message is limited, but not that of a list of empty fragments."""
        if len(self.frames) >= MAX_FRAGMENTS:
            self.conn.fail(1009)
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message on to the application, or close with 1007 if a text is not UTF-8.

        uvicorn would log a traceback.
        """
        if self.curr_msg_data_type == "text" and not self.close_sent:
            message = b"".join(self.frames)
            try:
                message.decode()
            except UnicodeDecodeError:
                self.conn.fail(1007)
                self.handle_parser_exception()
                return
            self.frames = [message]
        super().send_receive_event_to_app()

    async def send_text(self, payload: bytes) -> None:
        """Send a text message that is UTF-8 already. Raises `ClientDisconnected`.

        Skips the frame objects and the conversion to text and back, which are most of the cost of a message to many clients.
        """
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(_text_frame_head(len(payload)) + payload)


def _text_frame_head(size: int) -> bytes:
    """The head of an unmasked, unfragmented text frame (RFC 6455, section 5.2)."""
    if size < 126:
        return struct.pack("!BB", 0x81, size)
    if size < 65536:
        return struct.pack("!BBH", 0x81, 126, size)
    return struct.pack("!BBQ", 0x81, 127, size)
