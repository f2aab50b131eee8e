"""Execution of commands: from a command of an account to the result for the client."""

from __future__ import annotations

from typing import Any

from tablier import match as matches
from tablier.match import Match
from tablier.match.commands import (
    Adjourn,
    AnyCommand,
    Join,
    PlayAction,
    Resume,
    SeatCommand,
    SendChat,
    SetChat,
    ShowTurn,
    TryAction,
    apply,
)

from ..accounts.service import Account, normalize_name
from ..errors import RequestError
from . import chat
from .creation import start_if_full
from .live_match import LiveMatch, Reply
from .seating import Participant
from .service import MatchService, Receipt, Submission

Result = dict[str, Any]


async def execute(
    service: MatchService,
    live: LiveMatch,
    account: Account,
    command: AnyCommand,
    *,
    lag_ms: int = 0,
    reply: Reply | None = None,
) -> Result:
    """Execute a command and return its result as JSON. Raises `RulesError` if it is not possible.

    `lag_ms` is the network delay, which the clock does not count. If `reply.sent` is set afterwards, the update that was
    broadcast has answered the frame.
    """
    if account.banned:
        raise RequestError("banned")
    match command:
        case TryAction():
            return try_action(live.match, command.action)
        case ShowTurn():
            return show_turn(live.match, command.turn)
        case SendChat():
            return (await chat.send(service, live, account, command)).json()
        case SetChat():
            return await _set_chat(service, live, account, command)
        case Adjourn() | Resume():
            return await _request_pause(service, live, account, command)
        case Join():
            receipt = await _join(service, live, account, command, reply)
        case _:
            receipt = await _act(service, live, account, command, lag_ms, reply)
    return {"number": receipt.number, "repeated": receipt.repeated}


def try_action(match: Match, action: str) -> Result:
    """Return the canonical form of an action and the position it would lead to."""
    state = match.state
    canonical = state.action(action)
    return {"action": canonical, "state": state.play(canonical).view(None)}


def show_turn(match: Match, turn: int) -> Result:
    """Return the position after a number of turns."""
    if turn > match.length:
        raise RequestError("no_such_turn", turn=turn)
    ply = match.plies.truncate(turn + 1).last
    return {"turn": turn, "text": ply.text, "seat": ply.seat, "state": ply.state.view(None)}


async def _act(
    service: MatchService, live: LiveMatch, account: Account, command: SeatCommand, lag_ms: int, reply: Reply | None
) -> Receipt:
    def change(match: Match, now: int) -> Match:
        seat = live.info.acting_seat(match, account.id, command.seat)
        return apply(match, command, seat=seat, now=now, lag_ms=lag_ms)

    receipt = await service.submit(live, change, Submission(account.id, command.nonce, reply))
    if isinstance(command, PlayAction):
        live.pause_requests.clear()
    return receipt


async def _join(service: MatchService, live: LiveMatch, account: Account, command: Join, reply: Reply | None) -> Receipt:
    name = normalize_name(command.name) if command.name else account.name

    def change(match: Match, now: int) -> Match:
        if live.info.has_account(account.id):
            raise RequestError("already_seated")
        if match.status == "waiting" and len(live.info.participants) == match.state.seats:
            raise RequestError("no_open_seat")
        return start_if_full(matches.join(match, name, now), now, service)

    submission = Submission(account.id, command.nonce, reply)
    return await service.submit(live, change, submission, joining=Participant(name, account_id=account.id))


async def _request_pause(service: MatchService, live: LiveMatch, account: Account, command: Adjourn | Resume) -> Result:
    """Adjourn or resume a match once every account that still plays has requested it. Engines always agree."""
    match, info = live.match, live.info
    if not info.seats_of(match, account.id):
        raise RequestError("no_seat")
    requests = live.pause_requests.setdefault("adjourn" if isinstance(command, Adjourn) else "resume", set())
    requests.add(account.id)
    present = [info.at_seat(match, seat) for seat in match.present()]
    if all(entry is None or entry.account_id is None or entry.account_id in requests for entry in present):
        await service.submit(live, lambda match, now: apply(match, command, now=now))
        live.pause_requests.clear()
    payload = {kind: sorted(account_ids) for kind, account_ids in live.pause_requests.items()}
    live.broadcast({"type": "pause_requests", "pause_requests": payload})
    return {"status": live.match.status}


async def _set_chat(service: MatchService, live: LiveMatch, account: Account, command: SetChat) -> Result:
    if not live.info.has_account(account.id):
        raise RequestError("no_seat")
    await service.set_chat(live, enabled=command.enabled)
    return {"chat": command.enabled}
