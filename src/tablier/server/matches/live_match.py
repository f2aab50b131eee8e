"""A match in memory with those who listen to it. Whatever is told is encoded once, however many listen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

from tablier import match as matches
from tablier.match import Match
from tablier.match.events import Event, encode_event

from ..accounts.service import Account
from .seating import MatchInfo

encode = msgspec.json.Encoder().encode
MAX_NONCES = 64


class Listener(Protocol):
    """A socket, or a program that follows one match."""

    account: Account | None

    def tell(self, message: bytes) -> None:
        """Sends a message some time soon; never waits."""


class LiveMatch:
    """One match. Changed by the hall alone, which holds `lock` from the check of a submission to its commit."""

    __slots__ = ("_table_due", "id", "listeners", "lock", "match", "nonces", "table", "wishes")

    def __init__(self, table: MatchInfo, match: Match, nonces: Iterable[tuple[str, int]] = ()) -> None:
        self.id = table.id
        self.table = table
        self.match = match
        self.nonces = dict(nonces)  # of the last submissions, with the number of the event each made
        self.listeners: dict[Listener, None] = {}  # in the order they came
        self.lock = asyncio.Lock()
        self.wishes: dict[str, set[str]] = {}  # people who want to adjourn or to resume
        self._table_due = False

    # submissions

    def note(self, nonce: str, number: int) -> None:
        """Remembers what a submission led to."""
        self.nonces[nonce] = number
        if len(self.nonces) > MAX_NONCES:
            del self.nonces[next(iter(self.nonces))]

    # who is there

    def online(self) -> set[str]:
        """The people who listen."""
        return {listener.account.id for listener in self.listeners if listener.account}

    def watchers(self) -> int:
        """How many listen without a seat."""
        return sum(not self.table.sits(listener.account.id if listener.account else None) for listener in self.listeners)

    def add(self, listener: Listener) -> None:
        """Somebody listens from now on."""
        if listener not in self.listeners:
            self.listeners[listener] = None
            self.tell_table_soon()

    def remove(self, listener: Listener) -> None:
        """Somebody has gone."""
        if self.listeners.pop(listener, 0) is None:
            self.tell_table_soon()

    # telling

    def mine(self, account: Account | None) -> bytes:
        """What one person alone is told: their seats, what they can do now, and what a board draws for them."""
        match = self.match
        seats = self.table.seats(match, account.id if account else None)
        if not seats:
            return b""
        told: dict[str, Any] = {
            "seats": seats,
            "takeback": [seat for seat in seats if match.result is None and match.takeback(seat) is not None],
        }
        if match.to_act in seats:
            state = match.state
            told |= {"to_act": match.to_act, "legal": state.legal_actions(), "scene": state.scene(match.to_act)}
        return b',"mine":' + encode(told)

    def tell_update(self, events: Sequence[bytes], now: int, asker: Listener | None = None, ask: int | None = None) -> None:
        """Tells everybody what happened; whoever asked for it learns by the same message that it is done."""
        if not self.listeners:
            return
        head = b'{"type":"update","match":"%b","events":[%b],"view":%b' % (
            self.id.encode(), b",".join(events), encode(matches.view(self.match, None, now)),
        )  # fmt: skip
        for listener in self.listeners:
            own = self.mine(listener.account)
            if listener is asker and ask is not None:
                own += b',"id":%d' % ask
            listener.tell(head + own + b"}")

    def told(self, account: Account | None, now: int, since: int | None, **more: Any) -> bytes:
        """The whole match for one person, with the events after a number; without any when that is None."""
        events = b"" if since is None else b",".join(encoded(event) for event in self.match.events_since(since))
        return b'{"type":"match","match":"%b","events":[%b],"view":%b,"table":%b%b%b}' % (
            self.id.encode(),
            events,
            encode(matches.view(self.match, None, now)),
            encode(self.table.json(self.match, self.online(), self.watchers())),
            self.mine(account),
            b"".join(b',"%b":%b' % (name.encode(), encode(value)) for name, value in more.items()),
        )

    def tell(self, message: dict[str, Any]) -> None:
        """Tells everybody something that is no event."""
        told = encode({**message, "match": self.id})
        for listener in self.listeners:
            listener.tell(told)

    def tell_table(self) -> None:
        """Tells everybody who sits here and who is there."""
        self._table_due = False
        if self.listeners:
            self.tell({"type": "table", "table": self.table.json(self.match, self.online(), self.watchers())})

    def tell_table_soon(self) -> None:
        """The same a little later, so that a crowd coming in is told about once."""
        if not self._table_due:
            self._table_due = True
            asyncio.get_running_loop().call_later(0.3, self.tell_table)


def encoded(event: Event) -> bytes:
    """An event as it is stored and sent."""
    return encode_event(event)
