"""Server start: lock, listening socket, banner, and uvicorn until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import resource
import signal
import socket as sockets
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import segno
import uvicorn
from litestar import Litestar
from sqlalchemy.exc import DatabaseError
from uvicorn.config import STARTUP_FAILURE

from tablier.core.i18n import gettext as _

from .app import make_app
from .context import AppContext
from .errors import RequestError
from .http.admission import check_admission
from .http.request_log import log_requests
from .http.routing import prepare_routing
from .http.security_headers import add_security_headers
from .http.static_files import prepare_files
from .listening import bind_sockets, server_addresses
from .logs import configure_logging
from .maintenance.lock import data_dir_lock, is_private
from .matches.clock import wall_clock_ms
from .reload import reload_loop, watch_client
from .settings import Settings
from .store.store import DATABASE_FILE, open_database, reason_of
from .systemd import activated_sockets, notify, watchdog_interval_s, watchdog_loop
from .tls import check_certificate, reload_certificate
from .transport import BoundedHttpProtocol, BoundedWebSocketProtocol, ConnectionLimits, ConnectionListener

log = logging.getLogger(__name__)
MAX_FRAME_BYTES = 64 * 1024
SHUTDOWN_TIMEOUT_S = 5
EXIT_SHUTDOWN_FAILED = 1
RESERVED_FILES = 100  # not for connections: store, engines, push services


class Server(uvicorn.Server):
    """uvicorn's server with bounded connections, and callbacks after startup and before shutdown."""

    def __init__(
        self,
        config: uvicorn.Config,
        limits: ConnectionLimits,
        on_startup: Callable[[], None],
        on_shutdown: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._limits = limits
        self._on_startup = on_startup
        self._on_shutdown = on_shutdown

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGINT and SIGTERM. Unlike uvicorn, does not raise them again: the exit code tells how the shutdown went."""
        if threading.current_thread() is not threading.main_thread():  # only the main thread can handle signals
            yield
            return
        handlers = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Start the application, then accept connections on `sockets`."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        listener = ConnectionListener(
            sockets or [], self._limits, self._make_protocol, backlog=self.config.backlog, tls=self.config.ssl
        )
        self.servers = [cast(asyncio.Server, listener)]
        self.started = True
        self._on_startup()

    def _make_protocol(self, release: Callable[[], None]) -> BoundedHttpProtocol:
        return BoundedHttpProtocol(self.config, self.server_state, self.lifespan.state, limits=self._limits, release=release)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        self._on_shutdown()
        for server in self.servers:
            server.close()
            await server.wait_closed()
        await super().shutdown(sockets)


def serve(
    folder: Path,
    settings: Settings,
    *,
    exact_port: bool = False,
    open_browser: bool = True,
    reload: bool = False,
    print_line: Callable[[str], None],
) -> int:
    """Run the server until it is stopped by SIGINT or SIGTERM. Return the exit code, which is not 0 if the shutdown failed.

    `reload` builds the web client, again after each change, and serves the new files. `print_line` prints a line for the
    operator. Raises `OSError` if the address cannot be bound, and `RulesError` if the data folder is in use or cannot be
    written, the database cannot be opened, the certificate is invalid, or the web client is not built.
    """
    configure_logging(settings)
    for warning in check_certificate(settings):
        print_line(warning)
    max_connections = min(settings.max_connections, raise_nofile_limit() - RESERVED_FILES)
    limits = ConnectionLimits(
        max_connections=max_connections,
        max_per_address=settings.max_connections_per_address,
        max_new_per_second=settings.max_address_requests_per_second,
        is_proxy=settings.trusts_proxy,
    )
    tune_gc()
    os.umask(0o077)  # only the owner may read the data
    with data_dir_lock(folder), contextlib.ExitStack() as opened:
        if reload:
            opened.enter_context(watch_client())
        prepare_files()
        if not is_private(folder):
            print_line(
                _("Other users of this machine can open {folder}. To prevent it: chmod 700 {folder}").format(folder=folder)
            )
        open_database(folder / DATABASE_FILE).dispose()  # migrates it, and reports errors before anything is listening
        listeners = activated_sockets() or bind_sockets(settings, exact_port=exact_port)
        if settings.unix_socket:
            opened.callback(Path(settings.unix_socket).unlink, missing_ok=True)
        addresses = server_addresses(settings, listeners[0])
        app = make_app(folder, settings)
        config = server_config(app, settings)
        tasks: list[asyncio.Task[None]] = []

        def on_startup() -> None:
            context: AppContext = app.state.context
            loop = asyncio.get_running_loop()
            tasks.append(loop.create_task(_print_banner(app, addresses, print_line, open_browser=open_browser)))
            if reload:
                tasks.append(loop.create_task(reload_loop()))
            if interval_s := watchdog_interval_s():
                tasks.append(loop.create_task(watchdog_loop(context.health, interval_s)))
            if config.ssl or "NOTIFY_SOCKET" in os.environ:  # else SIGHUP ends the server when its terminal is closed
                loop.add_signal_handler(signal.SIGHUP, reload_certificate, config.ssl, settings)
            notify("READY=1")

        def on_shutdown() -> None:
            notify("STOPPING=1")
            context: AppContext = app.state.context
            context.begin_shutdown()
            for task in tasks:
                task.cancel()

        server = Server(config, limits, on_startup, on_shutdown)
        server.run(sockets=listeners)
        return EXIT_SHUTDOWN_FAILED if server.lifespan.should_exit else 0


def server_config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Uvicorn's configuration: the fastest event loop and WebSocket implementation, small frames, no access log."""
    admitted = check_admission(prepare_routing(app), app.state)
    return uvicorn.Config(
        log_requests(add_security_headers(admitted, settings), settings, app.state.metrics),
        loop="uvloop",
        http=BoundedHttpProtocol,
        ws=BoundedWebSocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # messages are small, and a compressor per connection needs much memory
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,  # paths contain the secret ids of private matches and the tokens of links
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        proxy_headers=False,
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
    )


async def _print_banner(app: Litestar, addresses: list[str], print_line: Callable[[str], None], *, open_browser: bool) -> None:
    """Print the addresses, and a new operator link unless it would only get into the log of a service."""
    context: AppContext = app.state.context
    print_line(f"Tablier: {addresses[0]}")
    for address in addresses[1:]:
        print_line(_("On this network: {address}").format(address=address))
    if len(addresses) > 1 and sys.stderr.isatty():
        segno.make(addresses[-1], micro=False).terminal(out=sys.stderr, compact=True)
    try:
        if sys.stderr.isatty() or not await context.accounts.has_operator():
            token = await context.accounts.create_link("operator", None, wall_clock_ms())
            print_line(_("For the operator, once: {link}").format(link=f"{addresses[0]}/enter/{token}"))
    except (DatabaseError, RequestError) as error:
        log.error("no operator link: %s", reason_of(error))
    print_line(_("Ctrl-C stops. Nothing is lost."))
    if open_browser and has_display():
        await asyncio.to_thread(webbrowser.open, addresses[0])


def raise_nofile_limit() -> int:
    """Raise the limit of open files to the hard limit and return it: every connection needs one."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else sys.maxsize


def tune_gc() -> None:
    """Run the cyclic garbage collector less often: matches contain no cycles, and it took a quarter of the time of a move."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def has_display() -> bool:
    """True if a browser can be opened on this machine."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
