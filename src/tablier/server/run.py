"""Server start: lock, listening socket, banner, and uvicorn until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import resource
import socket as sockets
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import segno
import uvicorn
from litestar import Litestar

from tablier.core.i18n import gettext as _

from .app import make_app
from .context import AppContext
from .http.security_headers import add_security_headers
from .maintenance.lock import data_dir_lock
from .network import network_address
from .settings import Settings
from .tls import check_certificate

MAX_PORTS_TRIED = 20
MAX_FRAME_BYTES = 64 * 1024
SHUTDOWN_TIMEOUT_S = 5


class Server(uvicorn.Server):
    """uvicorn's server with callbacks after startup and before shutdown."""

    def __init__(self, config: uvicorn.Config, on_startup: Callable[[], None], on_shutdown: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_startup = on_startup
        self._on_shutdown = on_shutdown

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_startup()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        self._on_shutdown()
        await super().shutdown(sockets)


def bind_socket(settings: Settings, *, exact_port: bool) -> sockets.socket:
    """Bind a socket to the configured port, or to one of the next ports if it is taken and `exact_port` is false.

    Raises `OSError` if no port could be bound.
    """
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    for port in range(settings.port, settings.port + (1 if exact_port or not settings.port else MAX_PORTS_TRIED)):
        listener = sockets.socket(family)
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, port))
            return listener
        except OSError as error:
            listener.close()
            last_error = error
    raise last_error


def server_addresses(settings: Settings, port: int) -> list[str]:
    """The server's addresses: the public one, or those on this machine and on the local network."""
    if settings.url:
        return [settings.url.rstrip("/")]
    scheme = "https" if settings.tls_cert else "http"
    if settings.host not in ("0.0.0.0", "::"):
        return [f"{scheme}://{settings.host}:{port}"]
    local = network_address()
    return [f"{scheme}://localhost:{port}", *([f"{scheme}://{local}:{port}"] if local else [])]


def serve(
    folder: Path,
    settings: Settings,
    *,
    exact_port: bool = False,
    open_browser: bool = True,
    print_line: Callable[[str], None],
) -> None:
    """Run the server until it is stopped.

    `print_line` prints a line for the operator. Raises `OSError` if the address cannot be bound, and `RulesError` if the data
    folder is in use or the certificate is invalid.
    """
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("alembic").setLevel(logging.ERROR)
    for warning in check_certificate(settings):
        print_line(warning)
    raise_nofile_limit()
    tune_gc()
    with data_dir_lock(folder):
        listener = bind_socket(settings, exact_port=exact_port)
        addresses = server_addresses(settings, listener.getsockname()[1])
        app = make_app(folder, settings)
        banner_tasks: list[asyncio.Task[None]] = []

        def on_startup() -> None:
            banner = _print_banner(app, addresses, print_line, open_browser=open_browser)
            banner_tasks.append(asyncio.get_running_loop().create_task(banner))

        def on_shutdown() -> None:
            context: AppContext = app.state.context
            context.begin_shutdown()

        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is the normal way to stop
            Server(server_config(app, settings), on_startup, on_shutdown).run(sockets=[listener])


def server_config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Uvicorn's configuration: the fastest event loop and WebSocket implementation, small frames, no access log."""
    return uvicorn.Config(
        add_security_headers(app),
        loop="uvloop",
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # messages are small, and a compressor per connection needs much memory
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,  # paths contain the secret ids of private matches and the tokens of links
        log_config=None,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        limit_concurrency=None,
        proxy_headers=False,
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
    )


async def _print_banner(app: Litestar, addresses: list[str], print_line: Callable[[str], None], *, open_browser: bool) -> None:
    """Print the addresses and a new operator link, which invalidates the previous one."""
    context: AppContext = app.state.context
    token = await context.accounts.create_link("operator", None, context.matches.now())
    print_line(f"Tablier: {addresses[0]}")
    for address in addresses[1:]:
        print_line(_("On this network: {address}").format(address=address))
    if len(addresses) > 1 and sys.stderr.isatty():
        segno.make(addresses[-1], micro=False).terminal(out=sys.stderr, compact=True)
    print_line(_("For the operator, once: {link}").format(link=f"{addresses[0]}/enter/{token}"))
    print_line(_("Ctrl-C stops. Nothing is lost."))
    if open_browser and has_display():
        await asyncio.to_thread(webbrowser.open, addresses[0])


def raise_nofile_limit() -> None:
    """Raise the limit of open files to the hard limit: every connection needs one."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def tune_gc() -> None:
    """Run the cyclic garbage collector less often: matches contain no cycles, and collecting cost a quarter of a move."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def has_display() -> bool:
    """True if a browser can be opened on this machine."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
