"""The JSON view of a match for a client."""

from __future__ import annotations

from typing import Any

import msgspec

from .match import Match


def view(match: Match, seat: int | None, now: int) -> dict[str, Any]:
    """Return the match as one seat sees it, as plain JSON; seat None is a spectator.

    `now` and `deadline` are in milliseconds since the epoch. docs/api.md lists the fields. Costs little more than `State.view`.
    """
    seats = range(match.state.seats)
    state = match.state.view(seat)
    if match.to_act is None:
        state["legal"] = []  # the rules may allow an action although the match is adjourned or over
    return {
        "state": state,
        "status": match.status,
        "seat": seat,
        "to_act": match.to_act,
        "players": list(match.players),
        "gone": sorted(match.gone),
        "rated": match.terms.rated,
        "clock": msgspec.to_builtins(match.terms.clock),
        "remaining_ms": [match.remaining(number, now) for number in seats],
        "ticking": match.ticking,
        "deadline": match.deadline,
        "now": now,
        "offers": [offer.json() for offer in match.offers.pending],
        "can_abort_alone": match.can_abort_alone and match.result is None,
        "takeback": seat is not None and match.result is None and match.plies_after_takeback(seat) is not None,
        "result": match.result and match.result.json(),
        "rematch": match.rematch,
        "actions": match.length,  # plies that led to the position
        "changes": match.changes,  # sent back with an action as `changes_seen`
        "events": match.number,  # number of the last event
        # the last plies, as many as there are seats
        "last": [{"seat": ply.seat, "text": ply.text} for ply in match.plies.after(max(1, match.length + 1 - len(seats)))],
        "round": match.terms.round,
        "score": [list(match.score[player]) for player in match.seating or seats],  # wins and draws by seat
    }
