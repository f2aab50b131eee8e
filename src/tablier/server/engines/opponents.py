"""Engines on seats: they play when it is their turn, and answer offers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import ceil
from typing import Any

from sqlalchemy import Connection, Select, and_, func, select

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
from ..matches.repository import read_running
from ..matches.service import MatchService, log
from ..store import schema
from .pool import Pool
from .protocol import SearchRequest

RETRY_DELAYS_S = (0.5, 2.0, 10.0, 60.0)  # by attempt; the last one repeats
QUEUE_CHECK_S = 1.0  # an engine that waits longer than this announces its position in the queue
QUEUE_UPDATE_S = 3.0  # between two announcements of a match
MIN_CREDIT_MS = 1000  # waits are credited to a clock in steps of at least this
MAX_IDLE_S = 600.0  # a match in which nothing happens for this long does not count as active


class EngineTurn:
    """A turn of an engine: its search, and the time it has waited for a worker, which its clock does not count."""

    __slots__ = ("_waited_ms", "_waits_since", "announced_at", "changes", "live", "task")

    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self.changes = live.match.changes  # the turn is outdated once the match's count differs
        self.task: asyncio.Task[None] | None = None  # None while the engine searches to answer a draw offer
        self.announced_at: float | None = None  # when the position in the queue was last announced
        self._waited_ms = 0
        self._waits_since: int | None = None

    def begin_wait(self, now: int) -> None:
        """Note that the engine waits for a worker."""
        self._waits_since = now

    def end_wait(self, now: int) -> None:
        """Note that the engine waits no longer."""
        self._waited_ms, self._waits_since = self.waited_ms(now), None

    def waited_ms(self, now: int) -> int:
        """Return how long the engine has waited in this turn, without the time that its clock was credited with."""
        return self._waited_ms + (0 if self._waits_since is None else max(0, now - self._waits_since))

    def credit(self, credited_ms: int) -> None:
        """Deduct time that the clock was credited with from the time waited."""
        self._waited_ms -= credited_ms

    def cancel(self) -> None:
        """Cancel the search."""
        if self.task:
            self.task.cancel()
            self.task = None


class EngineOpponents:
    """Plays the engines' seats of all matches."""

    def __init__(self, service: MatchService, pool: Pool, max_turn_s: float, max_matches: int) -> None:
        self._service = service
        self._pool = pool
        self._max_turn_s = max_turn_s
        self._max_matches = max_matches
        self._active: dict[str, float] = {}  # running matches with engines: time of the last change, the oldest first
        self._turns: dict[str, EngineTurn] = {}  # by match id
        self._waiting: dict[EngineTurn, None] = {}  # turns that wait for a worker, an ordered set
        self._announcer: asyncio.TimerHandle | None = None
        self._answering: set[str] = set()  # ids of matches whose offers are being answered
        self._resuming: asyncio.Task[None] | None = None
        service.change_observers.append(self._on_change)
        service.credit_wait = self._credit_wait
        service.check_engines = self.check_capacity

    def open(self) -> None:
        """Begin to load the matches in which an engine must act, so that their searches start again after a restart."""
        self._resuming = self._service.spawn(self._resume_turns())

    async def _resume_turns(self) -> None:
        match_ids, damaged = await self._service.store.read_long(_read_engine_turns, limited=False)
        for match_id, error in damaged.items():
            self._service.set_aside(match_id, error)
        for match_id in match_ids:
            with suppress(RequestError):  # an unreadable match is set aside
                await self._service.find(match_id, limited=False)

    def check_capacity(self) -> None:
        """Raise `RequestError("engines_busy")` if as many matches with engines are active as the server allows."""
        idle_before = asyncio.get_running_loop().time() - MAX_IDLE_S
        while self._active and (oldest := next(iter(self._active.items())))[1] < idle_before:
            del self._active[oldest[0]]
        if len(self._active) >= self._max_matches:
            raise RequestError("engines_busy")

    def _on_change(self, live: LiveMatch) -> None:
        """Start, restart or cancel the search of a match, and answer its offers."""
        if not live.info.has_engine():
            return
        match = live.match
        self._active.pop(live.id, None)
        if match.status == "running":
            self._active[live.id] = asyncio.get_running_loop().time()
        participant = live.info.at_seat(match, match.to_act)
        level = participant.level if participant else None
        turn = self._turns.get(live.id)
        if turn and (turn.changes != match.changes or level is None):
            turn.cancel()
            del self._turns[live.id]
            turn = None
        if level is not None:
            turn = turn or self._turns.setdefault(live.id, EngineTurn(live))
            turn.task = turn.task or self._service.spawn(self._play(turn, level))
        if match.offers.pending and live.id not in self._answering:
            self._answering.add(live.id)
            self._service.spawn(self._answer_offers(live))

    # turns

    async def _play(self, turn: EngineTurn, level: int) -> None:
        """Choose and submit an action. Retries for as long as the search or the commit fails."""
        live, attempt = turn.live, 0
        while True:
            try:
                with self._wait_in_queue(turn, lambda: self._turn_time_s(turn)) as allot_time_s:
                    request = self._request(live, level, self._max_turn_s)
                    action = await self._pool.choose(request, live.info.owner_id or "", allot_time_s)
                await self._service.submit(live, lambda match, now: _play_action(match, action, now, turn))  # noqa: B023
                return
            except RequestError:
                live.broadcast({"type": "notice", "code": "engine_failed"})
                await asyncio.sleep(RETRY_DELAYS_S[min(attempt, len(RETRY_DELAYS_S) - 1)])
                attempt += 1
            except RulesError as error:  # the match has moved on
                log.debug("match %s: engine action rejected: %s", live.id, error)
                return

    def _turn_time_s(self, turn: EngineTurn) -> float:
        """Return the time to think, from what is left on the clock without the time in the queue."""
        match = turn.live.match
        if not isinstance(match.terms.clock, Increment) or match.to_act is None:
            return self._max_turn_s
        now = self._service.now()
        remaining_ms = match.remaining(match.to_act, now - turn.waited_ms(now)) or 0
        return min(self._max_turn_s, thinking_time_s(remaining_ms / 1000, match.terms.clock.increment_ms / 1000))

    # the queue

    @contextmanager
    def _wait_in_queue(self, turn: EngineTurn, time_limit_s: Callable[[], float]) -> Iterator[Callable[[], float]]:
        """Register a turn as waiting for a worker.

        Yields a callback for the pool, which calls it when it assigns a worker: it ends the wait and returns the time limit.
        """

        def end_wait() -> None:
            if turn in self._waiting:
                del self._waiting[turn]
                turn.end_wait(self._service.now())

        def allot_time_s() -> float:
            end_wait()
            if turn.announced_at is not None:
                turn.announced_at = None
                turn.live.broadcast({"type": "engine_queue", "position": 0, "expected_wait_s": 0})
            return time_limit_s()

        self._waiting[turn] = None
        turn.begin_wait(self._service.now())
        if self._announcer is None:
            self._announcer = asyncio.get_running_loop().call_later(QUEUE_CHECK_S, self._announce_positions)
        try:
            yield allot_time_s
        finally:
            end_wait()

    def _announce_positions(self) -> None:
        """Send their position in the queue to the matches whose engines wait, and do so again while any waits."""
        self._announcer = None
        if not self._waiting:
            return
        loop, now = asyncio.get_running_loop(), self._service.now()
        self._announcer = loop.call_later(QUEUE_CHECK_S, self._announce_positions)
        positions = self._pool.queue_positions()
        for turn in self._waiting:
            position = positions.get(turn.live.id)
            announced_lately = turn.announced_at is not None and loop.time() - turn.announced_at < QUEUE_UPDATE_S
            if position is None or announced_lately or turn.waited_ms(now) < QUEUE_CHECK_S * 1000:
                continue
            turn.announced_at = loop.time()
            expected_wait_s = ceil(self._pool.expected_wait_s(position))
            turn.live.broadcast({"type": "engine_queue", "position": position, "expected_wait_s": expected_wait_s})

    async def _credit_wait(self, live: LiveMatch) -> bool:
        """Credit the clock of the engine to act with the time it has waited for a worker, by a `resume` event.

        Returns True if the flag must not fall yet; False if no engine is to act or its time has run out despite the credit.
        """
        turn, deadline, now = self._turns.get(live.id), live.match.deadline, self._service.now()
        if turn is None or turn.changes != live.match.changes or deadline is None:
            return False
        waited_ms = turn.waited_ms(now)
        if deadline + waited_ms <= now:
            return False
        if waited_ms < MIN_CREDIT_MS:
            self._service.deadlines.set(live.id, now + MIN_CREDIT_MS)
            return True

        def change(match: Match, now: int) -> Match:
            match.check_fresh(turn.changes)
            after = matches.resume(match, now, waited_ms)
            turn.credit(waited_ms)  # before the commit: the engine's action may be the next submission
            return after

        try:
            await self._service.submit(live, change)
        except RequestError:
            turn.credit(-waited_ms)
            raise
        except MatchError as error:
            log.debug("match %s: no credit for the engine: %s", live.id, error)
            return False
        return True

    # offers

    def _request(self, live: LiveMatch, level: int, time_limit_s: float, *, analyse: bool = False) -> SearchRequest:
        return SearchRequest(
            game_id=live.id,
            start=live.match.terms.start,
            actions=live.match.texts(),
            level=level,
            time_limit_s=time_limit_s,
            memory_mb=self._pool.memory_mb,
            seed=secrets.randbits(31),
            analyse=analyse,
        )

    async def _answer_offers(self, live: LiveMatch) -> None:
        """Answer every offer for every engine that has not answered: accept all but a draw, which the seat policy decides."""
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
        turn = self._turns.get(live.id) or EngineTurn(live)
        turn.cancel()
        own_turn = live.match.to_act == seat
        time_limit_s = min(self._max_turn_s, DRAW_SEARCH_S)
        request = self._request(live, MAX_LEVEL, time_limit_s, analyse=True)
        try:
            with self._wait_in_queue(turn, lambda: time_limit_s) as allot_time_s:
                search = self._pool.analyse(request, live.info.owner_id or "", allot_time_s)
                updates = [update async for update in search]
        except RequestError:
            return False
        action, expected_score, proof, plies = updates[-1].candidates[0]
        return accepts_draw(Candidate(Action(action), expected_score, proof, plies), own_turn=own_turn)

    async def close(self) -> None:
        """Cancel all searches and start no more. `open` starts them again after a restart."""
        with suppress(ValueError):  # closed before
            self._service.change_observers.remove(self._on_change)
        if self._announcer:
            self._announcer.cancel()
        tasks = [turn.task for turn in self._turns.values() if turn.task]
        if self._resuming:
            tasks.append(self._resuming)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _play_action(match: Match, action: str, now: int, turn: EngineTurn) -> Match:
    match.check_fresh(turn.changes)
    if match.to_act is None:
        raise MatchError("match_over")
    return matches.play_action(match, match.to_act, action, now, lag_ms=turn.waited_ms(now))


