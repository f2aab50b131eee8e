"""The protocols between systemd and a service: socket activation, readiness and the watchdog."""

from __future__ import annotations

import asyncio
import logging
import os
import socket as sockets
from collections.abc import Mapping

from .health import HealthCheck

log = logging.getLogger(__name__)
FIRST_FD = 3  # of the sockets that systemd passes


def activated_sockets(environment: Mapping[str, str] = os.environ, first_fd: int = FIRST_FD) -> list[sockets.socket]:
    """The listening sockets that systemd has opened for this process; none if it has not."""
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return []
    listeners = [sockets.socket(fileno=first_fd + index) for index in range(int(environment.get("LISTEN_FDS", "0")))]
    for listener in listeners:
        listener.set_inheritable(False)
    return listeners


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send a state such as `READY=1` to systemd. Does nothing if the process is not a unit of type `notify`."""
    path = environment.get("NOTIFY_SOCKET")
    if not path:
        return
    address = f"\0{path[1:]}" if path.startswith("@") else path  # @ stands for the abstract namespace
    try:
        with sockets.socket(sockets.AF_UNIX, sockets.SOCK_DGRAM) as connection:
            connection.connect(address)
            connection.sendall(state.encode())
    except OSError as error:
        log.warning("systemd cannot be notified: %s", error)


def watchdog_interval_s(environment: Mapping[str, str] = os.environ) -> float | None:
    """The time between two signs of life, a third of what the unit allows; None without a watchdog."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    allowed_us = int(environment.get("WATCHDOG_USEC", "0"))
    return allowed_us / 3_000_000 if allowed_us else None


async def watchdog_loop(health: HealthCheck, interval_s: float) -> None:
    """Send a sign of life while the server is healthy; systemd restarts it after several were missed."""
    while True:
        if failures := await health.find_failures():
            log.error("unhealthy: %s", "; ".join(failures))
        else:
            notify("WATCHDOG=1")
        await asyncio.sleep(interval_s)
