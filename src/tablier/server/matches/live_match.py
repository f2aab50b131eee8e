"""A match in memory and its listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from msgspec import Raw

from tablier.match import Event, Match

from ..accounts.service import Account
from .encoding import InfoPart, UpdateMessage, ViewerPart, encode, encode_match, encode_view, info_part, viewer_part
from .seating import MatchInfo

MAX_NONCES = 64  # per match; a repetition of an older submission is not recognised
MIN_CACHED_EVENTS = 500  # the events of a longer match are kept encoded once a client has read all of them
INFO_DELAY_S = 0.3

# For `LiveMatch.estimated_bytes`, measured with bench/match_memory.py.
MATCH_BYTES = 8000
EVENT_BYTES = 250
STATE_BYTES = 18  # for each character of the position text
LEGAL_ACTION_BYTES = 64


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
    """One match in memory. `MatchService` changes it, holding `lock` from the validation of a command to its commit.

    The service finds it for as long as anything holds it: a listener must hold the matches it listens to.
    """

    __slots__ = (
        *("__weakref__", "id", "info", "listeners", "lock", "match", "nonces", "pause_requests"),
        *("_encoded_events", "_info_scheduled", "_legal_actions", "_state_bytes"),
    )

    def __init__(
        self,
        info: MatchInfo,
        match: Match,
        nonces: Iterable[tuple[str, int]] = (),
        pause_requests: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.id = info.id
        self.info = info
        self.match = match
        self.nonces = dict(nonces)  # of the last submissions, with the number of the last event of each
        self.listeners: dict[Listener, None] = {}  # an ordered set
        self.lock = asyncio.Lock()
        self.pause_requests = frozenset(pause_requests)  # `adjourn` or `resume`, and the account that has requested it
        self._encoded_events = b""  # all events, see MIN_CACHED_EVENTS
        self._info_scheduled = False
        self._legal_actions = 0  # that the current position has cached
        self._state_bytes = _estimate_state_bytes(match)

    def estimated_bytes(self) -> int:
        """Return roughly how much memory the match takes: events, positions and cached results."""
        cached = LEGAL_ACTION_BYTES * self._legal_actions + len(self._encoded_events)
        return MATCH_BYTES + EVENT_BYTES * self.match.number + self._state_bytes + cached

    # changes

    def install(self, match: Match, info: MatchInfo, nonce: str | None) -> None:
        """Replace the match after a commit and remember the nonce of the submission."""
        if match.checkpoints is not self.match.checkpoints:
            self._state_bytes = _estimate_state_bytes(match)
        self.match = match
        self.info = info
        self._encoded_events = b""
        self._legal_actions = 0
        if nonce:
            self.nonces[nonce] = match.number
            if len(self.nonces) > MAX_NONCES:
                del self.nonces[next(iter(self.nonces))]

    def replace_with(self, stored: LiveMatch) -> None:
        """Take over the state of the same match as it was read from the store."""
        self.install(stored.match, stored.info, None)
        self.nonces, self.pause_requests = stored.nonces, stored.pause_requests

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
        if listener in self.listeners:
            del self.listeners[listener]
            self._schedule_info()

    # messages

    def seats_of(self, account: Account | None) -> tuple[int, ...]:
        """Return the seats that a viewer holds."""
        return self.info.seats_of(self.match, _account_id(account))

    def encode_for(self, account: Account | None, *, now: int, since: int | None = None, **fields: Any) -> bytes:
        """Encode the whole match for one viewer, with the events after number `since` or with none; see `encode_match`."""
        viewer = self._viewer_part(self.seats_of(account))
        return encode_match(self.match, viewer, self._info_part(), now=now, events=self._events_since(since), **fields)

    def _events_since(self, since: int | None) -> Sequence[Event] | Raw:
        if since is None:
            return ()
        if since > 0 or self.match.number < MIN_CACHED_EVENTS:
            return self.match.events_since(since)
        if not self._encoded_events:
            self._encoded_events = encode(self.match.events_since(0))
        return Raw(self._encoded_events)

    def _viewer_part(self, seats: tuple[int, ...]) -> ViewerPart | None:
        viewer = viewer_part(self.match, seats)
        if viewer and viewer.legal is not None:
            self._legal_actions = len(viewer.legal)
        return viewer

    def broadcast_update(self, events: Sequence[Raw], now: int, reply: Reply | None = None) -> None:
        """Send new events to all listeners. The update for `reply.listener` is also the answer to its frame.

        All watchers get the same bytes.
        """
        if not self.listeners:
            return
        view = encode_view(self.match, now)
        participants = {participant.account_id for participant in self.info.participants}
        for_watchers = b""
        for listener in self.listeners:
            account_id = _account_id(listener.account)
            frame_id = None
            if reply and listener is reply.listener:
                frame_id = reply.frame_id
                reply.sent = True
            elif account_id is None or account_id not in participants:
                for_watchers = for_watchers or encode(UpdateMessage(self.id, events, view))
                listener.send(for_watchers)
                continue
            viewer = self._viewer_part(self.info.seats_of(self.match, account_id))
            listener.send(encode(UpdateMessage(self.id, events, view, viewer, frame_id)))

    def broadcast(self, message: dict[str, Any]) -> None:
        """Send a message other than an update to all listeners."""
        data = encode({**message, "match_id": self.id})
        for listener in self.listeners:
            listener.send(data)

    def broadcast_pause_requests(self) -> None:
        """Send the accounts that have requested to adjourn or resume to all listeners."""
        self.broadcast(self._pause_requests_message())

    def send_pause_requests(self, listener: Listener) -> None:
        """Send the same to one listener, if there are any. It has just been sent the match."""
        if self.pause_requests:
            listener.send(encode({**self._pause_requests_message(), "match_id": self.id}))

    def _pause_requests_message(self) -> dict[str, Any]:
        kinds = sorted({kind for kind, _ in self.pause_requests})
        requests = {kind: sorted(account_id for other, account_id in self.pause_requests if other == kind) for kind in kinds}
        return {"type": "pause_requests", "pause_requests": requests}

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


def _estimate_state_bytes(match: Match) -> int:
    """Estimate the size of the current position and of the checkpoints, which on average are half as large."""
    return STATE_BYTES * len(str(match.state)) * (2 + match.checkpoints.length) // 2


def _account_id(account: Account | None) -> str | None:
    return account.id if account else None
