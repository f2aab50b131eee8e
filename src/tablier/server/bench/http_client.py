"""A minimal HTTP client with persistent connections, so that the load generator itself costs little."""

from __future__ import annotations

import asyncio
import json
from typing import Any

MAX_HEAD = 1_000_000  # bytes


class HttpClient:
    """One visitor with a cookie and one connection, which is opened again when the server closes it."""

    def __init__(self, address: tuple[str, int], cookie: str = "") -> None:
        self.cookie = cookie
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request and return status and body of the response. Takes over a cookie that the server sets.

        Raises `OSError` or `EOFError` if the connection fails.
        """
        reader, writer = self._streams or await asyncio.open_connection(*self._address, limit=MAX_HEAD)
        self._streams = None
        writer.write(make_request(method, path, host=self._address[0], cookie=self.cookie, body=body))
        status, headers, data = await read_response(reader)
        if headers.get("connection") == "close":
            writer.close()
        else:
            self._streams = reader, writer
        if (set_cookie := headers.get("set-cookie", "")).startswith("tablier="):
            self.cookie = set_cookie.partition("=")[2].partition(";")[0]
        return status, data

    async def request_json(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the decoded body. Raises `ConnectionError` for an error status."""
        status, data = await self.request(method, path, body)
        if status >= 300:
            raise ConnectionError(f"{method} {path}: {status} {data[:200].decode(errors='replace')}")
        return json.loads(data)

    def close(self) -> None:
        """Close the connection."""
        if self._streams:
            self._streams[1].close()
            self._streams = None


def make_request(method: str, path: str, *, host: str, cookie: str = "", body: Any = None) -> bytes:
    """Return the bytes of a request; `body` is sent as JSON."""
    data = b"" if body is None else json.dumps(body).encode()
    headers = {"host": host}
    if cookie:
        headers["cookie"] = f"tablier={cookie}"
    if body is not None:
        headers |= {"content-type": "application/json", "content-length": str(len(data))}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + data


async def read_response(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """Read a whole response to a GET or POST request. Return status, headers (names in lower case) and body.

    Raises `OSError` or `EOFError` if the connection ends before.
    """
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head[:-4].split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    data = b""
    if "content-length" in headers:
        data = await reader.readexactly(int(headers["content-length"]))
    elif headers.get("transfer-encoding") == "chunked":
        while size := int(await reader.readline() or b"0", 16):
            data += (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
    return int(first.split(" ")[1]), headers, data
