"""Engines on seats: they play when it is their turn, and answer offers."""

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
from tablier.match import Increment, Match, MatchError
from tablier.match.events import OfferType

from ..errors import RequestError
from ..matches.live_match import LiveMatch
from ..matches.service import MatchService, log
from ..store import schema
from .pool import Pool
from .protocol import SearchRequest

RETRY_DELAYS_S = (0.5, 2.0, 10.0, 60.0)


@dataclass(frozen=True, slots=True)
class EngineTurn:
    """A search for the turn of an engine, and the position it searches as the match's `changes`."""

    changes: int
    task: asyncio.Task[None]


class EngineOpponents:
    """Plays the engines' seats of all matches."""

    def __init__(self, service: MatchService, pool: Pool, max_turn_s: float) -> None:
        self._service = service
        self._pool = pool
        self._max_turn_s = max_turn_s
        self._turns: dict[str, EngineTurn] = {}  # by match id
        self._answering: set[str] = set()  # ids of matches whose offers are being answered
        service.change_observers.append(self._on_change)

    async def open(self) -> None:
        """Load all running matches with engines, so that their searches start again after a restart."""
        query = (
            select(schema.matches.c.id)
            .join(schema.participants, schema.participants.c.match_id == schema.matches.c.id)
            .where(schema.participants.c.level.is_not(None), schema.matches.c.status == "running")
            .distinct()
        )
        for match_id in await self._service.store.read(lambda connection: connection.scalars(query).all()):
            await self._service.find(match_id)

    def _on_change(self, live: LiveMatch) -> None:
        """Start, restart or cancel the search of a match, and answer its offers."""
        if not live.info.has_engine():
            return
        match = live.match
        participant = live.info.at_seat(match, match.to_act)
        level = participant.level if participant else None
        turn = self._turns.get(live.id)
        if turn and (turn.changes != match.changes or level is None):
            turn.task.cancel()
            del self._turns[live.id]
            turn = None
        if level is not None and not turn:
            self._turns[live.id] = EngineTurn(match.changes, self._service.spawn(self._play(live, level)))
        if match.offers.pending and live.id not in self._answering:
            self._answering.add(live.id)
            self._service.spawn(self._answer_offers(live))

    async def _play(self, live: LiveMatch, level: int) -> None:
        """Choose and submit an action. Retries for as long as the search or the commit fails."""
        changes = live.match.changes
        attempt = 0
        while True:
            try:
                action = await self._pool.choose(self._turn_request(live, level), live.info.owner_id or "")
                await self._service.submit(live, lambda match, now: _play_action(match, action, now, changes))  # noqa: B023
                return
            except RequestError:
                live.broadcast({"type": "notice", "code": "engine_failed"})
                await asyncio.sleep(RETRY_DELAYS_S[min(attempt, len(RETRY_DELAYS_S) - 1)])
                attempt += 1
            except RulesError as error:  # the match has moved on
                log.debug("match %s: engine action rejected: %s", live.id, error)
                return

    def _turn_request(self, live: LiveMatch, level: int) -> SearchRequest:
        match = live.match
        time_limit_s = self._max_turn_s
        if isinstance(match.terms.clock, Increment) and match.to_act is not None:
            remaining_ms = match.remaining(match.to_act, self._service.now()) or 0
            time_limit_s = min(time_limit_s, thinking_time_s(remaining_ms / 1000, match.terms.clock.increment / 1000))
        return self._request(live, level, time_limit_s)

    def _request(self, live: LiveMatch, level: int, time_limit_s: float, *, analyse: bool = False) -> SearchRequest:
        return SearchRequest(
            session=live.id,
            start=live.match.terms.start,
            actions=live.match.texts(),
            level=level,
            time_limit_s=time_limit_s,
            memory_mb=self._pool.memory_mb,
            seed=secrets.randbits(31),
            analyse=analyse,
        )

    async def _answer_offers(self, live: LiveMatch) -> None:
        """Answer every offer for every engine that has not answered: a draw by the seat policy, anything else with yes."""
        try:
            while (unanswered := _unanswered_offer(live)) is not None:
                offer_type, seat = unanswered
                accepted = await self._accepts_draw(live, seat) if offer_type == "draw" else True
                answer = matches.accept_offer if accepted else matches.decline_offer
                await self._service.submit(live, lambda match, now: answer(match, seat, offer_type, now))  # noqa: B023
        except RulesError as error:
            log.debug("match %s: answer to an offer rejected: %s", live.id, error)
        finally:
            self._answering.discard(live.id)

    async def _accepts_draw(self, live: LiveMatch, seat: int) -> bool:
        """Search the position at the highest level and apply the seat policy. Declines if the search fails.

        Cancels the search of the engine's own move, which would otherwise make the offer lapse; the answer starts it again.
        """
        if turn := self._turns.pop(live.id, None):
            turn.task.cancel()
        own_turn = live.match.to_act == seat
        request = self._request(live, MAX_LEVEL, min(self._max_turn_s, DRAW_SEARCH_S), analyse=True)
        try:
            updates = [update async for update in self._pool.analyse(request, live.info.owner_id or "")]
        except RequestError:
            return False
        action, expected_score, proof, plies = updates[-1].candidates[0]
        return accepts_draw(Candidate(Action(action), expected_score, proof, plies), own_turn=own_turn)

    async def close(self) -> None:
        """Cancel all searches. They start again with the next server."""
        tasks = [turn.task for turn in self._turns.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _play_action(match: Match, action: str, now: int, changes: int) -> Match:
    match.check_fresh(changes)
    if match.to_act is None:
        raise MatchError("match_over")
    return matches.play_action(match, match.to_act, action, now)


def _unanswered_offer(live: LiveMatch) -> tuple[OfferType, int] | None:
    """Return an offer and the seat of an engine that must still answer it."""
    match = live.match
    for offer in match.offers.pending:
        for seat in match.required_seats(offer.offer_type):
            participant = live.info.at_seat(match, seat)
            if participant and participant.level is not None and seat not in offer.agreed:
                return offer.offer_type, seat
    return None
