"""One WebSocket connection: handles frames in order and sends queued messages."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from tablier.core.errors import RulesError
from tablier.match import MatchError
from tablier.match.commands import PlayAction

from ..accounts.service import Account
from ..error_response import error_json
from ..errors import RequestError
from ..limits import TokenBucket
from ..matches import chat
from ..matches.encoding import encode
from ..matches.handlers import execute
from ..matches.live_match import LiveMatch, Reply
from ..matches.service import log
from .frames import (
    PROTOCOL_VERSION,
    ConnectionCommand,
    Frame,
    Ping,
    SetAway,
    SocketCommand,
    Unwatch,
    Watch,
    WatchLobby,
    decode_frame,
)

if TYPE_CHECKING:
    from ..context import AppContext

MAX_UNSENT_BYTES = 1_000_000  # a client this far behind is disconnected; it catches up when it reconnects
MAX_WATCHED_MATCHES = 200
MAX_EXCESS_FRAMES = 50  # frames beyond the rate limit before the connection is closed; one per second is forgiven
Send = Callable[[Any], Awaitable[None]]
SendText = Callable[[bytes], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


class SocketConnection:
    """The connection of one page or program. A `Listener` of the matches it watches."""

    def __init__(
        self,
        context: AppContext,
        account: Account | None,
        send: Send,
        *,
        address: str,
        language: str = "en",
        send_text: SendText | None = None,
        round_trip_s: Callable[[], float] | None = None,
    ) -> None:
        """`address` is the key of the client's address.

        `send_text` and `round_trip_s` are those of `BoundedWebSocketProtocol`; other servers have `send` only.
        """
        self.account = account
        self.away = False  # the page is hidden
        self._context = context
        self._send = send
        self._send_text = send_text or self._send_decoded
        self._round_trip_s = round_trip_s
        self._address = address
        self._language = language
        self._watched: dict[str, LiveMatch] = {}
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._wake = asyncio.Event()
        self._close_code: int | None = None
        self._aborted = asyncio.Event()
        self._excess_frames = TokenBucket(1.0, time.monotonic(), burst_s=MAX_EXCESS_FRAMES)

    # sending

    def send(self, message: bytes) -> None:
        """Queue a message. A client that does not read is disconnected, so that the queue stays bounded.

        The longest message does not count: a very long match can still be sent.
        """
        if self._close_code is not None:
            return
        self._unsent.append(message)
        self._unsent_bytes += len(message)
        if self._unsent_bytes > MAX_UNSENT_BYTES and self._unsent_bytes - max(map(len, self._unsent)) > MAX_UNSENT_BYTES:
            self._unsent.clear()
            self.disconnect(1013)  # try again later
            self._aborted.set()  # the transport may be too full even for a close frame
        self._wake.set()

    def disconnect(self, code: int) -> None:
        """Close the connection with a WebSocket close code, after the queued messages."""
        if self._close_code is None:
            self._close_code = code
            self._wake.set()

    async def _send_loop(self) -> None:
        unsent = self._unsent
        while True:
            while unsent:
                message = unsent.popleft()
                self._unsent_bytes -= len(message)
                await self._send_text(message)
            if self._close_code is not None:
                await self._send({"type": "websocket.close", "code": self._close_code})
                return
            self._wake.clear()
            await self._wake.wait()

    async def _send_decoded(self, message: bytes) -> None:
        await self._send({"type": "websocket.send", "text": message.decode()})

    # lifecycle

    async def run(self, receive: Receive) -> None:
        """Send the greeting, then handle frames until either side closes the connection."""
        self.send(
            encode(
                {
                    "type": "hello",
                    "version": PROTOCOL_VERSION,
                    "now": self._context.matches.now(),
                    "account": self.account.to_json() if self.account else None,
                }
            )
        )
        sending = asyncio.create_task(self._send_loop())
        receiving = asyncio.create_task(self._receive_loop(receive))
        aborted = asyncio.create_task(self._aborted.wait())
        try:
            await asyncio.wait((sending, receiving, aborted), return_when=asyncio.FIRST_COMPLETED)
            if not self._aborted.is_set() and self._close_code is not None:
                await asyncio.wait((sending,), timeout=1)  # for the last messages and the close frame
        finally:
            self._close_code = self._close_code or 1000  # normal closure; `send` does nothing from now on
            for live in self._watched.values():
                live.remove(self)
            self._context.lobby.remove(self)
            for task in (sending, receiving, aborted):
                task.cancel()
            await asyncio.gather(sending, receiving, aborted, return_exceptions=True)

    async def _receive_loop(self, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                if self.account:
                    self._context.requests.take(self.account.id)
                self._context.address_requests.take(self._address)
            except RequestError as error:
                if not self._excess_frames.take(time.monotonic()):
                    self.disconnect(1008)  # policy violation
                    return
                self._send_error(None, error)
                continue
            await self._handle_frame(message.get("text") or message.get("bytes") or b"")

    # frames

    async def _handle_frame(self, data: str | bytes) -> None:
        frame_id: int | None = None
        live: LiveMatch | None = None
        try:
            try:
                frame = decode_frame(data)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise RequestError("bad_request", why=str(error)) from None
            frame_id = frame.id
            if isinstance(frame.command, ConnectionCommand):
                self._send_result(frame_id, self._handle_connection_command(frame.command))
            elif frame.match_id is None:
                raise RequestError("bad_request", why="match_id: missing")
            else:
                live = self._watched.get(frame.match_id) or await self._context.matches.find(frame.match_id)
                await self._handle_match_command(live, frame.command, frame)
        except RulesError as error:
            self._send_error(frame_id, error, live)
        except Exception:  # a bug: report it to the client and keep the connection
            log.exception("a socket frame failed")
            self._send_error(frame_id, RequestError("internal"))

    def _handle_connection_command(self, command: ConnectionCommand) -> dict[str, Any]:
        match command:
            case Ping():
                return {"now": self._context.matches.now()}
            case WatchLobby():
                lobby = self._context.lobby
                (lobby.add if command.enabled else lobby.remove)(self)
            case SetAway():
                self.away = command.away
        return {}

    async def _handle_match_command(self, live: LiveMatch, command: SocketCommand, frame: Frame) -> None:
        match command:
            case Watch():
                await self._watch(live, command.since, frame.id)
            case Unwatch():
                self._watched.pop(live.id, None)
                live.remove(self)
                self._send_result(frame.id, {})
            case _:
                account = await self._current_account()
                self._context.limit_command(command, account.id)
                reply = Reply(self, frame.id)
                lag_ms = self._take_lag_ms(account) if isinstance(command, PlayAction) and live.match.ticking is not None else 0
                result = await execute(self._context.matches, live, account, command, lag_ms=lag_ms, reply=reply)
                if not reply.sent:
                    self._send_result(frame.id, result)

    def _take_lag_ms(self, account: Account) -> int:
        """The network delay that the clock does not count for a move, as measured by the server's own pings.

        A client can delay its pongs, so each account has a quota, which refills slowly.
        """
        if self._round_trip_s is None:
            return 0
        lag_ms = min(1000 * self._round_trip_s(), self._context.settings.max_lag_ms)
        return round(self._context.lag_quota_ms.take_up_to(account.id, lag_ms))

    async def _watch(self, live: LiveMatch, since: int, frame_id: int | None) -> None:
        if live.id not in self._watched and len(self._watched) >= MAX_WATCHED_MATCHES:
            raise RequestError("too_large", most=MAX_WATCHED_MATCHES)
        messages = await chat.history(self._context.matches, live, self.account)
        live = await self._context.matches.find(live.id)  # it may have been evicted meanwhile
        self._watched[live.id] = live
        live.add(self)
        now = self._context.matches.now()
        self.send(live.encode_for(self.account, now=now, since=since, chat=messages, id=frame_id))
        live.send_pause_requests(self)

    async def _current_account(self) -> Account:
        """Return the account as it is now: it may have been banned or renamed. Saves a guest at its first command."""
        if self.account is None:
            raise RequestError("no_identity")
        self._context.check_running()
        accounts = self._context.accounts
        account = await accounts.find(self.account.id)
        if account is None:
            self._context.new_guests.take(self._address)
            account = await accounts.save(self.account, self._context.matches.now())
        elif not account.has_credentials_of(self.account):
            raise RequestError("no_identity")  # signed out; the connection is about to be closed
        self.account = account
        return account

    # answers

    def _send_result(self, frame_id: int | None, result: dict[str, Any]) -> None:
        self.send(encode({"type": "ok", "id": frame_id, "result": result}))

    def _send_error(self, frame_id: int | None, error: RulesError, live: LiveMatch | None = None) -> None:
        self._context.metrics.count_refusal(error.code)
        edition = live.match.terms.edition if live else ""
        message: dict[str, Any] = {"type": "error", "id": frame_id, "error": error_json(error, self._language, edition)}
        if live and isinstance(error, MatchError) and error.code == "stale":
            message["current"] = msgspec.Raw(live.encode_for(self.account, now=self._context.matches.now()))
        self.send(encode(message))
