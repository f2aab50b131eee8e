"""Listening sockets: IPv4, IPv6 and Unix."""

from __future__ import annotations

import contextlib
import errno
import os
import socket as sockets
from pathlib import Path

from .network import network_address
from .settings import Settings

MAX_PORTS_TRIED = 20
MAX_PORT = 65_535
ALL_HOSTS = ("", "::")  # IPv4 and IPv6
ANY_HOST = (*ALL_HOSTS, "0.0.0.0")
NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)


def bind_sockets(settings: Settings, *, exact_port: bool) -> list[sockets.socket]:
    """Bind the sockets to listen on: a Unix socket, or one for each address of the host, all with the same port.

    If the configured port is taken and `exact_port` is false, one of the next ports is used. Raises `OSError` if none is free.
    """
    if settings.unix_socket:
        return [bind_unix_socket(Path(settings.unix_socket))]
    attempts = 1 if exact_port and settings.port else MAX_PORTS_TRIED
    for attempt in range(attempts):
        port = min(settings.port + attempt, MAX_PORT) if settings.port else 0  # with 0, a free IPv4 port may be taken for IPv6
        try:
            return _bind_all(settings.host, port)
        except OSError as error:
            last_error = error
    raise last_error


def _bind_all(host: str, port: int) -> list[sockets.socket]:
    """Bind one socket per address. IPv6 is left out on a machine without it, if all addresses are meant."""
    with contextlib.ExitStack() as opened:
        listeners: list[sockets.socket] = []
        for family, address in _addresses(host):
            try:
                listener = opened.enter_context(contextlib.closing(sockets.socket(family, sockets.SOCK_STREAM)))
                listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
                if family == sockets.AF_INET6:
                    listener.setsockopt(sockets.IPPROTO_IPV6, sockets.IPV6_V6ONLY, 1)  # IPv4 has a socket of its own
                listener.bind((address, listeners[0].getsockname()[1] if listeners else port))
            except OSError as error:
                if host in ALL_HOSTS and family == sockets.AF_INET6 and error.errno in NO_IPV6:
                    continue
                raise
            listeners.append(listener)
        opened.pop_all()
        return listeners


def _addresses(host: str) -> list[tuple[int, str]]:
    if host in ALL_HOSTS:
        return [(sockets.AF_INET, "0.0.0.0"), (sockets.AF_INET6, "::")]
    entries = sockets.getaddrinfo(host, None, type=sockets.SOCK_STREAM)
    return list(dict.fromkeys((int(family), str(address[0])) for family, _, _, _, address in entries))


def bind_unix_socket(path: Path) -> sockets.socket:
    """Bind a Unix socket that the group of the server may use. Replaces the socket of a server that has been killed.

    Raises `OSError`, also if another server listens on it.
    """
    listener = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
    try:
        if path.is_socket():
            with sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM) as probe:
                if probe.connect_ex(str(path)) == 0:
                    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
            path.unlink()
        listener.bind(str(path))
        path.chmod(0o660)
    except BaseException:
        listener.close()
        raise
    return listener


def server_addresses(settings: Settings, listener: sockets.socket) -> list[str]:
    """The server's addresses: the public one, or those on this machine and on the local network."""
    if settings.url:
        return [settings.url.rstrip("/")]
    if listener.family == sockets.AF_UNIX:
        return [f"unix:{listener.getsockname()}"]
    scheme = "https" if settings.tls_cert else "http"
    host, port = listener.getsockname()[:2]
    if host not in ANY_HOST:
        host = settings.host or host
        return [f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"]
    local = network_address()
    return [f"{scheme}://localhost:{port}", *([f"{scheme}://{local}:{port}"] if local else [])]
