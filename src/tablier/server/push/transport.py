"""HTTPS requests to push services.

The address of a push service comes from a browser and is not trusted: the server must not be made to connect to machines in
its own network. Therefore the resolved address is checked, and the connection goes to exactly that address.
"""

from __future__ import annotations

import asyncio
import socket as sockets
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

import h11

from ..errors import RequestError

TIMEOUT_S = 10.0  # for name resolution, connection and response together
HTTPS_PORT = 443
MAX_RESPONSE_HEAD = 16 * 1024  # bytes
READ_SIZE = 4096
NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052


class Unreachable(Exception):
    """The push service could not be reached or did not respond correctly."""


def parse_endpoint(endpoint: str, *, allow_local: bool) -> SplitResult:
    """Parse the address of a push service: https, port 443, a public host; any port and host with `allow_local`.

    Raises `RequestError("bad_endpoint")`.
    """
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise RequestError("bad_endpoint") from None
    clean = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not clean or parts.scheme != "https" or not host or "@" in parts.netloc or parts.fragment:
        raise RequestError("bad_endpoint")
    if not allow_local and (port not in (None, HTTPS_PORT) or "." not in host or (_is_ip(host) and not is_public(host))):
        raise RequestError("bad_endpoint")
    return parts


def is_public(address: str) -> bool:
    """True if the address is globally routable; unwraps IPv4-mapped, 6to4, Teredo and NAT64.

    >>> addresses = ("142.250.74.10", "192.168.1.1", "127.0.0.1", "::ffff:10.0.0.1", "169.254.169.254")
    >>> [is_public(address) for address in addresses]
    [True, False, False, False, False]
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        embedded = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if not embedded and ip in NAT64:
            embedded = IPv4Address(int(ip) & 0xFFFFFFFF)
        if embedded:
            return is_public(str(embedded))
    return ip.is_global and not ip.is_multicast


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(endpoint: str, headers: Mapping[str, str], body: bytes, *, allow_local: bool = False) -> int:
    """Send a POST request and return the status of the response. Does not follow redirects or read the body.

    Raises `Unreachable`, and `RequestError("bad_endpoint")` for an address that is not allowed.
    """
    parts = parse_endpoint(endpoint, allow_local=allow_local)
    host, port = parts.hostname or "", parts.port or HTTPS_PORT
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    all_headers = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_RESPONSE_HEAD)
    messages = (
        h11.Request(method="POST", target=target, headers=list(all_headers.items())),
        h11.Data(data=body),
        h11.EndOfMessage(),
    )
    request = b"".join(protocol.send(message) or b"" for message in messages)
    try:
        async with asyncio.timeout(TIMEOUT_S):
            address = await _resolve(host, port, allow_local=allow_local)
            reader, writer = await asyncio.open_connection(address, port, ssl=_tls_context(), server_hostname=host)
            try:
                writer.write(request)
                await writer.drain()
                return await _read_status(protocol, reader)
            finally:
                writer.close()
    except (OSError, h11.RemoteProtocolError) as error:  # TLS errors and timeouts are OSErrors
        raise Unreachable(f"{host}: {str(error) or type(error).__name__}") from None


async def _read_status(protocol: h11.Connection, reader: asyncio.StreamReader) -> int:
    """Read the head of the response, skipping informational responses."""
    while True:
        event = protocol.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            protocol.receive_data(await reader.read(READ_SIZE))


async def _resolve(host: str, port: int, *, allow_local: bool) -> str:
    """Resolve a host name. Raises `OSError` if one of its addresses is not public."""
    entries = await asyncio.get_running_loop().getaddrinfo(host, port, type=sockets.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in entries]
    if not allow_local and not all(map(is_public, addresses)):
        raise OSError("leads into a local network")
    return addresses[0]
