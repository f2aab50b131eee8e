"""Between the store's rows and matches."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from tablier.match import Match, fold_all
from tablier.match.events import Event, decode_event

from ..store import schema
from ..store.writer import Row
from .live_match import MAX_NONCES, LiveMatch, encoded
from .seating import MatchInfo, Participant


def status_of(match: Match) -> str:
    """How a list shows a match."""
    return "running" if match.status == "adjourned" else match.status


def rows_of(
    table: str, match: Match, events: Sequence[Event], data: Sequence[bytes], nonce: str | None = None
) -> tuple[Row, ...]:
    """The rows of new events that have led to this match."""
    deadline, to_act = match.deadline, match.to_act
    place = None if to_act is None else match.seating[to_act]
    last = len(events) - 1
    return tuple(
        (
            table,
            event.number,
            data[index].decode(),
            deadline if index == last else None,
            place if index == last else None,
            nonce if index == last else None,
        )
        for index, event in enumerate(events)
    )


def insert_table(connection: Connection, table: MatchInfo, match: Match, nonce: str | None = None) -> None:
    """Writes a new table down, without the events of its match."""
    connection.execute(
        insert(schema.matches).values(
            id=table.id,
            created=table.created,
            edition=match.terms.edition,
            owner=table.owner,
            nonce=nonce,
            public=table.public,
            chat=table.chat,
            status=status_of(match),
            previous=table.previous,
        )
    )
    for number, place in enumerate(table.places):
        insert_place(connection, table.id, number, place)


def insert_place(connection: Connection, match: str, number: int, place: Participant) -> None:
    """Somebody sits down."""
    row = {"match_id": match, "position": number, "account_id": place.account_id, "level": place.level, "name": place.name}
    connection.execute(insert(schema.participants).values(row))


def set_status(connection: Connection, table: str, match: Match) -> None:
    """A match has begun or ended."""
    connection.execute(update(schema.matches).where(schema.matches.c.id == table).values(status=status_of(match)))


def all_of(table: str, match: Match) -> tuple[Row, ...]:
    """The rows of a match that is new as a whole."""
    events = match.events.items()
    return rows_of(table, match, events, [encoded(event) for event in events])


def read_live(connection: Connection, match: str) -> LiveMatch | None:
    """A match as it is stored, None when there is none."""
    found = connection.execute(select(schema.matches).where(schema.matches.c.id == match)).one_or_none()
    if found is None:
        return None
    places = connection.execute(
        select(schema.participants).where(schema.participants.c.match_id == match).order_by(schema.participants.c.position)
    )
    events = connection.execute(
        select(schema.events.c.number, schema.events.c.data, schema.events.c.nonce)
        .where(schema.events.c.match_id == match)
        .order_by(schema.events.c.number)
    ).all()
    following = select(schema.matches.c.id).where(schema.matches.c.previous == match)
    table = MatchInfo(
        id=found.id,
        owner=found.owner,
        public=found.public,
        created=found.created,
        places=tuple(Participant(row.name, row.account_id, row.level) for row in places),
        chat=found.chat,
        previous=found.previous,
        next=connection.scalar(following),
    )
    played = fold_all(decode_event(row.data) for row in events)
    nonces = [(row.nonce, row.number) for row in events if row.nonce is not None]
    return LiveMatch(table, played, nonces[-MAX_NONCES:])
