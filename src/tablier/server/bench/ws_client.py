"""A WebSocket client that costs next to nothing, so that the measuring does not measure itself."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

TEXT, PING, PONG, CLOSE = 0x81, 0x89, 0x8A, 0x88


class WebSocketClient(asyncio.Protocol):
    """One connection: hands whole text messages to `heard`."""

    def __init__(self, host: str, cookie: str, heard: Callable[[bytes], None]) -> None:
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._greeting = (
            f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGFibGllciBzYXlzIGhpIQ==\r\nSec-WebSocket-Version: 13\r\nCookie: tablier={cookie}\r\n\r\n"
        )
        self._heard = heard
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._greeting.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))

    def send(self, message: bytes, kind: int = TEXT) -> None:
        """Sends a frame, masked with nothing."""
        size = len(message)
        head = struct.pack("!BB", kind, 0x80 | size) if size < 126 else struct.pack("!BBH", kind, 0x80 | 126, size)
        assert self._transport
        self._transport.write(head + b"\0\0\0\0" + message)

    def close(self) -> None:
        """Hangs up."""
        if self._transport:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Takes frames apart."""
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._open = True
            self.ready.set_result(None)
        at = 0
        while (frame := _frame(data, at)) is not None:
            kind, start, at = frame
            if kind == TEXT:
                self._heard(data[start:at])
            elif kind == PING:
                self.send(data[start:at], PONG)
        self._buffer = data[at:]


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The kind, start and end of the frame there; None when it has not come whole."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1], at + 2
    if size == 126:
        if len(data) < at + 4:
            return None
        size, start = struct.unpack_from("!H", data, at + 2)[0], at + 4
    elif size == 127:
        if len(data) < at + 10:
            return None
        size, start = struct.unpack_from("!Q", data, at + 2)[0], at + 10
    return (data[at], start, start + size) if len(data) >= start + size else None
