"""The machine's address on the local network."""

from __future__ import annotations

import socket as sockets


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
