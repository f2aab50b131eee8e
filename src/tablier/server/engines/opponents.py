"""EngineOpponents: engines on their seats. They play when it is their turn, and answer what they are asked."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from sqlalchemy import select

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.match import Increment, Match
from tablier.match.events import OfferType

from ..errors import RequestError
from ..matches.live_match import LiveMatch
from ..matches.service import MatchService, log
from ..store import schema
from .pool import Pool
from .protocol import SearchRequest

RETRY_SECONDS = (0.5, 2.0, 10.0, 60.0)
ACCEPTED = ("takeback", "abort", "rematch")  # a draw is for the board to decide


@dataclass(slots=True)
class Thinking:
    """OfferType goes on for a match: for which position, and the task."""

    changes: int
    task: asyncio.Task[None]


class EngineOpponents:
    """Follows every match that an engine plays in."""

    def __init__(self, service: MatchService, pool: Pool, seconds: float) -> None:
        self._service = service
        self._pool = pool
        self._seconds = seconds
        self._thinking: dict[str, Thinking] = {}
        service.followers.append(self.follow)

    async def open(self) -> None:
        """Sits down again wherever a bot was playing."""
        query = (
            select(schema.matches.c.id)
            .join(schema.participants, schema.participants.c.match_id == schema.matches.c.id)
            .where(schema.participants.c.level.is_not(None), schema.matches.c.status == "running")
            .distinct()
        )
        for match in await self._service.store.read(lambda connection: connection.scalars(query).all()):
            await self._service.find(match)

    def follow(self, live: LiveMatch) -> None:
        """After every change: think, think again, or stop thinking."""
        if not any(place.level for place in live.table.places):
            return
        match = live.match
        place = live.table.at(match, match.to_act)
        going_on = self._thinking.get(live.id)
        if going_on and (going_on.changes != match.changes or place is None or place.level is None):
            going_on.task.cancel()
            del self._thinking[live.id]
            going_on = None
        if place and place.level and not going_on:
            self._thinking[live.id] = Thinking(match.changes, self._service.spawn(self._play(live, place.level)))
        if match.offers.pending:
            self._service.spawn(self._answer(live))

    async def _play(self, live: LiveMatch, level: int) -> None:
        changes = live.match.changes
        for attempt in range(1_000_000):
            try:
                action = await self._pool.choose(self._thought(live, level), live.table.owner or "")
                await self._service.submit(live, lambda match, now: _acted(match, action, now, changes))  # noqa: B023
                return
            except RulesError as error:
                if not isinstance(error, RequestError):  # the match has moved on
                    log.debug("a bot was too late in %s: %s", live.id, error)
                    return
            live.tell({"type": "notice", "code": "engine_failed"})
            await asyncio.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])

    def _thought(self, live: LiveMatch, level: int) -> SearchRequest:
        match = live.match
        most = self._seconds
        seat = match.to_act
        if isinstance(match.create.clock, Increment) and seat is not None:
            left = match.remaining(seat, self._service.now()) or 0
            most = min(most, (left / 30 + match.create.clock.increment / 2) / 1000)
        return SearchRequest(
            match=live.id,
            start=match.create.start,
            actions=match.line.texts(),
            level=level,
            most=max(0.05, most),
            memory=self._pool.memory,
            seed=secrets.randbits(31),
        )

    async def _answer(self, live: LiveMatch) -> None:
        """Answers each offer for each seat of an engine that has not."""
        while (due := _unanswered(live)) is not None:
            what, seat = due
            answer = matches.accept if what in ACCEPTED else matches.decline
            try:
                await self._service.submit(live, lambda match, now: answer(match, seat, what, now))  # noqa: B023
            except RulesError as error:
                log.debug("an answer came too late in %s: %s", live.id, error)
                return

    async def close(self) -> None:
        """Stops thinking; the next server goes on."""
        for one in self._thinking.values():
            one.task.cancel()
        await asyncio.gather(*(one.task for one in self._thinking.values()), return_exceptions=True)


def _acted(match: Match, action: str, now: int, changes: int) -> Match:
    match.check_fresh(changes)
    if match.to_act is None:
        raise matches.MatchError("match_over")
    return matches.act(match, match.to_act, action, now)


def _unanswered(live: LiveMatch) -> tuple[OfferType, int] | None:
    match = live.match
    for offer in match.offers.pending:
        for seat in match.needed(offer.what):
            place = live.table.at(match, seat)
            if place and place.level and seat not in offer.agreed:
                return offer.what, seat
    return None
