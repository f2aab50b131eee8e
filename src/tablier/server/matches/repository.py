"""Conversion between rows of the store and matches."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import Connection, delete, insert, select, update

from tablier.core.errors import BadFile
from tablier.core.registry import find
from tablier.match import Event, Match, fold_all
from tablier.match.events import decode_event

from ..store import schema
from ..store.writer import Row
from .encoding import encode_events
from .live_match import MAX_NONCES, LiveMatch
from .seating import MatchInfo, Participant


def status_of(match: Match) -> str:
    """Return the status column of a match: an adjourned match counts as running."""
    return "running" if match.status == "adjourned" else match.status


class MatchSummary(Struct, frozen=True, forbid_unknown_fields=True):
    """How a finished match ended. Without a `winner` it is a draw, or aborted.

    `winner` is a position in the order of joining, `sides` has the English names of the sides in that order (empty if the
    match never started), and `actions` is the number of actions that led to the last position.
    """

    winner: int | None
    aborted: bool
    actions: int
    sides: list[str]


def summarize(match: Match) -> MatchSummary | None:
    """Return the summary of a finished match, else None."""
    if match.result is None:
        return None
    winner = match.result.winner
    names = find(match.terms.edition)[1].sides
    seat_of = {position: seat for seat, position in enumerate(match.seating)}
    return MatchSummary(
        winner=None if winner is None else match.seating[winner],
        aborted=match.result.aborted,
        actions=match.length,
        sides=[names[match.state.side(seat_of[position])] for position in range(len(seat_of))],
    )


def status_columns(match: Match) -> dict[str, str | None]:
    """Return the columns that change when a match starts or ends."""
    summary = summarize(match)
    return {"status": status_of(match), "summary": msgspec.json.encode(summary).decode() if summary else None}


def event_rows(
    match_id: str, match: Match, events: Sequence[Event], encoded: Sequence[Raw], nonce: str | None = None
) -> tuple[Row, ...]:
    """Return the rows of the last `events` of a match. The last row carries deadline, position to act and nonce."""
    to_act = match.to_act
    position = None if to_act is None else match.seating[to_act]
    last = match.number
    return tuple(
        (match_id, event.number, bytes(data).decode(), match.deadline, position, nonce)
        if event.number == last
        else (match_id, event.number, bytes(data).decode(), None, None, None)
        for event, data in zip(events, encoded, strict=True)
    )


def all_event_rows(match_id: str, match: Match) -> tuple[Row, ...]:
    """Return the rows of all events of a match."""
    events = match.events_since(0)
    return event_rows(match_id, match, events, encode_events(events))


def insert_match(connection: Connection, info: MatchInfo, match: Match, nonce: str | None = None) -> None:
    """Insert a new match and its participants, without events."""
    connection.execute(
        insert(schema.matches).values(
            id=info.id,
            created_at=info.created_at,
            edition=match.terms.edition,
            owner_id=info.owner_id,
            nonce=nonce,
            public=info.public,
            chat=info.chat,
            previous_match_id=info.previous_match_id,
            **status_columns(match),
        )
    )
    for position, participant in enumerate(info.participants):
        insert_participant(connection, info.id, position, participant)


def insert_participant(connection: Connection, match_id: str, position: int, participant: Participant) -> None:
    """Insert a participant. `position` counts in the order of joining."""
    connection.execute(
        insert(schema.participants).values(
            match_id=match_id,
            position=position,
            account_id=participant.account_id,
            level=participant.level,
            name=participant.name,
        )
    )


def update_status(connection: Connection, match_id: str, match: Match) -> None:
    """Update status and summary after a match has started or ended."""
    connection.execute(update(schema.matches).where(schema.matches.c.id == match_id).values(**status_columns(match)))


def delete_pause_requests(connection: Connection, match_id: str) -> None:
    """Delete the requests to adjourn or resume a match."""
    connection.execute(delete(schema.pause_requests).where(schema.pause_requests.c.match_id == match_id))


def delete_pause_request(connection: Connection, match_id: str, kind: str, account_id: str) -> None:
    """Delete the request of an account to `adjourn` or `resume` a match."""
    rows = schema.pause_requests.c
    own = (rows.match_id == match_id) & (rows.kind == kind) & (rows.account_id == account_id)
    connection.execute(delete(schema.pause_requests).where(own))


def read_match(connection: Connection, match_id: str) -> LiveMatch | None:
    """Read a match with all its events; None if it does not exist. Cost: replays the match.

    Raises `BadFile` if an event cannot be read or cannot follow the ones before it.
    """
    row = connection.execute(select(schema.matches).where(schema.matches.c.id == match_id)).one_or_none()
    if row is None:
        return None
    participants = connection.execute(
        select(schema.participants).where(schema.participants.c.match_id == match_id).order_by(schema.participants.c.position)
    )
    events = connection.execute(
        select(schema.events.c.number, schema.events.c.data, schema.events.c.nonce)
        .where(schema.events.c.match_id == match_id)
        .order_by(schema.events.c.number)
    ).all()
    info = MatchInfo(
        id=row.id,
        owner_id=row.owner_id,
        public=row.public,
        created_at=row.created_at,
        participants=tuple(Participant(entry.name, entry.account_id, entry.level) for entry in participants),
        chat=row.chat,
        previous_match_id=row.previous_match_id,
        next_match_id=connection.scalar(select(schema.matches.c.id).where(schema.matches.c.previous_match_id == match_id)),
    )
    nonces = [(event.nonce, event.number) for event in events if event.nonce is not None]
    requests = connection.execute(
        select(schema.pause_requests.c.kind, schema.pause_requests.c.account_id).where(
            schema.pause_requests.c.match_id == match_id
        )
    )
    match = fold_all(decode_event(event.data) for event in events)
    if len(info.participants) != len(match.joined):
        raise BadFile("contradiction", field="participants")
    return LiveMatch(info, match, nonces[-MAX_NONCES:], [(row.kind, row.account_id) for row in requests])
