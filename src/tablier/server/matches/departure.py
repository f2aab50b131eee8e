"""Departure of an account that was banned or deleted from its unfinished matches."""

from __future__ import annotations

import logging

from sqlalchemy import select

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.match import Match

from ..store import schema
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


async def _leave_match(service: MatchService, match_id: str, account_id: str) -> None:
    live = await service.find(match_id)

    def change(match: Match, now: int) -> Match:
        for seat in live.info.seats_of(match, account_id):
            if match.status == "waiting":
                return matches.abort(match, now)
            if not match.result:
                match = matches.leave(match, seat, now)
        return match

    if not live.match.result and live.info.seats_of(live.match, account_id):
        await service.submit(live, change)
