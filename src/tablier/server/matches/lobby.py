"""The lobby: lists of matches. Public lists are read once for everyone and pushed to the sockets that watch the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from sqlalchemy import Connection, Select, and_, bindparam, func, select

from tablier.core.registry import names
from tablier.match import Event

from ..accounts.service import Account
from ..store.schema import events, matches, participants
from .encoding import encode
from .live_match import Listener, LiveMatch
from .repository import MatchSummary, status_of
from .service import MatchService

PublicKind = Literal["open", "live"]
OwnKind = Literal["mine", "past"]
ListKind = Literal["open", "live", "mine", "past"]
PUBLIC_KINDS: tuple[PublicKind, ...] = ("open", "live")
MAX_LISTED = 100
PUBLIC_LIST_TTL_S = 1.0
NOTIFY_DELAY_S = 1.0  # after a public match has opened, started or ended, or a listener's own match has changed
REFRESH_DELAY_S = 15.0  # after a move, which changes the clocks in the list


class ListedParticipant(Struct, frozen=True, forbid_unknown_fields=True):
    """A participant of a listed match. `position` counts in the order of joining."""

    position: int
    name: str
    level: int | None
    account_id: str | None


class ListedMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match in a list. `deadline` is the time at which the running clock runs out, in milliseconds since the epoch.

    `own_positions` and `my_turn` are only in lists of an account's own matches, and `result` in those of finished ones.
    """

    match_id: str
    edition: str
    created_at: int
    status: Literal["waiting", "running", "over"]
    public: bool
    events: int
    deadline: int | None
    position_to_act: int | None
    participants: list[ListedParticipant]
    own_positions: list[int] | UnsetType = UNSET
    my_turn: bool | UnsetType = UNSET
    result: MatchSummary | UnsetType = UNSET


class Lobby:
    """Keeps the public lists for a second and sends them to its listeners when they change, at most once per second."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._listeners: set[Listener] = set()
        self._lists: dict[
            tuple[PublicKind, str], tuple[float, asyncio.Task[list[ListedMatch]]]
        ] = {}  # with the time of reading
        self._sent: dict[PublicKind, list[ListedMatch]] = {}  # the lists that all listeners have
        self._listed: dict[str, tuple[str, int]] = {}  # of those: status and number of participants by match id
        self._changed_accounts: set[str] = set()  # accounts with a match that has changed since the last message
        self._timer: asyncio.TimerHandle | None = None
        service.change_observers.append(self._on_change)
        service.event_observers.append(self._on_events)

    # lists

    async def list_public(self, kind: PublicKind, game: str = "") -> list[ListedMatch]:
        """Return up to `MAX_LISTED` public matches with open seats, or running ones, the newest first.

        `game` is the name of a game, or empty for all. The list may be `PUBLIC_LIST_TTL_S` old.
        """
        if game and game not in names():  # keeps the number of cached lists bounded
            return []
        kept = self._lists.get((kind, game))
        if kept and asyncio.get_running_loop().time() - kept[0] < PUBLIC_LIST_TTL_S:
            return await asyncio.shield(kept[1])
        return await self._read_public(kind, game)

    async def _read_public(self, kind: PublicKind, game: str = "") -> list[ListedMatch]:
        """Read a list and keep it. Requests that come meanwhile share the same read."""
        task = self._service.spawn(self._service.store.read(lambda connection: read_public(connection, kind, game)))
        self._lists[kind, game] = asyncio.get_running_loop().time(), task
        return await asyncio.shield(task)

    async def list_own(self, kind: OwnKind, account: Account | None, game: str = "") -> list[ListedMatch]:
        """Return up to `MAX_LISTED` unfinished or finished matches of an account, the newest first."""
        if account is None or (game and game not in names()):
            return []
        return await self._service.store.read(lambda connection: read_own(connection, kind, account.id, game))

    # listeners

    def add(self, listener: Listener) -> None:
        """Send the public lists to a listener, now and whenever they change."""
        if listener not in self._listeners:
            self._listeners.add(listener)
            self._service.spawn(self._send_lists(listener))

    def remove(self, listener: Listener) -> None:
        """Stop sending messages to a listener."""
        self._listeners.discard(listener)

    async def _send_lists(self, listener: Listener) -> None:
        """Send the current lists to a new listener. They may be a second old, so that a message with newer ones may follow."""
        lists = {kind: await self.list_public(kind) for kind in PUBLIC_KINDS}
        if len(self._listeners) == 1:
            self._sent = lists
        elif lists != self._sent:  # listeners differ in what they have: the next message contains both lists
            self._sent = {}
        if listener in self._listeners:
            listener.send(encode({"type": "lobby", **lists}))
            self._schedule_lists(NOTIFY_DELAY_S)

    # A match that is loaded from the store is reported to `change_observers` like a change. A finished one is no news for
    # the lists, so the end of a match is taken from its events.

    def _on_change(self, live: LiveMatch) -> None:
        if not live.match.result:
            self._schedule_messages(live)

    def _on_events(self, live: LiveMatch, _events: Sequence[Event]) -> None:
        if live.match.result:
            self._schedule_messages(live)

    def _schedule_messages(self, live: LiveMatch) -> None:
        """Schedule the messages to the listeners whose lists a change of this match concerns."""
        if not self._listeners:
            return
        if not self._changed_accounts:
            asyncio.get_running_loop().call_later(NOTIFY_DELAY_S, self._notify_accounts)
        self._changed_accounts.update(entry.account_id or "" for entry in live.info.participants)
        if live.info.public:
            listed = status_of(live.match), len(live.info.participants)
            self._schedule_lists(REFRESH_DELAY_S if self._listed.get(live.id) == listed else NOTIFY_DELAY_S)

    def _notify_accounts(self) -> None:
        """Tell the listeners whose own matches have changed to fetch their own lists again."""
        message = encode({"type": "lobby", "own": True})
        for listener in self._listeners:
            if listener.account and listener.account.id in self._changed_accounts:
                listener.send(message)
        self._changed_accounts.clear()

    def _schedule_lists(self, delay_s: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + delay_s
        if self._timer is None or due < self._timer.when():
            if self._timer:
                self._timer.cancel()
            self._timer = loop.call_at(due, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        if self._listeners:
            self._service.spawn(self._push_lists())

    async def _push_lists(self) -> None:
        """Send the public lists that have changed to all listeners."""
        lists = {kind: await self._read_public(kind) for kind in PUBLIC_KINDS}
        changed = {kind: Raw(encode(entries)) for kind, entries in lists.items() if self._sent.get(kind) != entries}
        self._sent = lists
        self._listed = {
            entry.match_id: (entry.status, len(entry.participants)) for entries in lists.values() for entry in entries
        }
        if changed:
            message = encode({"type": "lobby", **changed})
            for listener in self._listeners:
                listener.send(message)


# Queries. Each list is one statement: it sees one state of the database.


def read_public(connection: Connection, kind: PublicKind, game: str = "") -> list[ListedMatch]:
    """Read a public list; see `Lobby.list_public`."""
    rows = connection.execute(_query(kind, by_game=bool(game)), {"game": game}).all()
    return [ListedMatch(**_fields(list(group))) for _, group in groupby(rows, key=itemgetter(0))]


def read_own(connection: Connection, kind: OwnKind, account_id: str, game: str = "") -> list[ListedMatch]:
    """Read a list of an account's own matches; see `Lobby.list_own`."""
    rows = connection.execute(_query(kind, by_game=bool(game)), {"game": game, "account_id": account_id}).all()
    own_matches = []
    for _, group in groupby(rows, key=itemgetter(0)):
        fields = _fields(list(group))
        own_positions = [entry.position for entry in fields["participants"] if entry.account_id == account_id]
        my_turn = fields["position_to_act"] in own_positions
        own_matches.append(ListedMatch(**fields, own_positions=own_positions, my_turn=my_turn))
    return own_matches


