"""Checks that a parsed position can be reached in a game, as far as can be decided cheaply."""

from __future__ import annotations

from operator import le

from ...core.errors import BadNotation
from .board import CELL_NAMES, CENTRE, COLOURS, CORNERS, SPECIALS
from .deal import CUBES_PER_COLOUR
from .state import TwistyState

TOKENS, CARD_ROWS, PAWNS, TURN, TURNS_PLAYED = range(5)  # indices of the fields of a position text


def check_reachable(state: TwistyState) -> None:
    """Raise `BadNotation` for the first inconsistency of a position."""
    playing = [seat for seat in range(state.seats) if seat not in state.gone]
    unplaced = [seat for seat in playing if state.pawns[seat] is None and seat != state.robbed]
    _check_tokens(state)
    _check_pawns(state, playing)
    if unplaced:
        _check_corner_picks(state, playing, unplaced)
    elif state.won:
        _check_win(state, playing)
    elif state.robbed is not None:
        _check_robbery(state, state.robbed)
    elif state.turn not in playing:
        raise BadNotation("wrong_turn", field=TURN, at=0, seat=state.turn)
    max_turns = state.rules.max_turns
    if max_turns is not None and not _is_possible_turn_count(state, max_turns, playing, picking=bool(unplaced)):
        raise BadNotation("wrong_turns", field=TURNS_PLAYED, at=0, turns=state.turns_played)


def _check_tokens(state: TwistyState) -> None:
    """Check the number of tokens of each kind (TWS-1, TWS-6), and that no cube is protected without save tokens (TWS-9)."""
    for token, expected in zip(SPECIALS, state.rules.specials, strict=True):
        if (count := state.tokens.count(token)) != expected:
            raise BadNotation("wrong_count", field=TOKENS, at=0, token=token, expected=expected, found=count)
    for colour in COLOURS:
        expected = CUBES_PER_COLOUR - sum(colour in row.cards[: row.taken] for row in state.card_rows)
        if (count := state.tokens.count(colour)) != expected:
            raise BadNotation("wrong_count", field=TOKENS, at=0, token=colour, expected=expected, found=count)
    for row in state.card_rows:
        if row.saved and not state.rules.specials.save:
            raise BadNotation("wrong_numbers", field=CARD_ROWS, at=0, cards=row.cards)


def _check_pawns(state: TwistyState, playing: list[int]) -> None:
    if not playing:
        raise BadNotation("nobody_left", field=PAWNS, at=0)
    cells = [cell for cell in state.pawns if cell is not None]
    for index, cell in enumerate(cells):
        if cell in cells[:index]:
            raise BadNotation("shared_cell", field=PAWNS, at=0, cell=CELL_NAMES[cell])


def _check_corner_picks(state: TwistyState, playing: list[int], unplaced: list[int]) -> None:
    """Check a position in which corners are still chosen: in turn order, before any other action (TWS-3)."""
    untouched = not any(row.taken for row in state.card_rows) and all(cell is None or cell in CORNERS for cell in state.pawns)
    in_order = playing[-len(unplaced) :] == unplaced
    if state.rules.corners != "chosen" or not untouched or not in_order:
        raise BadNotation("wrong_pawns", field=PAWNS, at=0)
    if state.turn != unplaced[0] or state.robbed is not None or state.won:
        raise BadNotation("wrong_turn", field=TURN, at=0, seat=state.turn)


def _check_win(state: TwistyState, playing: list[int]) -> None:
    on_centre = state.pawns[state.turn] == CENTRE and state.card_rows[state.turn].next is None  # TWS-13
    if not on_centre or len(playing) < 2:
        raise BadNotation("wrong_win", field=TURN, at=0, seat=state.turn)


def _check_robbery(state: TwistyState, victim: int) -> None:
    """Check that the victim has no pawn and its last card has the colour of the robber's last unprotected cube (TWS-11)."""
    robber_row, victim_row = state.card_rows[state.turn], state.card_rows[victim]
    last_unprotected = robber_row.cards[robber_row.saved : robber_row.taken][-1:]
    if (
        victim == state.turn
        or victim in state.gone
        or state.pawns[victim] is not None
        or victim_row.next is None
        or victim_row.cards[-1] != last_unprotected
    ):
        raise BadNotation("wrong_answer", field=TURN, at=2, seat=victim)  # the victim in TURN>VICTIM


def _is_possible_turn_count(state: TwistyState, max_turns: int, playing: list[int], *, picking: bool) -> bool:
    """True if `turns_played` agrees with the limit, the seat to move and the cubes taken."""
    turns, players = state.turns_played, state.seats
    if picking:
        return turns == 0
    if turns > max_turns or (turns == max_turns and len(playing) == 1):  # after the last turn no seat can leave
        return False
    needed = [_min_turns(state, seat) for seat in range(players)]
    if state.gone:
        return sum(needed) <= turns
    counted = state.robbed is not None or state.won  # the turn of seat `turn` is already counted
    played = [(turns + players - 1 - seat) // players for seat in range(players)]
    return (turns - counted) % players == state.turn and all(map(le, needed, played))


def _min_turns(state: TwistyState, seat: int) -> int:
    """Lower bound of a seat's turns: one per cube, one for protecting, one for winning; at least one to leave a corner."""
    row, cell = state.card_rows[seat], state.pawns[seat]
    used = row.taken + bool(row.saved) + (state.won and seat == state.turn)
    return max(used, cell is not None and cell not in CORNERS)
