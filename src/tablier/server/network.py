"""Where this machine is found by others."""

from __future__ import annotations

import socket as sockets


def network_address() -> str | None:
    """The address on the local network, where there is one."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for examples; nothing is sent
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found
