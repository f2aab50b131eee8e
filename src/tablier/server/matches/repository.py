"""Conversion between rows of the store and matches."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Raw
from sqlalchemy import Connection, Select, delete, insert, select, text, update
from sqlalchemy import Row as ResultRow
from sqlalchemy.exc import DatabaseError

from tablier.core.errors import BadFile
from tablier.match import Event, Match, fold_all
from tablier.match.events import decode_event

from ..store import schema
from ..store.writer import Row
from .encoding import encode_events
from .live_match import LiveMatch
from .seating import MatchInfo, Participant


def status_of(match: Match) -> str:
    """Return the status column of a match: an adjourned match counts as running."""
    return "running" if match.status == "adjourned" else match.status


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
            status=status_of(match),
            previous_match_id=info.previous_match_id,
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
    """Update the status column after a match has started or ended."""
    connection.execute(update(schema.matches).where(schema.matches.c.id == match_id).values(status=status_of(match)))


def delete_pause_requests(connection: Connection, match_id: str) -> None:
    """Delete the requests to adjourn or resume a match."""
    connection.execute(delete(schema.pause_requests).where(schema.pause_requests.c.match_id == match_id))


def read_running(connection: Connection, query: Select[Any], damaged: dict[str, Exception]) -> Sequence[ResultRow[Any]]:
    """Return the rows of a query about running matches, which selects from `schema.matches`.

    If a page of the database is damaged, query match by match, and add the errors to `damaged` by match id.
    """
    with suppress(DatabaseError):
        return connection.execute(query).all()
    rows: list[ResultRow[Any]] = []
    for match_id in _list_running(connection):
        try:
            rows += connection.execute(query.where(schema.matches.c.id == match_id)).all()
        except DatabaseError as error:
            damaged[match_id] = error
    return rows


def _list_running(connection: Connection) -> Sequence[str]:
    """Return the ids of the running matches, or of all matches that can be found if a page of them is damaged."""
    with suppress(DatabaseError):
        return connection.scalars(select(schema.matches.c.id).where(schema.matches.c.status == "running")).all()
    match_ids: dict[str, None] = {}  # an ordered set
    for source in ("", "NOT INDEXED"):  # the index, then the table: one of them is intact
        with suppress(DatabaseError):
            for match_id in connection.scalars(text(f"SELECT id FROM matches {source}")):
                match_ids[match_id] = None
    return list(match_ids)


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
    return LiveMatch(info, match, nonces, [(row.kind, row.account_id) for row in requests])
