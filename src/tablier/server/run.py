"""Starting: the data folder, the address, words for the operator, and then the server until it is told to stop."""

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
from .maintenance.lock import locked
from .network import network_address
from .settings import Settings
from .tls import check_certificate

PORTS_TRIED = 20
MAX_FRAME_BYTES = 64 * 1024
CLOSING_SECONDS = 5


class Server(uvicorn.Server):
    """Calls back once it answers, and when it is about to stop."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None], stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._started = started
        self._stopping = stopping

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._started()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        self._stopping()
        await super().shutdown(sockets)


def bound(settings: Settings, *, exactly: bool) -> sockets.socket:
    """A listening socket on the wished port, or on one of the next when that is taken and nobody insists."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    for port in range(settings.port, settings.port + (1 if exactly or not settings.port else PORTS_TRIED)):
        listening = sockets.socket(family)
        listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, port))
            return listening
        except OSError as error:
            listening.close()
            last = error
    raise last


def addresses(settings: Settings, port: int) -> list[str]:
    """Where the server can be reached: here, and from the local network."""
    if settings.url:
        return [settings.url.rstrip("/")]
    scheme = "https" if settings.tls_cert else "http"
    if settings.host not in ("0.0.0.0", "::"):
        return [f"{scheme}://{settings.host}:{port}"]
    found = network_address()
    return [f"{scheme}://localhost:{port}", *([f"{scheme}://{found}:{port}"] if found else [])]


def serve(
    folder: Path, settings: Settings, *, exactly: bool = False, browser: bool = True, words: Callable[[str], None]
) -> None:
    """Runs the server until it is stopped."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("alembic").setLevel(logging.ERROR)
    for warning in check_certificate(settings):
        words(warning)
    raise_nofile_limit()
    tune_gc()
    with locked(folder):
        listening = bound(settings, exactly=exactly)
        reached = addresses(settings, listening.getsockname()[1])
        app = make_app(folder, settings)
        greeting: list[asyncio.Task[None]] = []

        def started() -> None:
            greeting.append(asyncio.get_running_loop().create_task(_print_banner(app, reached, words, browser=browser)))

        def stopping() -> None:
            context: AppContext = app.state.context
            context.studies.end()  # nobody waits for a thought

        with contextlib.suppress(KeyboardInterrupt):  # the usual way to stop
            Server(server_config(app, settings), started, stopping).run(sockets=[listening])


def server_config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the app: the cheapest loop and sockets there are, small frames, and no log of who asked for what."""
    return uvicorn.Config(
        add_security_headers(app),
        loop="uvloop",
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # a view is small, and two thousand compressors are not
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,  # addresses of private matches and links are nobody's business
        log_config=None,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        limit_concurrency=None,
        proxy_headers=False,
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
    )


async def _print_banner(app: Litestar, reached: list[str], words: Callable[[str], None], *, browser: bool) -> None:
    """Says where to go. The operator's link works once, and only the one printed last."""
    context: AppContext = app.state.context
    token = await context.accounts.create_link("operator", None, context.matches.now())
    words(f"Tablier: {reached[0]}")
    for address in reached[1:]:
        words(_("On this network: {address}").format(address=address))
    if len(reached) > 1 and sys.stderr.isatty():
        segno.make(reached[-1], micro=False).terminal(out=sys.stderr, compact=True)
    words(_("For the operator, once: {link}").format(link=f"{reached[0]}/enter/{token}"))
    words(_("Ctrl-C stops. Nothing is lost."))
    if browser and can_browse():
        await asyncio.to_thread(webbrowser.open, reached[0])


def raise_nofile_limit() -> None:
    """As many connections as the system allows, not as few as a shell usually gives."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def tune_gc() -> None:
    """Looks for cycles less often: what matches are made of has none, and searching it all costs a quarter of a move."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def can_browse() -> bool:
    """Whether there is a screen to open a browser on."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