@cache
def _query(kind: ListKind, *, by_game: bool) -> Select[Any]:
    """Return the statement of a list: a row per participant, with the columns of its match and of the match's last event."""
    listed = select(
        matches.c.id, matches.c.edition, matches.c.created_at, matches.c.status, matches.c.public, matches.c.summary
    )
    match kind:
        case "open":
            listed = listed.where(matches.c.public, matches.c.status == "waiting")
        case "live":
            listed = listed.where(matches.c.public, matches.c.status == "running")
        case "mine" | "past":
            own = select(participants.c.match_id).where(participants.c.account_id == bindparam("account_id"))
            over = matches.c.status == "over" if kind == "past" else matches.c.status != "over"
            listed = listed.where(over, matches.c.id.in_(own))
    if by_game:  # a semicolon follows a colon in ASCII
        listed = listed.where(matches.c.edition > bindparam("game") + ":", matches.c.edition < bindparam("game") + ";")
    page = listed.order_by(matches.c.created_at.desc()).limit(MAX_LISTED).subquery()
    numbers = events.alias()
    last_number = select(func.max(numbers.c.number)).where(numbers.c.match_id == page.c.id).scalar_subquery()
    return (
        select(
            page,
            *(events.c.number, events.c.deadline, events.c.position_to_act),
            *(participants.c.position, participants.c.name, participants.c.level, participants.c.account_id),
        )
        .select_from(page)
        .join(events, and_(events.c.match_id == page.c.id, events.c.number == last_number))
        .outerjoin(participants, participants.c.match_id == page.c.id)
        .order_by(page.c.created_at.desc(), page.c.id, participants.c.position)
    )


def _fields(rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Return the fields of a listed match from its rows, one per participant."""
    match_id, edition, created_at, status, public, summary, number, deadline, position_to_act = rows[0][:9]
    return {
        "match_id": match_id,
        "edition": edition,
        "created_at": created_at,
        "status": status,
        "public": public,
        "events": number,
        "deadline": deadline,
        "position_to_act": position_to_act,
        "participants": [ListedParticipant(*row[9:]) for row in rows if row[9] is not None],
        "result": UNSET if summary is None else msgspec.json.decode(summary, type=MatchSummary),
    }
