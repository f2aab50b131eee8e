"""Execution of commands: from a command of an account to the result for the client."""

from __future__ import annotations

from typing import Any

from tablier import match as matches
from tablier.match import Match
from tablier.match.commands import (
    Adjourn,
    AnyCommand,
    Join,
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
    account.check_allowed(service.now())
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
    """Return the position after a number of turns. Raises `RequestError("no_such_turn")`."""
    if not 0 <= turn <= match.length:
        raise RequestError("no_such_turn", turn=turn)
    ply = match.plies.truncate(turn + 1).last  # the first entry is the starting position
    return {"turn": turn, "text": ply.text, "seat": ply.seat, "state": match.state_at(turn).view(None)}


async def _act(
    service: MatchService, live: LiveMatch, account: Account, command: SeatCommand, lag_ms: int, reply: Reply | None
) -> Receipt:
    def change(match: Match, now: int) -> Match:
        seat = live.info.acting_seat(match, account.id, command.seat)
        return apply(match, command, seat=seat, now=now, lag_ms=lag_ms)

    return await service.submit(live, change, Submission(account.id, command.nonce, reply))


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
    """Adjourn or resume a match once every account that still plays has requested it. Engines always agree.

    With `command.agree` false, withdraw the account's own request, or decline those of the others if it has made none.
    """
    if not live.info.seats_of(live.match, account.id):
        raise RequestError("no_seat")
    kind = "adjourn" if isinstance(command, Adjourn) else "resume"
    if not command.agree:
        await service.remove_pause_requests(live, kind, account.id)
        return {"status": live.match.status}
    apply(live.match, command, now=service.now())  # raises if it is not possible
    await service.add_pause_request(live, kind, account.id)

    def change(match: Match, now: int) -> Match:
        return apply(match, command, now=now) if _everyone_requests(live, kind) else match

    await service.submit(live, change)
    return {"status": live.match.status}


def _everyone_requests(live: LiveMatch, kind: str) -> bool:
    present = (live.info.at_seat(live.match, seat) for seat in live.match.present_seats())
    return all(
        entry is None or entry.account_id is None or (kind, entry.account_id) in live.pause_requests for entry in present
    )


async def _set_chat(service: MatchService, live: LiveMatch, account: Account, command: SetChat) -> Result:
    if not live.info.has_account(account.id):
        raise RequestError("no_seat")
    await service.set_chat(live, enabled=command.enabled)
    return {"chat": command.enabled}
