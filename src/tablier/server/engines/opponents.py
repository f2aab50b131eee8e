"""EngineOpponents: engines on their seats. They play when it is their turn, and answer what they are asked."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from sqlalchemy import select

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.core.state import Action
from tablier.engine.analysis import Candidate
from tablier.engine.levels import MAX_LEVEL
from tablier.engine.seat_policy import DRAW_SEARCH_S, accepts_draw, thinking_time_s
from tablier.match import Increment, Match
from tablier.match.events import OfferType

from ..errors import RequestError
from ..matches.live_match import LiveMatch
from ..matches.service import MatchService, log
from ..store import schema
from .pool import Pool
from .protocol import SearchRequest

RETRY_SECONDS = (0.5, 2.0, 10.0, 60.0)


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
        self._answering: set[str] = set()  # ids of matches with a running `_answer`
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
        if match.offers.pending and live.id not in self._answering:
            self._answering.add(live.id)
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
        if isinstance(match.terms.clock, Increment) and seat is not None:
            left = match.remaining(seat, self._service.now()) or 0
            most = min(most, thinking_time_s(left / 1000, match.terms.clock.increment / 1000))
        return self._request(live, level, most)

    def _request(self, live: LiveMatch, level: int, seconds: float, *, watched: bool = False) -> SearchRequest:
        return SearchRequest(
            match=live.id,
            start=live.match.terms.start,
            actions=live.match.texts(),
            level=level,
            most=seconds,
            memory=self._pool.memory,
            seed=secrets.randbits(31),
            watched=watched,
        )

    async def _answer(self, live: LiveMatch) -> None:
        """Answer every offer for every engine that has not answered: a draw by the seat policy, anything else with yes."""
        try:
            while (due := _unanswered(live)) is not None:
                what, seat = due
                accepted = await self._accepts_draw(live, seat) if what == "draw" else True
                answer = matches.accept_offer if accepted else matches.decline_offer
                await self._service.submit(live, lambda match, now: answer(match, seat, what, now))  # noqa: B023
        except RulesError as error:
            log.debug("an answer came too late in %s: %s", live.id, error)
        finally:
            self._answering.discard(live.id)

    async def _accepts_draw(self, live: LiveMatch, seat: int) -> bool:
        """Search the position at the highest level and apply the seat policy. Declines if the search fails.

        Cancels the search of the engine's own move, which would otherwise make the offer lapse; the answer starts it again.
        """
        if thinking := self._thinking.pop(live.id, None):
            thinking.task.cancel()
        own_turn = live.match.to_act == seat
        request = self._request(live, MAX_LEVEL, min(self._seconds, DRAW_SEARCH_S), watched=True)
        try:
            updates = [update async for update in self._pool.watch(request, live.table.owner or "")]
        except RequestError:
            return False
        action, expected_score, proof, plies = updates[-1].candidates[0]
        return accepts_draw(Candidate(Action(action), expected_score, proof, plies), own_turn=own_turn)

    async def close(self) -> None:
        """Stops thinking; the next server goes on."""
        for one in self._thinking.values():
            one.task.cancel()
        await asyncio.gather(*(one.task for one in self._thinking.values()), return_exceptions=True)


def _acted(match: Match, action: str, now: int, changes: int) -> Match:
    match.check_fresh(changes)
    if match.to_act is None:
        raise matches.MatchError("match_over")
    return matches.play_action(match, match.to_act, action, now)


def _unanswered(live: LiveMatch) -> tuple[OfferType, int] | None:
    match = live.match
    for offer in match.offers.pending:
        for seat in match.required_seats(offer.offer_type):
            place = live.table.at(match, seat)
            if place and place.level and seat not in offer.agreed:
                return offer.offer_type, seat
    return None
