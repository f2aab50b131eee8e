"""A connection: reads frames one after the other, and sends what it is told without ever making anybody wait."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from tablier.core.errors import RulesError
from tablier.match import MatchError

from ..accounts.service import Account
from ..error_response import error_json
from ..errors import RequestError
from ..limits import TokenBucket
from ..matches import chat
from ..matches.asks import AnyAsk
from ..matches.handlers import execute
from ..matches.live_match import LiveMatch, encode
from ..matches.service import log
from .frames import VERSION, Away, Frame, Lobby, Ping, Unwatch, Watch, decode

if TYPE_CHECKING:
    from ..context import AppContext

MOST_UNSENT = 1_000_000  # bytes: who is so far behind should come back and ask what is new
MOST_WATCHED = 200
FLOOD = 50  # frames beyond the limit before the line is cut
Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


class Connection:
    """One page or program."""

    def __init__(self, context: AppContext, account: Account | None, send: Send, *, address: str, language: str = "en") -> None:
        self.account = account
        self.away = False
        self._context = context
        self._send = send
        self._address = address
        self._language = language
        self._watched: dict[str, LiveMatch] = {}
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._wake = asyncio.Event()
        self._closing: int | None = None
        self._cut = asyncio.Event()
        self._bucket = TokenBucket(context.settings.max_requests_per_second, time.monotonic())
        self._excess = 0
        self._lag = 0

    # sending

    def tell(self, message: bytes) -> None:
        """Sends soon. Who does not read is cut off, so that nobody's memory fills up."""
        if self._closing is not None:
            return
        self._unsent.append(message)
        self._unsent_bytes += len(message)
        if self._unsent_bytes > MOST_UNSENT:
            self._unsent.clear()
            self.disconnect(1013)
            self._cut.set()  # there may be no room left even for saying good-bye
        self._wake.set()

    def disconnect(self, code: int) -> None:
        """Ends the connection, with one of the protocol's codes that says why."""
        if self._closing is None:
            self._closing = code
            self._wake.set()

    async def _sending(self) -> None:
        unsent = self._unsent
        while True:
            while unsent:
                message = unsent.popleft()
                self._unsent_bytes -= len(message)
                await self._send({"type": "websocket.send", "text": message.decode()})
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
                return
            self._wake.clear()
            await self._wake.wait()

    # the life of a connection

    async def live(self, receive: Receive) -> None:
        """Says hello, then answers until the other side or we hang up."""
        self.tell(
            encode(
                {
                    "type": "hello",
                    "version": VERSION,
                    "now": self._context.matches.now(),
                    "me": self.account.to_json() if self.account else None,
                }
            )
        )
        sending = asyncio.create_task(self._sending())
        reading = asyncio.create_task(self._reading(receive))
        cut = asyncio.create_task(self._cut.wait())
        try:
            await asyncio.wait((sending, reading, cut), return_when=asyncio.FIRST_COMPLETED)
            if not self._cut.is_set() and self._closing is not None:
                await asyncio.wait((sending,), timeout=1)  # what was said last, and the code
        finally:
            self._closing = self._closing or 1000
            for live in self._watched.values():
                live.remove(self)
            self._context.lobby.listeners.discard(self)
            for task in (sending, reading, cut):
                task.cancel()
            await asyncio.gather(sending, reading, cut, return_exceptions=True)

    async def _reading(self, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self._bucket.take(time.monotonic()):
                self._excess += 1
                if self._excess > FLOOD:
                    self.disconnect(1008)
                    return
                self._refuse(None, RequestError("too_fast"))
                continue
            await self._frame(message.get("text") or message.get("bytes") or b"")

    # answering

    async def _frame(self, data: str | bytes) -> None:
        number: int | None = None
        live: LiveMatch | None = None
        try:
            try:
                frame = decode(data)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise RequestError("bad_request", why=str(error)) from None
            number = frame.id
            if isinstance(frame.ask, Ping):
                self._lag = min(frame.ask.lag, self._context.settings.max_lag_ms)
                self._answer(number, {"now": self._context.matches.now()})
            elif isinstance(frame.ask, Lobby):
                listeners = self._context.lobby.listeners
                (listeners.discard if frame.ask.off else listeners.add)(self)
                self._answer(number, {})
            elif isinstance(frame.ask, Away):
                self.away = frame.ask.on
                self._answer(number, {})
            elif frame.match is None:
                raise RequestError("bad_request", why="match: missing")
            else:
                live = self._watched.get(frame.match) or await self._context.matches.find(frame.match)
                await self._about(live, frame.ask, frame)
        except RulesError as error:
            self._refuse(number, error, live)
        except Exception:  # a fault of ours: the person learns that it was not done, and the line stays
            log.exception("a frame failed")
            self._refuse(number, RequestError("internal"))

    async def _about(self, live: LiveMatch, ask: AnyAsk | Watch | Unwatch, frame: Frame) -> None:
        match ask:
            case Watch(since=since):
                await self._watch(live, since, frame.id)
            case Unwatch():
                self._watched.pop(live.id, None)
                live.remove(self)
                self._answer(frame.id, {})
            case _:
                account = await self._somebody()
                answer = await execute(self._context.matches, live, account, ask, lag=self._lag, asker=self, number=frame.id)
                told = "number" in answer and not answer["repeated"] and live.id in self._watched
                if not told:  # else the update itself was the answer
                    self._answer(frame.id, answer)

    async def _watch(self, live: LiveMatch, since: int, number: int | None) -> None:
        if live.id not in self._watched and len(self._watched) >= MOST_WATCHED:
            raise RequestError("too_large", most=MOST_WATCHED)
        lines = await chat.heard(self._context.matches, live, self.account)
        live = await self._context.matches.find(live.id)  # it may have left memory meanwhile
        self._watched[live.id] = live
        live.add(self)
        more = {"id": number} if number is not None else {}
        self.tell(live.told(self.account, self._context.matches.now(), since, chat=lines, **more))

    async def _somebody(self) -> Account:
        """The person, as they stand now: somebody may have been banned or renamed since."""
        if self.account is None:
            raise RequestError("no_identity")
        accounts = self._context.accounts
        known = await accounts.find(self.account.id)
        if known is None:
            self._context.new_guests.take(self._address)
            known = await accounts.save(self.account, self._context.matches.now())
        self.account = known
        return known

    def _answer(self, number: int | None, answer: dict[str, Any]) -> None:
        self.tell(encode({"type": "ok", "id": number, "ok": answer}))

    def _refuse(self, number: int | None, error: RulesError, live: LiveMatch | None = None) -> None:
        edition = live.match.terms.edition if live else ""
        told: dict[str, Any] = {"type": "error", "id": number, "error": error_json(error, self._language, edition)}
        if live and isinstance(error, MatchError) and error.code == "stale":
            told["now"] = msgspec.Raw(live.told(self.account, self._context.matches.now(), None))
        self.tell(encode(told))
