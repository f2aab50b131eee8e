"""JSON messages about one match. Encoding is a function of the match and of the seats the viewer holds.

New events and the view are the same for every viewer; they are encoded once and included as `msgspec.Raw`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from tablier.match import Event, Match, view
from tablier.match.events import encode_event

from .seating import MatchInfo

encode = msgspec.json.Encoder().encode


class ParticipantEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A participant as clients see it. Engines are always online."""

    name: str
    account_id: str | None
    level: int | None
    online: bool


class InfoPart(Struct, frozen=True, forbid_unknown_fields=True):
    """The metadata of a match as clients see it. Participants are listed by seat once the match has started."""

    match_id: str
    owner_id: str | None
    public: bool
    created_at: int
    chat: bool
    previous_match_id: str | None
    next_match_id: str | None
    open_seats: int
    watchers: int
    participants: list[ParticipantEntry]


class ViewerPart(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The part of a message for a viewer who holds seats. The last three fields are set if one of the seats must act."""

    seats: tuple[int, ...]
    takeback_seats: list[int]  # the viewer's seats that have an action to take back
    to_act: int | None = None
    legal: Sequence[str] | None = None
    scene: Any = None


class UpdateMessage(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="update"):
    """New events and the view after them. `id` answers the frame that caused them."""

    match_id: str
    events: Sequence[Raw]
    view: Raw
    viewer: ViewerPart | None = None
    id: int | None = None


class MatchMessage(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="match"):
    """A whole match for one viewer. The fields with defaults depend on the request."""

    match_id: str
    events: Sequence[Event] | Raw
    view: Raw
    info: InfoPart
    viewer: ViewerPart | None = None
    chat: list[dict[str, Any]] | None = None  # in the answer to `watch`
    id: int | None = None  # in the answer to a frame
    number: int | None = None  # in the answer to `play` over HTTP: the number of its last event
    repeated: bool | None = None  # in the answer to `play` over HTTP: the nonce was known
    error: dict[str, Any] | None = None  # in the answer to a stale `play` over HTTP
    start: str | None = None  # of a study: the starting position
    engine: bool | None = None  # of a study: whether an engine is available


def encode_events(events: Sequence[Event]) -> list[Raw]:
    """Encode events as they are stored and sent."""
    return [Raw(encode_event(event)) for event in events]


def encode_view(match: Match, now: int) -> Raw:
    """Encode the view of a spectator. It is sent to all viewers."""
    return Raw(encode(view(match, None, now)))


def viewer_part(match: Match, seats: tuple[int, ...]) -> ViewerPart | None:
    """Return the part for a viewer who holds `seats`; None without a seat."""
    if not seats:
        return None
    takeback_seats = [seat for seat in seats if match.result is None and match.plies_after_takeback(seat) is not None]
    if match.to_act not in seats:
        return ViewerPart(seats, takeback_seats)
    state = match.state
    return ViewerPart(seats, takeback_seats, match.to_act, state.legal_actions(), state.scene(match.to_act))


def info_part(info: MatchInfo, match: Match, *, online: Collection[str] = (), watchers: int = 0) -> InfoPart:
    """Return the metadata of a match. `online` are the ids of the connected accounts."""
    return InfoPart(
        match_id=info.id,
        owner_id=info.owner_id,
        public=info.public,
        created_at=info.created_at,
        chat=info.chat,
        previous_match_id=info.previous_match_id,
        next_match_id=info.next_match_id,
        open_seats=match.state.seats - len(info.participants),
        watchers=watchers,
        participants=[
            ParticipantEntry(entry.name, entry.account_id, entry.level, entry.level is not None or entry.account_id in online)
            for entry in info.by_seat(match)
        ],
    )


def encode_match(
    match: Match,
    viewer: ViewerPart | None,
    info: InfoPart,
    *,
    now: int,
    events: Sequence[Event] | Raw = (),
    **fields: Any,
) -> bytes:
    """Encode a `MatchMessage`. `fields` are further fields of it."""
    return encode(
        MatchMessage(match_id=info.match_id, events=events, view=encode_view(match, now), info=info, viewer=viewer, **fields)
    )
