"""Reading a position text back, and refusing what no game can lead to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.errors import BadNotation
from .board import EMPTY, NUMBER, TOWER, Stacks, distance, moves
from .notation import Move, read_turn
from .options import Rules
from .state import NOTHING, PASSED, PASSED_TWICE, REPEATED, MixtourState

TURN, SCORE, STACKS, LAST = range(4)  # the numbers of the fields
_SCORE = re.compile(r"([0-9])-([0-9])", re.ASCII)
_STACK = re.compile(r"([a-e][1-5]):([01]{1,4})", re.ASCII)
_LETTERS = str.maketrans("01", "WB")


def read_position(rules: Rules, fields: Sequence[str]) -> MixtourState:
    """The position of these fields. `BadNotation` for anything that `MixtourState.fields` would not write."""
    if len(fields) != 4:  # the bar that is missing or too many stands before the field
        raise BadNotation("fields", field=min(len(fields), 4), at=-1, expected=4)
    if fields[TURN] not in ("0", "1"):
        raise BadNotation("unreadable", field=TURN, at=0)
    turn = int(fields[TURN])
    score = _read_score(rules, fields[SCORE])
    stacks = _read_stacks(fields[STACKS])
    last = fields[LAST]
    _check_last_is_readable(last)
    state = MixtourState(rules, turn, score, stacks, last)
    _check_pieces(state)
    _check_opening(state)
    _check_last(state)
    return state


def _read_score(rules: Rules, text: str) -> tuple[int, int]:
    found = _SCORE.fullmatch(text)
    if not found:
        raise BadNotation("unreadable", field=SCORE, at=0)
    white, other = map(int, found.groups())
    if max(white, other) > rules.points or white == other == rules.points:
        raise BadNotation("impossible_score", field=SCORE, at=0, points=rules.points)
    return white, other


def _read_stacks(text: str) -> Stacks:
    stacks = list(EMPTY)
    at, before = 0, -1
    for part in text.split(",") if text != "-" else ():
        found = _STACK.fullmatch(part)
        if not found or NUMBER[found[1]] <= before:
            raise BadNotation("unreadable", field=STACKS, at=at)
        before = NUMBER[found[1]]
        stacks[before] = found[2].translate(_LETTERS)
        at += len(part) + 1
    return tuple(stacks)


def _check_last_is_readable(last: str) -> None:
    if last not in (NOTHING, PASSED, PASSED_TWICE, REPEATED):
        try:
            readable = isinstance(read_turn(last), Move)
        except BadNotation:
            readable = False
        if not readable:
            raise BadNotation("unreadable", field=LAST, at=0)


def _check_pieces(state: MixtourState) -> None:
    """The pieces are on the board or in the reserves; a tower just won with is in the reserves (MIX-7)."""
    possible = min(state.reserve) >= 0
    if state.rules.points in state.score:
        winner = state.score.index(state.rules.points)
        possible = possible and sum(state.reserve) >= TOWER and state.reserve[winner] >= 1
    if not possible:
        raise BadNotation("too_many_pieces", field=STACKS, at=0, pieces=state.rules.pieces)


def _check_opening(state: MixtourState) -> None:
    """The first turns leave no choice but where: White adds, Black adds, White may put one on the other."""
    standing = [stack for stack in state.stacks if stack]
    pieces = "".join(standing)
    if state.score == (0, 0) and len(pieces) <= 2:
        turn = {0: 0, 1: 1, 2: 2 - len(standing)}[len(pieces)]
        if pieces not in ("", "W", "WB", "BW"):
            raise BadNotation("impossible_opening", field=STACKS, at=0)
        if state.turn != turn:
            raise BadNotation("impossible_opening", field=TURN, at=0)


def _check_last(state: MixtourState) -> None:
    """What is said of the last turn must have been possible, and must matter."""
    last, full = state.last, all(state.stacks)
    if last == NOTHING:
        return
    if state.rules.points in state.score:
        possible = False
    elif last == PASSED:  # MIX-10: whoever passed had nothing to add and no move; a forbidden undo is never the only one
        possible = (full or not state.reserve[1 - state.turn]) and not moves(state.stacks)
    elif last == PASSED_TWICE:
        possible = (full or not any(state.reserve)) and not moves(state.stacks)
    elif last == REPEATED:  # with three pieces, no row of moves leads back
        possible = len("".join(state.stacks)) > 3
    else:
        possible = last in moves(state.stacks) and _takes_back(state, last)
    if not possible:
        raise BadNotation("impossible_last", field=LAST, at=0)


def _takes_back(state: MixtourState, text: str) -> bool:
    """Whether a move that could be played takes back one that can just have been played (MIX-9)."""
    move = read_turn(text)
    assert isinstance(move, Move)
    rest = len(state.stacks[move.source]) - move.taken
    return move.taken > 0 and rest == distance(move.source, move.target)
