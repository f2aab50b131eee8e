"""The application context: all services of a running server, opened and closed together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from tablier.match.commands import AnyCommand, MakeOffer, SendChat, TryAction

from .accounts.address_bans import AddressBans
from .accounts.service import Account, AccountService
from .engines.opponents import EngineOpponents
from .engines.pool import Pool
from .errors import RequestError
from .health import HealthCheck
from .http.sse import EventQueue
from .limits import ADDRESS_BURST_S, AccountRateLimiter, ConcurrencyLimit, RateLimiter
from .maintenance.delete_account import finish_deletions
from .maintenance.housekeeping import housekeeping_loop
from .matches.departure import finish_departures
from .matches.lobby import Lobby
from .matches.recovery import heartbeat_loop, restore_clocks
from .matches.service import MatchService
from .metrics import ContextCollector, Metrics
from .push.encryption import VapidSigner
from .push.notifier import PushNotifier
from .settings import Settings, load_secret
from .socket.connection import SocketConnection
from .store.store import Store, reason_of
from .study.service import StudyService

log = logging.getLogger(__name__)
CLOSE_TIMEOUT_S = 10.0  # of each part
BOT_MATCH_FACTOR = 3  # a bot may create this many times as many matches as a person
MAX_EXPORTS_PER_ADDRESS = 3  # at a time; fewer than `MAX_LONG_READS`, so that other addresses always find a place


class AppContext:
    """The services that request handlers use."""

    def __init__(self, folder: Path, settings: Settings, metrics: Metrics | None = None) -> None:
        self.folder = folder
        self.settings = settings
        self.metrics = metrics or Metrics()
        key = load_secret(folder)
        self.store = Store(folder / "tablier.sqlite")
        self.accounts = AccountService(self.store, key)
        self.accounts.change_observers.append(self._on_account_change)
        self.address_bans = AddressBans(self.store)
        self.matches = MatchService(self.store, flag_grace_ms=settings.max_lag_ms, max_memory_mb=settings.max_match_memory_mb)
        self.lobby = Lobby(self.matches)
        self.pool = Pool(settings.engine_workers, settings.engine_memory_mb)
        self.opponents = EngineOpponents(self.matches, self.pool, settings.max_engine_turn_s, settings.max_engine_matches)
        self.studies = StudyService(settings)
        self.push = PushNotifier(
            self.matches,
            VapidSigner(key, settings.contact or settings.address),
            is_present=self.has_visible_page,
            delay_s=settings.push_delay_s,
            allow_local=settings.push_allow_local,
        )
        address_rate = settings.max_address_requests_per_second
        self.push_tests = AccountRateLimiter(0.1, address_rate / 100, burst_s=50)  # five at once, then one every 10 s
        self.reports = AccountRateLimiter(0.1, address_rate / 100, burst_s=50)
        self.exports = AccountRateLimiter(1 / 60, address_rate / 1000, burst_s=180)  # three at once, then one every minute
        self.exports_per_account = ConcurrencyLimit(1, "too_fast")
        self.exports_per_address = ConcurrencyLimit(MAX_EXPORTS_PER_ADDRESS, "too_fast")
        self.qr_codes = RateLimiter(2.0, burst_s=30)  # by address; a school class may invite at once
        self.qr_lock = asyncio.Lock()  # several threads would share the GIL and delay the event loop
        # Of commands that cost others attention or the server much time.
        self.command_rates: Mapping[type, AccountRateLimiter] = {
            SendChat: AccountRateLimiter(1.0, address_rate / 10, burst_s=10),
            TryAction: AccountRateLimiter(settings.max_requests_per_second / 2, address_rate / 2),
        }
        self.new_matches = RateLimiter(settings.max_new_matches_per_minute / 60, burst_s=60)  # by account
        self.new_bot_matches = RateLimiter(BOT_MATCH_FACTOR * settings.max_new_matches_per_minute / 60, burst_s=60)
        self.new_address_matches = RateLimiter(settings.max_address_new_matches_per_minute / 60, burst_s=60)
        self.requests = RateLimiter(settings.max_requests_per_second)  # by account
        self.address_requests = RateLimiter(settings.max_address_requests_per_second, burst_s=ADDRESS_BURST_S)
        self.server_requests = RateLimiter(settings.max_server_requests_per_second)
        self.lag_quota_ms = RateLimiter(max(1.0, settings.max_lag_ms / 5), burst_s=20)  # by account
        self.new_guests = RateLimiter(settings.max_new_accounts_per_minute / 60, burst_s=60)  # a school class may join at once
        self.sockets_per_account = ConcurrencyLimit(settings.max_sockets_per_account, "too_many_sockets")
        self.sockets_per_address = ConcurrencyLimit(settings.max_sockets_per_address, "too_many_sockets")
        self.watched_per_address = ConcurrencyLimit(settings.max_watched_matches_per_address, "too_many_watched")
        self.sockets: set[SocketConnection] = set()
        self.streams: set[EventQueue] = set()
        self.health = HealthCheck(self.store)
        self.metrics.registry.register(ContextCollector(self))
        self.started = time.time()  # Unix time in seconds
        self.ready = False  # True from the end of the recovery to the beginning of the shutdown
        self._stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    def limit_command(self, command: AnyCommand, account: Account | None, address: str) -> None:
        """Apply the rate limit of a command's type, if it has one. Raises `RequestError("too_fast")`."""
        if limiter := self.command_rates.get(type(command)):
            limiter.take(account.id if account else None, address)
        if account and isinstance(command, MakeOffer) and command.offer_type == "rematch":
            self.limit_new_match(account, address)

    def limit_new_match(self, account: Account, address: str) -> None:
        """Apply the rate limits of new matches, which stay in the database. Raises `RequestError("too_fast")`."""
        (self.new_bot_matches if account.owner_id else self.new_matches).take(account.id)
        self.new_address_matches.take(address)

    @contextmanager
    def acquire_export(self, account: Account, address: str) -> Iterator[None]:
        """Hold one of the exports that an account and an address may have under way. Raises `RequestError("too_fast")`."""
        with self.exports_per_account.acquire(account.id), self.exports_per_address.acquire(address):
            self.exports.take(account.id, address)
            yield

    @contextmanager
    def acquire_place(self, account: Account | None, address: str) -> Iterator[None]:
        """Hold one of the sockets and streams that an account and an address may have open.

        Raises `RequestError` with `banned`, `too_many_sockets` or `shutting_down`.
        """
        self.check_running()
        if account:
            account.check_allowed(self.matches.now())
        with self.sockets_per_address.acquire(address), self.sockets_per_account.acquire(account.id if account else address):
            yield

    def has_visible_page(self, account_id: str) -> bool:
        """True if the account has a page open that is not hidden."""
        return any(not socket.away for socket in self._sockets_of(account_id))

    def present_accounts(self) -> set[str]:
        """The ids of all accounts with an open socket."""
        return {socket.account.id for socket in self.sockets if socket.account}

    def _on_account_change(self, account: Account) -> None:
        """Pass a changed account on to its sockets and event streams, or end them if it was banned, deleted or signed out."""
        connections: list[SocketConnection | EventQueue] = [*self._sockets_of(account.id), *self._streams_of(account.id)]
        signed_out = any(old.account and not account.has_credentials_of(old.account) for old in connections)
        if signed_out or account.deleted or account.is_banned(self.matches.now()):
            self.disconnect(account.id)
        else:
            for connection in connections:
                connection.account = account

    def disconnect(self, account_id: str) -> None:
        """Close the sockets and event streams of an account."""
        for socket in self._sockets_of(account_id):
            socket.disconnect(1008)  # policy violation
        for stream in self._streams_of(account_id):
            stream.close()

    def _sockets_of(self, account_id: str) -> list[SocketConnection]:
        return [socket for socket in self.sockets if socket.account and socket.account.id == account_id]

    def _streams_of(self, account_id: str) -> list[EventQueue]:
        return [stream for stream in self.streams if stream.account and stream.account.id == account_id]

    async def open(self) -> None:
        """Resume clocks, push notifications, engine turns, and the bans and deletions that a stop has interrupted.

        A part that cannot be read is logged and left out. Engine turns are resumed in the background.
        """
        with _log_damage("address bans are not applied"):
            await self.address_bans.open()
        await restore_clocks(self.matches, self.settings.restart_grace_s)
        self._tasks.append(asyncio.create_task(heartbeat_loop(self.matches)))
        housekeeping = housekeeping_loop(self.matches, self.accounts, self.settings, self.present_accounts)
        self._tasks.append(asyncio.create_task(housekeeping))
        with _log_damage("push notifications are not sent"):
            await self.push.open()
        with _log_damage("interrupted bans are not finished"):
            await finish_departures(self.matches)
        with _log_damage("interrupted deletions are not finished"):
            await finish_deletions(self.matches)
        self.opponents.open()
        self.ready = True

    def begin_shutdown(self) -> None:
        """Reject further commands and end analyses and event streams, which would delay the shutdown."""
        self._stopping = True
        self.ready = False
        self.studies.stop()
        for stream in self.streams:
            stream.close()

    def check_running(self) -> None:
        """Raise `RequestError("shutting_down")` once the shutdown has begun."""
        if self._stopping:
            raise RequestError("shutting_down")

    async def close(self) -> None:
        """Close all services, each even if others fail. Acknowledged events are already on disk.

        Raises `ExceptionGroup` with all failures.
        """
        parts: dict[str, Callable[[], Awaitable[None]]] = {
            "tasks": self._end_tasks,
            "sockets": self._disconnect_all,
            "push": self.push.close,
            "opponents": self.opponents.close,
            "studies": self.studies.close,
            "pool": self.pool.close,
            "matches": self.matches.close,
            "store": partial(asyncio.to_thread, self.store.close),  # blocks until the queued jobs are written
        }
        failures: list[Exception] = []
        for name, close in parts.items():
            try:
                async with asyncio.timeout(CLOSE_TIMEOUT_S):
                    await close()
            except Exception as error:
                log.error("shutdown: closing %s failed: %r", name, error)
                failures.append(error)
        if failures:
            raise ExceptionGroup("shutdown failed", failures)

    async def _end_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        results = await asyncio.gather(*self._tasks, return_exceptions=True)
        if failures := [result for result in results if isinstance(result, Exception)]:
            raise ExceptionGroup("background tasks failed", failures)

    async def _disconnect_all(self) -> None:
        for socket in list(self.sockets):
            socket.disconnect(1012)  # service restart


@contextmanager
def _log_damage(consequence: str) -> Iterator[None]:
    """Log an error of the database, so that a damaged page does not prevent the start."""
    try:
        yield
    except (DatabaseError, RequestError) as error:
        log.error("%s: the database cannot be read: %s", consequence, reason_of(error))


@asynccontextmanager
async def open_context(folder: Path, settings: Settings, metrics: Metrics) -> AsyncIterator[AppContext]:
    """Open an application context over a data folder for the duration of the block."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    context = AppContext(folder, settings, metrics)
    try:
        await context.open()
        yield context
    finally:
        await context.close()
