"""The machine's address on the local network, and parsing of IP addresses."""

from __future__ import annotations

import socket as sockets
from ipaddress import IPv4Address, IPv6Address, ip_address


def network_address() -> str | None:
    """The IPv4 address on the local network; None if the machine has none."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket sends nothing; it only selects the interface. 192.0.2.1 is reserved for documentation.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address; None if `text` is not one. An IPv4-mapped IPv6 address becomes IPv4.

    >>> parse_address("::ffff:127.0.0.1"), parse_address("localhost")
    (IPv4Address('127.0.0.1'), None)
    """
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
