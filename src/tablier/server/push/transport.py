"""Handing a message to a push service.

Its address comes from a browser, so it is not believed: the server must not be made to call into the network it stands in.
"""

from __future__ import annotations

import asyncio
import socket as sockets
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from ..errors import RequestError

SECONDS = 10.0  # for everything: finding it, greeting it, its answer
HTTPS = 443
TRANSLATED = IPv6Network("64:ff9b::/96")  # IPv4 behind IPv6 (RFC 6052)


class Unreachable(Exception):
    """The push service did not answer."""


def parse_endpoint(endpoint: str, *, local: bool) -> SplitResult:
    """The address of a push service; `RequestError("bad_endpoint")` when it cannot be one. `local`: in any network."""
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise RequestError("bad_endpoint") from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not plain or parts.scheme != "https" or not host or "@" in parts.netloc or parts.fragment:
        raise RequestError("bad_endpoint")
    if not local and (port not in (None, HTTPS) or "." not in host or (_is_number(host) and not is_public(host))):
        raise RequestError("bad_endpoint")
    return parts


def is_public(address: str) -> bool:
    """Whether this is a machine on the internet, in whichever clothes.

    >>> [is_public(one) for one in ("142.250.74.10", "192.168.1.1", "127.0.0.1", "::ffff:10.0.0.1", "169.254.169.254")]
    [True, False, False, False, False]
    """
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if not inside and found in TRANSLATED:
            inside = IPv4Address(int(found) & 0xFFFFFFFF)
        if inside:
            return is_public(str(inside))
    return found.is_global and not found.is_multicast


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(endpoint: str, headers: Mapping[str, str], body: bytes, *, local: bool = False) -> int:
    """Posts, and answers with the status. Follows nothing and reads no further than the first line. `Unreachable`."""
    parts = parse_endpoint(endpoint, local=local)
    host, port = parts.hostname or "", parts.port or HTTPS
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    told = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    head = "".join(f"{line}\r\n" for line in (f"POST {path} HTTP/1.1", *(f"{name}: {told[name]}" for name in told), ""))
    try:
        async with asyncio.timeout(SECONDS):
            address = await _found(host, port, local=local)
            # to the very address that was checked: a second look at the name might lead elsewhere
            reader, writer = await asyncio.open_connection(address, port, ssl=_trust(), server_hostname=host, limit=8192)
            try:
                writer.write(head.encode() + body)
                await writer.drain()
                return int((await reader.readline()).split()[1])
            finally:
                writer.close()
    except (OSError, ValueError, IndexError) as error:  # TLS and timeouts are OSErrors, too
        raise Unreachable(f"{host}: {error or type(error).__name__}") from None


async def _found(host: str, port: int, *, local: bool) -> str:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=sockets.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not local and not all(map(is_public, addresses)):
        raise OSError("leads into a local network")
    return addresses[0]
