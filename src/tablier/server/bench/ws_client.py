"""A minimal WebSocket client, so that the load generator itself costs little."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

# First bytes of frames: FIN flag and opcode.
TEXT, PING, PONG = 0x81, 0x89, 0x8A


class WebSocketClient(asyncio.Protocol):
    """One connection. Calls `on_message` with each text message."""

    def __init__(self, host: str, cookie: str, on_message: Callable[[bytes], None]) -> None:
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._handshake = (
            f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGFibGllciBzYXlzIGhpIQ==\r\nSec-WebSocket-Version: 13\r\nCookie: tablier={cookie}\r\n\r\n"
        )
        self._on_message = on_message
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._handshake.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """Fail `ready` if the server closed the connection during the handshake."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))

    def send(self, message: bytes, first_byte: int = TEXT) -> None:
        """Send a frame of less than 64 kB, with a mask of zeros."""
        size = len(message)
        head = struct.pack("!BB", first_byte, 0x80 | size) if size < 126 else struct.pack("!BBH", first_byte, 0x80 | 126, size)
        assert self._transport
        self._transport.write(head + b"\0\0\0\0" + message)

    @property
    def is_open(self) -> bool:
        """True until either side has closed the connection."""
        return self._transport is not None and not self._transport.is_closing()

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Split the stream into frames."""
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, separator, data = data.partition(b"\r\n\r\n")
            if not separator:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._open = True
            self.ready.set_result(None)
        offset = 0
        while (frame := _parse_frame(data, offset)) is not None:
            first_byte, start, offset = frame
            if first_byte == TEXT:
                self._on_message(data[start:offset])
            elif first_byte == PING:
                self.send(data[start:offset], PONG)
        self._buffer = data[offset:]


def _parse_frame(data: bytes, offset: int) -> tuple[int, int, int] | None:
    """Return first byte, start and end of the payload of the frame at `offset`; None if it is incomplete."""
    if len(data) < offset + 2:
        return None
    size, start = data[offset + 1], offset + 2
    if size == 126:
        if len(data) < offset + 4:
            return None
        size, start = struct.unpack_from("!H", data, offset + 2)[0], offset + 4
    elif size == 127:
        if len(data) < offset + 10:
            return None
        size, start = struct.unpack_from("!Q", data, offset + 2)[0], offset + 10
    return (data[offset], start, start + size) if len(data) >= start + size else None
