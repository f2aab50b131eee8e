"""What a client shows of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .events_json import clock_json

if TYPE_CHECKING:
    from .match import Match


def view(match: Match, seat: int | None, now: int) -> dict[str, Any]:
    """The match as one seat sees it, None for a spectator: plain JSON, as cheap as the position's own view."""
    line = match.line
    seats = range(match.state.seats)
    state = match.state.view(seat)
    if match.to_act is None:
        state["legal"] = []  # the rules might allow an action; a match that stands does not
    return {
        "state": state,
        "status": match.status,
        "seat": seat,
        "to_act": match.to_act,
        "players": list(match.players),
        "gone": sorted(line.gone),
        "rated": match.create.rated,
        "clock": clock_json(match.create.clock),
        "remaining": [match.remaining(number, now) for number in seats],
        "ticking": match.ticking,
        "deadline": match.deadline,
        "now": now,
        "offers": [offer.json() for offer in match.offers.pending],
        "alone": match.early and match.result is None,  # whether aborting needs nobody else
        "takeback": seat is not None and match.result is None and line.takeback(seat) is not None,
        "result": match.result and match.result.json(),
        "rematch": match.rematch,
        "actions": line.length,  # actions and leaves that led to the position
        "changes": match.changes,  # to be sent back with an action
        "events": match.number,
        "last": [{"seat": step.seat, "text": step.text} for step in line.steps.after(max(1, line.length + 1 - len(seats)))],
        "round": match.create.round,
        "score": [list(match.score[player]) for player in line.seating or seats],  # wins and draws by seat
    }