def _read_engine_turns(connection: Connection) -> tuple[list[str], dict[str, Exception]]:
    """Return the ids of the running matches in which an engine must act, and the errors of those that cannot be read."""
    damaged: dict[str, Exception] = {}
    rows = read_running(connection, _engine_turns(), damaged)
    return [row.id for row in rows], damaged


def _engine_turns() -> Select[Any]:
    """Return a query for the ids of the running matches in which an engine must act."""
    table, event, participant = schema.matches.c, schema.events.c, schema.participants.c
    numbers = schema.events.alias()
    last_number = select(func.max(numbers.c.number)).where(numbers.c.match_id == table.id).scalar_subquery()
    return (
        select(table.id)
        .select_from(schema.matches)
        .join(schema.events, and_(event.match_id == table.id, event.number == last_number))
        .join(schema.participants, and_(participant.match_id == table.id, participant.position == event.position_to_act))
        .where(table.status == "running", participant.level.is_not(None))
    )


def _unanswered_offer(live: LiveMatch) -> tuple[OfferType, int] | None:
    """Return an offer and the seat of an engine that must still answer it."""
    match = live.match
    for offer in match.offers.pending:
        for seat in match.required_seats(offer.offer_type):
            participant = live.info.at_seat(match, seat)
            if participant and participant.level is not None and seat not in offer.agreed:
                return offer.offer_type, seat
    return None
