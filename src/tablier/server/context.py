"""The application context: all services of a running server, opened and closed together."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from .accounts.service import Account, AccountService
from .engines.opponents import EngineOpponents
from .engines.pool import Pool
from .errors import RequestError
from .limits import ConcurrencyLimit, RateLimiter
from .matches.lobby import Lobby
from .matches.recovery import heartbeat_loop, restore_clocks
from .matches.service import MatchService
from .push.encryption import VapidSigner
from .push.notifier import PushNotifier
from .settings import Settings, load_secret
from .socket.connection import SocketConnection
from .store.store import Store
from .study.service import StudyService


class AppContext:
    """The services that request handlers use."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self.store = Store(folder / "tablier.sqlite")
        key = load_secret(folder)
        self.accounts = AccountService(self.store, key)
        self.matches = MatchService(self.store, flag_grace_ms=settings.max_lag_ms)
        self.lobby = Lobby(self.matches)
        self.pool = Pool(settings.engine_workers, settings.engine_memory_mb)
        self.opponents = EngineOpponents(self.matches, self.pool, settings.max_engine_turn_s)
        self.studies = StudyService(settings)
        self.push = PushNotifier(
            self.matches,
            VapidSigner(key, settings.contact or settings.address),
            is_present=self.has_visible_page,
            delay_s=settings.push_delay_s,
            allow_local=settings.push_allow_local,
        )
        self.push_tests = RateLimiter(0.1, burst_s=50)
        self.requests = RateLimiter(settings.max_requests_per_second)
        self.new_guests = RateLimiter(settings.max_new_accounts_per_minute / 60, burst_s=60)  # a class may arrive at once
        self.sockets_per_account = ConcurrencyLimit(settings.max_sockets_per_account, "too_many_sockets")
        self.sockets_per_address = ConcurrencyLimit(settings.max_sockets_per_address, "too_many_sockets")
        self.sockets: set[SocketConnection] = set()
        self.started = time.time()
        self._stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    def has_visible_page(self, account_id: str) -> bool:
        """True if the account has a page open that is not hidden."""
        return any(not socket.away for socket in self._sockets_of(account_id))

    def replace_account(self, account: Account) -> Account:
        """Pass an account that has changed on to its open sockets, and return it."""
        for socket in self._sockets_of(account.id):
            socket.account = account
        return account

    def disconnect(self, account_id: str) -> None:
        """Close the sockets of an account that was banned or deleted."""
        for socket in self._sockets_of(account_id):
            socket.disconnect(1008)

    def _sockets_of(self, account_id: str) -> list[SocketConnection]:
        return [socket for socket in self.sockets if socket.account and socket.account.id == account_id]

    async def open(self) -> None:
        """Resume clocks, push notifications and engine turns after a restart."""
        await restore_clocks(self.matches, self.settings.restart_grace_s)
        self._tasks.append(asyncio.create_task(heartbeat_loop(self.matches)))
        await self.push.open()
        await self.opponents.open()

    def begin_shutdown(self) -> None:
        """Reject further commands and end analysis streams, which would delay the shutdown."""
        self._stopping = True
        self.studies.stop()

    def check_running(self) -> None:
        """Raise `RequestError("shutting_down")` once the shutdown has begun."""
        if self._stopping:
            raise RequestError("shutting_down")

    async def close(self) -> None:
        """Close all services. Acknowledged events are already on disk."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for socket in list(self.sockets):
            socket.disconnect(1012)  # service restart
        await self.push.close()
        await self.opponents.close()
        await self.studies.close()
        await self.pool.close()
        await self.matches.close()
        self.store.close()


@asynccontextmanager
async def open_context(folder: Path, settings: Settings) -> AsyncIterator[AppContext]:
    """Open an application context over a data folder for the duration of the block."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    context = AppContext(folder, settings)
    try:
        await context.open()
        yield context
    finally:
        await context.close()
