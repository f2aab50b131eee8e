"""The house: everything a running server consists of, made together and closed together."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from .accounts.service import Account, AccountService
from .engines.opponents import EngineOpponents
from .engines.pool import Pool
from .limits import ConcurrencyLimit, RateLimiter
from .matches.lobby import Lobby
from .matches.recovery import heartbeat_loop, restore_clocks
from .matches.service import MatchService
from .push.encryption import Sender
from .push.notifier import Push
from .settings import Settings, load_secret
from .socket.connection import Connection
from .store.store import Store
from .study.service import Studies


class AppContext:
    """What handlers of requests work with."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self.store = Store(folder / "tablier.sqlite")
        key = load_secret(folder)
        self.accounts = AccountService(self.store, key)
        self.matches = MatchService(self.store, late=settings.max_lag_ms)
        self.lobby = Lobby(self.matches)
        self.pool = Pool(settings.engine_workers, settings.engine_memory_mb)
        self.opponents = EngineOpponents(self.matches, self.pool, settings.max_engine_turn_s)
        self.studies = Studies(settings)
        self.push = Push(
            self.matches,
            Sender(key, settings.contact or settings.address),
            present=self.present,
            wait=settings.push_delay_s,
            local=settings.push_allow_local,
        )
        self.push_tests = RateLimiter(0.1, burst_s=50)
        self.requests = RateLimiter(settings.max_requests_per_second)
        self.new_guests = RateLimiter(settings.max_new_accounts_per_minute / 60, burst_s=60)  # a whole class may join at once
        self.sockets_per_account = ConcurrencyLimit(settings.max_sockets_per_account, "too_many_sockets")
        self.sockets_per_address = ConcurrencyLimit(settings.max_sockets_per_address, "too_many_sockets")
        self.sockets: set[Connection] = set()
        self.started = time.time()
        self._tasks: list[asyncio.Task[None]] = []

    def present(self, account_id: str) -> bool:
        """Whether somebody has one of our pages before their eyes."""
        return any(
            socket.account is not None and socket.account.id == account_id and not socket.away for socket in self.sockets
        )

    def changed(self, account: Account) -> dict[str, Any]:
        """Lets open sockets know who somebody is now."""
        for socket in self.sockets:
            if socket.account and socket.account.id == account.id:
                socket.account = account
        return account.to_json()

    def disconnect(self, account_id: str) -> None:
        """Ends the sockets of somebody who is no longer welcome, or no longer there."""
        for socket in self.sockets:
            if socket.account and socket.account.id == account_id:
                socket.disconnect(1008)

    async def open(self) -> None:
        """Takes up what was under way when the server stopped."""
        await restore_clocks(self.matches, self.settings.restart_grace_s)
        self._tasks.append(asyncio.create_task(heartbeat_loop(self.matches)))
        await self.push.open()
        await self.opponents.open()

    async def close(self) -> None:
        """Stops without losing anything: what was acknowledged is on disk already."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for socket in list(self.sockets):
            socket.disconnect(1012)  # the server restarts
        await self.push.close()
        await self.opponents.close()
        await self.studies.close()
        await self.pool.close()
        await self.matches.close()
        self.store.close()


@asynccontextmanager
async def open_context(folder: Path, settings: Settings) -> AsyncIterator[AppContext]:
    """A house that is open within the block."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    context = AppContext(folder, settings)
    try:
        await context.open()
        yield context
    finally:
        await context.close()
