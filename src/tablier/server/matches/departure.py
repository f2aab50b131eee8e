"""Makes a banned or deleted account leave its unfinished matches."""

from __future__ import annotations

import logging

from sqlalchemy import exists, or_, select
from sqlalchemy.exc import DatabaseError

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.match import Match

from ..store import schema
from ..store.store import reason_of
from .service import MatchService

log = logging.getLogger(__name__)


async def leave_matches(service: MatchService, account_id: str) -> None:
    """Leave all unfinished matches of an account; those that have not started are aborted. Failures are logged."""
    participants = schema.participants
    query = (
        select(participants.c.match_id)
        .join(schema.matches, schema.matches.c.id == participants.c.match_id)
        .where(participants.c.account_id == account_id, schema.matches.c.status != "over")
        .distinct()
    )
    for match_id in await service.store.read(lambda connection: connection.scalars(query).all()):
        try:
            await _leave_match(service, match_id, account_id)
        except RulesError as error:
            log.warning("Cannot leave match %s for account %s: %s", match_id, account_id, error)


async def finish_departures(service: MatchService) -> None:
    """Let banned accounts leave the matches that they should have left before the server was stopped. Failures are logged.

    A banned account joins no match, so each of its unfinished matches is one of these.
    """
    accounts, participants = schema.accounts, schema.participants
    unfinished = exists().where(
        participants.c.account_id == accounts.c.id,
        participants.c.match_id == schema.matches.c.id,
        schema.matches.c.status != "over",
    )
    not_ended = or_(accounts.c.banned_until.is_(None), accounts.c.banned_until > service.now())
    query = select(accounts.c.id).where(accounts.c.banned, not_ended, unfinished)
    try:
        account_ids = await service.store.read(lambda connection: connection.scalars(query).all())
    except DatabaseError as error:  # a damaged database must not prevent the start
        log.error("interrupted departures cannot be found: %s", reason_of(error))
        return
    for account_id in account_ids:
        try:
            await leave_matches(service, account_id)
        except Exception:  # must not prevent the start; the next start tries again
            log.exception("account %s: cannot leave its matches", account_id)


async def _leave_match(service: MatchService, match_id: str, account_id: str) -> None:
    live = await service.find(match_id, limited=False)

    def change(match: Match, now: int) -> Match:
        for seat in live.info.seats_of(match, account_id):
            if match.status == "waiting":
                return matches.abort(match, now)
            if not match.result:
                match = matches.leave(match, seat, now)
        return match

    if not live.match.result and live.info.seats_of(live.match, account_id):
        await service.submit(live, change)
