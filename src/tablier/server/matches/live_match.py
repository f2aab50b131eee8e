"""A match in memory and its listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from msgspec import Raw

from tablier.match import Match

from ..accounts.service import Account
from .encoding import InfoPart, UpdateMessage, encode, encode_match, encode_view, info_part, viewer_part
from .seating import MatchInfo

MAX_NONCES = 64
INFO_DELAY_S = 0.3


class Listener(Protocol):
    """A socket or an event stream that follows matches."""

    account: Account | None

    def send(self, message: bytes) -> None:
        """Queue a message. Never blocks."""


class Reply:
    """The pending answer to a socket frame. An update sent to `listener` answers it by carrying `frame_id`."""

    __slots__ = ("frame_id", "listener", "sent")

    def __init__(self, listener: Listener, frame_id: int | None) -> None:
        self.listener = listener
        self.frame_id = frame_id
        self.sent = False


class LiveMatch:
    """One match in memory. `MatchService` changes it, holding `lock` from the validation of a command to its commit."""

    __slots__ = ("_info_scheduled", "id", "info", "listeners", "lock", "match", "nonces", "pause_requests")

    def __init__(self, info: MatchInfo, match: Match, nonces: Iterable[tuple[str, int]] = ()) -> None:
        self.id = info.id
        self.info = info
        self.match = match
        self.nonces = dict(nonces)  # of the last submissions, with the number of the last event of each
        self.listeners: dict[Listener, None] = {}  # an ordered set
        self.lock = asyncio.Lock()
        self.pause_requests: dict[str, set[str]] = {}  # accounts that have requested `adjourn` or `resume`
        self._info_scheduled = False

    # changes

    def install(self, match: Match, info: MatchInfo, nonce: str | None) -> None:
        """Replace the match after a commit and remember the nonce of the submission."""
        self.match = match
        self.info = info
        if nonce:
            self.nonces[nonce] = match.number
            if len(self.nonces) > MAX_NONCES:
                del self.nonces[next(iter(self.nonces))]

    def replace_with(self, stored: LiveMatch) -> None:
        """Take over the state of the same match as it was read from the store."""
        self.match, self.info, self.nonces = stored.match, stored.info, stored.nonces

    # listeners

    def online(self) -> set[str]:
        """Return the ids of the accounts that listen."""
        return {listener.account.id for listener in self.listeners if listener.account}

    def watchers(self) -> int:
        """Return the number of listeners that are not participants."""
        return sum(not self.info.has_account(_account_id(listener.account)) for listener in self.listeners)

    def add(self, listener: Listener) -> None:
        """Start sending messages to a listener."""
        if listener not in self.listeners:
            self.listeners[listener] = None
            self._schedule_info()

    def remove(self, listener: Listener) -> None:
        """Stop sending messages to a listener."""
        if self.listeners.pop(listener, 0) is None:
            self._schedule_info()

    # messages

    def seats_of(self, account: Account | None) -> tuple[int, ...]:
        """Return the seats that a viewer holds."""
        return self.info.seats_of(self.match, _account_id(account))

    def encode_for(self, account: Account | None, *, now: int, since: int | None = None, **fields: Any) -> bytes:
        """Encode the whole match for one viewer; see `encode_match`."""
        return encode_match(self.match, self.seats_of(account), self._info_part(), now=now, since=since, **fields)

    def broadcast_update(self, events: Sequence[Raw], now: int, reply: Reply | None = None) -> None:
        """Send new events to all listeners. The update for `reply.listener` is also the answer to its frame."""
        if not self.listeners:
            return
        match = self.match
        view = encode_view(match, now)
        for listener in self.listeners:
            frame_id = None
            if reply and listener is reply.listener:
                frame_id = reply.frame_id
                reply.sent = True
            viewer = viewer_part(match, self.seats_of(listener.account))
            listener.send(encode(UpdateMessage(self.id, events, view, viewer, frame_id)))

    def broadcast(self, message: dict[str, Any]) -> None:
        """Send a message other than an update to all listeners."""
        data = encode({**message, "match_id": self.id})
        for listener in self.listeners:
            listener.send(data)

    def broadcast_info(self) -> None:
        """Send participants, presence and settings to all listeners."""
        self._info_scheduled = False
        if self.listeners:
            self.broadcast({"type": "info", "info": self._info_part()})

    def _schedule_info(self) -> None:
        """Call `broadcast_info` after a short delay, so that many arrivals cause one message."""
        if not self._info_scheduled:
            self._info_scheduled = True
            asyncio.get_running_loop().call_later(INFO_DELAY_S, self.broadcast_info)

    def _info_part(self) -> InfoPart:
        return info_part(self.info, self.match, online=self.online(), watchers=self.watchers())


def _account_id(account: Account | None) -> str | None:
    return account.id if account else None
