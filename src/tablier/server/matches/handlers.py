"""Doing what was asked: from an `Ask` of somebody to an answer. Only the holder of a seat acts for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablier import match as matches
from tablier.match import Match

from ..accounts.service import Account, normalize_name
from ..errors import RequestError
from . import asks, chat
from .asks import AnyAsk
from .creation import start_when_full
from .live_match import Listener, LiveMatch
from .seating import Participant
from .service import MatchService

RESUME_GRACE = 3000  # milliseconds to get ready after an interruption
Answer = dict[str, Any]

# what a seat does, as functions of `match`; each takes the match, the seat and the time
SIMPLE: dict[type[asks.Ask], Callable[[Match, int, Any, int], Match]] = {
    asks.Offer: lambda match, seat, ask, now: matches.make_offer(match, seat, ask.offer_type, now),
    asks.Accept: lambda match, seat, ask, now: matches.accept_offer(match, seat, ask.offer_type, now),
    asks.Decline: lambda match, seat, ask, now: matches.decline_offer(match, seat, ask.offer_type, now),
    asks.Resign: lambda match, seat, ask, now: matches.resign(match, seat, now),
    asks.Leave: lambda match, seat, ask, now: matches.leave(match, seat, now),
    asks.Give: lambda match, seat, ask, now: matches.give_time(match, seat, ask.to, ask.time_ms, now),
}


async def execute(
    service: MatchService,
    live: LiveMatch,
    account: Account,
    ask: AnyAsk,
    *,
    lag: int = 0,
    asker: Listener | None = None,
    number: int | None = None,
) -> Answer:
    """Does it; `RulesError` when it cannot be done. `asker` hears of an event by the message that tells everybody."""
    if account.banned:
        raise RequestError("banned")
    match ask:
        case asks.Act():
            return await _act(service, live, account, ask, lag, asker, number)
        case asks.Try(action=action):
            return tried(live.match, action)
        case asks.Turn(turn=turn):
            return turned(live.match, turn)
        case asks.Join():
            return await _join(service, live, account, ask, asker, number)
        case asks.Adjourn() | asks.Resume():
            return await _wish(service, live, account, ask)
        case asks.Chat():
            return (await chat.say(service, live, account, ask)).json()
        case asks.Hush(off=off):
            if not live.table.sits(account.id):
                raise RequestError("no_seat")
            await service.set_table(live, chat=not off)
            return {"chat": not off}
    simple = SIMPLE[type(ask)]

    def make(before: Match, now: int) -> Match:
        return simple(before, live.table.seat_for(before, account.id, ask.seat), ask, now)

    return _answer(await service.submit(live, make, account=account, nonce=ask.nonce, asker=asker, ask=number))


def tried(match: Match, action: str) -> Answer:
    """The position a text would lead to, and its canonical form."""
    state = match.state
    canonical = state.action(action)
    return {"action": canonical, "state": state.play(canonical).view(None)}


def turned(match: Match, turn: int) -> Answer:
    """The position after so many turns."""
    if turn > match.length:
        raise RequestError("no_such_turn", turn=turn)
    step = match.plies.cut(turn + 1).last
    return {"turn": turn, "text": step.text, "seat": step.seat, "state": step.state.view(None)}


async def _act(
    service: MatchService,
    live: LiveMatch,
    account: Account,
    ask: asks.Act,
    lag: int,
    asker: Listener | None,
    number: int | None,
) -> Answer:
    def make(before: Match, now: int) -> Match:
        seat = live.table.seat_for(before, account.id, ask.seat)
        return matches.play_action(before, seat, ask.action, now, lag_ms=lag, changes_seen=ask.changes_seen)

    done = await service.submit(live, make, account=account, nonce=ask.nonce, asker=asker, ask=number)
    live.wishes.clear()
    return _answer(done)


async def _join(
    service: MatchService, live: LiveMatch, account: Account, ask: asks.Join, asker: Listener | None, number: int | None
) -> Answer:
    place = Participant(normalize_name(ask.name) if ask.name else account.name, account_id=account.id)

    def make(before: Match, now: int) -> Match:
        if live.table.sits(account.id):
            raise RequestError("already_seated")
        if before.status == "waiting" and len(live.table.places) == before.state.seats:
            raise RequestError("no_open_seat")
        return start_when_full(matches.join(before, place.name, now), now, service)

    return _answer(await service.submit(live, make, account=account, nonce=ask.nonce, joining=place, asker=asker, ask=number))


async def _wish(service: MatchService, live: LiveMatch, account: Account, ask: asks.Adjourn | asks.Resume) -> Answer:
    """Adjourning and going on need every person who still plays; engines do not mind."""
    match = live.match
    if not live.table.seats(match, account.id):
        raise RequestError("no_seat")
    kind = "adjourn" if isinstance(ask, asks.Adjourn) else "resume"
    wishes = live.wishes.setdefault(kind, set())
    wishes.add(account.id)
    present = [live.table.at(match, seat) for seat in match.present()]
    if all(place is None or place.account_id is None or place.account_id in wishes for place in present):
        if kind == "adjourn":
            await service.submit(live, matches.adjourn)
        else:
            await service.submit(live, _resumed)
        live.wishes.clear()
    live.tell({"type": "wishes", "wishes": {name: sorted(wishing) for name, wishing in live.wishes.items()}})
    return {"status": live.match.status}


def _resumed(match: Match, now: int) -> Match:
    if match.status != "adjourned":
        raise matches.MatchError("not_adjourned")
    return matches.resume(match, now, RESUME_GRACE)


def _answer(done: tuple[int, bool]) -> Answer:
    return {"number": done[0], "repeated": done[1]}
