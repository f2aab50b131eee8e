"""HTTPS requests to push services.

The address of a push service comes from a browser and is not trusted: the server must not be made to connect to machines in
its own network. Therefore the resolved address is checked, and the connection goes to exactly that address.
"""

from __future__ import annotations

import asyncio
import socket as sockets
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

import h11

from ..errors import RequestError

TIMEOUT_S = 10.0  # for name resolution, connection and response together
HTTPS_PORT = 443
MAX_RESPONSE_HEAD = 16 * 1024  # bytes
READ_SIZE = 4096
MAX_LOOKUPS = 64  # name resolutions under way
NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052; local-use prefixes (RFC 8215) are not public
GLOBAL_UNICAST = IPv6Network("2000::/3")  # without IPv4-compatible, local and multicast addresses
# From the IANA special-purpose registries, as a list of our own because `is_global` differs between Python versions.
SPECIAL_IPV4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # carrier-grade NAT
            "127.0.0.0/8",  # loopback
            "169.254.0.0/16",  # link-local, metadata services of clouds
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # automatic multicast tunnelling
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)
SPECIAL_IPV6 = tuple(  # within `GLOBAL_UNICAST`
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]  # from host and port to addresses; raises `OSError`


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


def endpoint_host(endpoint: str, *, allow_local: bool) -> str:
    """Return host and port of an endpoint in one spelling, as the key of limits. Raises `RequestError("bad_endpoint")`."""
    parts = parse_endpoint(endpoint, allow_local=allow_local)
    return f"{(parts.hostname or '').rstrip('.')}:{parts.port or HTTPS_PORT}"


def is_public(address: str) -> bool:
    """True if the address is globally routable unicast. IPv4-mapped and NAT64 addresses count as the IPv4 address they contain.

    >>> addresses = ("142.250.74.10", "192.168.1.1", "127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "169.254.169.254")
    >>> [is_public(address) for address in addresses]
    [True, False, False, False, False, False]
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        embedded = IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else ip.ipv4_mapped
        if embedded is None:
            return ip in GLOBAL_UNICAST and not any(ip in network for network in SPECIAL_IPV6)
        ip = embedded
    return not any(ip in network for network in SPECIAL_IPV4)


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


@cache
def _lookup_threads() -> ThreadPoolExecutor:
    """Threads for name resolution alone: a name server that never answers must not hold the threads of other work."""
    return ThreadPoolExecutor(MAX_LOOKUPS, "push-lookup")


async def resolve_host(host: str, port: int) -> list[str]:
    """Resolve a host name with the system's resolver. Raises `OSError`."""
    lookup = partial(sockets.getaddrinfo, host, port, type=sockets.SOCK_STREAM)
    entries = await asyncio.get_running_loop().run_in_executor(_lookup_threads(), lookup)
    return [str(entry[4][0]) for entry in entries]


async def post(
    endpoint: str, headers: Mapping[str, str], body: bytes, *, allow_local: bool = False, resolve: Resolve = resolve_host
) -> int:
    """Send a POST request and return the status of the response. Does not follow redirects or read the body.

    Connects to the first address that `resolve` returns, and only if all of them are public or `allow_local` is set. Raises
    `Unreachable`, and `RequestError("bad_endpoint")` for an endpoint that is not allowed.
    """
    parts = parse_endpoint(endpoint, allow_local=allow_local)
    host, port = parts.hostname or "", parts.port or HTTPS_PORT
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    all_headers = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_RESPONSE_HEAD)
    h11_events = (
        h11.Request(method="POST", target=target, headers=list(all_headers.items())),
        h11.Data(data=body),
        h11.EndOfMessage(),
    )
    request = b"".join(protocol.send(event) or b"" for event in h11_events)
    try:
        async with asyncio.timeout(TIMEOUT_S):
            addresses = await resolve(host, port)
            if not allow_local and not all(map(is_public, addresses)):
                raise OSError("leads into a local network")
            reader, writer = await asyncio.open_connection(addresses[0], port, ssl=_tls_context(), server_hostname=host)
            try:
                writer.write(request)
                await writer.drain()
                return await _read_status(protocol, reader)
            finally:
                writer.close()
    except (
        OSError,
        ValueError,
        h11.RemoteProtocolError,
    ) as error:  # OSError: also TLS and timeouts; ValueError: bad host names
        raise Unreachable(f"{host}: {str(error) or type(error).__name__}") from None


async def _read_status(protocol: h11.Connection, reader: asyncio.StreamReader) -> int:
    """Read the head of the response, skipping informational responses."""
    while True:
        event = protocol.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            protocol.receive_data(await reader.read(READ_SIZE))
