"""Whether a position read from text holds together: what no game comes to is refused."""

from __future__ import annotations

from operator import le

from ...core.errors import BadNotation
from .board import CENTRE, COLOURS, CORNERS, NAMES, SPECIALS
from .deal import CUBES_EACH
from .state import TwistyState

TOKENS, ROWS, PAWNS, TURN, TURNS = range(5)  # the fields, to say where the fault lies


def check_sound(state: TwistyState) -> None:
    """`BadNotation` for the first thing that is wrong with a position."""
    here = [seat for seat in range(state.seats) if seat not in state.gone]
    unplaced = [seat for seat in here if state.pawns[seat] is None and seat != state.owing]
    _check_tokens(state)
    _check_pawns(state, here)
    if unplaced:
        _check_picking(state, here, unplaced)
    elif state.won:
        _check_won(state, here)
    elif state.owing is not None:
        _check_owing(state, state.owing)
    elif state.turn not in here:
        raise BadNotation("wrong_turn", field=TURN, at=0, seat=state.turn)
    if state.rules.last_turn is not None and not _turns_fit(state, state.rules.last_turn, here, picking=bool(unplaced)):
        raise BadNotation("wrong_turns", field=TURNS, at=0, turns=state.turns)


def _check_tokens(state: TwistyState) -> None:
    for token, expected in zip(SPECIALS, state.rules.specials, strict=True):
        if (found := state.tokens.count(token)) != expected:
            raise BadNotation("wrong_count", field=TOKENS, at=0, token=token, expected=expected, found=found)
    for colour in COLOURS:
        expected = CUBES_EACH - sum(colour in row.cards[: row.taken] for row in state.rows)
        if (found := state.tokens.count(colour)) != expected:
            raise BadNotation("wrong_count", field=TOKENS, at=0, token=colour, expected=expected, found=found)
    for row in state.rows:
        if row.saved and not state.rules.specials.save:
            raise BadNotation("wrong_numbers", field=ROWS, at=0, cards=row.cards)


def _check_pawns(state: TwistyState, here: list[int]) -> None:
    if not here:
        raise BadNotation("nobody_left", field=PAWNS, at=0)
    cells = [cell for cell in state.pawns if cell is not None]
    for number, cell in enumerate(cells):
        if cell in cells[:number]:
            raise BadNotation("shared_cell", field=PAWNS, at=0, cell=NAMES[cell])


def _check_picking(state: TwistyState, here: list[int], unplaced: list[int]) -> None:
    """Corners are chosen in turn order before anything else happens (TWS-3)."""
    untouched = not any(row.taken for row in state.rows) and all(cell is None or cell in CORNERS for cell in state.pawns)
    in_order = here[-len(unplaced) :] == unplaced
    if state.rules.corners != "chosen" or not untouched or not in_order:
        raise BadNotation("wrong_pawns", field=PAWNS, at=0)
    if state.turn != unplaced[0] or state.owing is not None or state.won:
        raise BadNotation("wrong_turn", field=TURN, at=0, seat=state.turn)


def _check_won(state: TwistyState, here: list[int]) -> None:
    arrived = state.pawns[state.turn] == CENTRE and state.rows[state.turn].next is None
    if not arrived or len(here) < 2:
        raise BadNotation("wrong_win", field=TURN, at=0, seat=state.turn)


def _check_owing(state: TwistyState, owing: int) -> None:
    """The robber's last cube is the one whose card went to the end of the robbed row (TWS-11)."""
    robber, robbed = state.rows[state.turn], state.rows[owing]
    fresh = robber.cards[robber.saved : robber.taken][-1:]
    if (
        owing == state.turn
        or owing in state.gone
        or state.pawns[owing] is not None
        or robbed.next is None
        or robbed.cards[-1] != fresh
    ):
        raise BadNotation("wrong_answer", field=TURN, at=2, seat=owing)


def _turns_fit(state: TwistyState, last: int, here: list[int], *, picking: bool) -> bool:
    """Whether so many turns can have been played under a limit."""
    turns, players = state.turns, state.seats
    if picking:
        return turns == 0
    if turns > last or (turns == last and len(here) == 1):  # nobody leaves after the last turn
        return False
    least = [_least_turns(state, seat) for seat in range(players)]
    if state.gone:
        return sum(least) <= turns
    unfinished = state.owing is not None or state.won  # this turn is counted, and the next one not yet anybody's
    played = [(turns + players - 1 - seat) // players for seat in range(players)]
    return (turns - unfinished) % players == state.turn and all(map(le, least, played))


def _least_turns(state: TwistyState, seat: int) -> int:
    """A cube or protecting takes a turn each, as does leaving the corners or reaching the centre with all seven."""
    row, cell = state.rows[seat], state.pawns[seat]
    used = row.taken + bool(row.saved) + (state.won and seat == state.turn)
    return max(used, cell is not None and cell not in CORNERS)
