"""Parser for position texts. Rejects positions that no game can reach, as far as can be decided cheaply."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.errors import BadNotation
from .board import CELL_INDEX, EMPTY, TOWER, Stacks, distance, generate_moves
from .notation import Move, parse_turn
from .options import MixtourRules
from .state import NO_EFFECT, PASSED, PASSED_TWICE, REPEATED, MixtourState

TURN, SCORE, STACKS, LAST_TURN = range(4)  # indices of the fields
_SCORE = re.compile(r"([0-9])-([0-9])", re.ASCII)
_STACK = re.compile(r"([a-e][1-5]):([01]{1,4})", re.ASCII)
_SIDE_LETTERS = str.maketrans("01", "WB")


def parse_position(rules: MixtourRules, fields: Sequence[str]) -> MixtourState:
    """Parse the output of `MixtourState.fields`. Raises `BadNotation` with `field` and `at` for everything else."""
    if len(fields) != 4:  # at=-1: the bar before the field is missing or superfluous
        raise BadNotation("fields", field=min(len(fields), 4), at=-1, expected=4)
    if fields[TURN] not in ("0", "1"):
        raise BadNotation("unreadable", field=TURN, at=0)
    turn = int(fields[TURN])
    score = _parse_score(rules, fields[SCORE])
    stacks = _parse_stacks(fields[STACKS])
    last_turn = fields[LAST_TURN]
    _check_last_turn_syntax(last_turn)
    state = MixtourState(rules, turn, score, stacks, last_turn)
    _check_pieces(state)
    _check_opening(state)
    _check_last_turn(state)
    return state


def _parse_score(rules: MixtourRules, text: str) -> tuple[int, int]:
    match = _SCORE.fullmatch(text)
    if not match:
        raise BadNotation("unreadable", field=SCORE, at=0)
    white, other = map(int, match.groups())
    if max(white, other) > rules.points or white == other == rules.points:
        raise BadNotation("impossible_score", field=SCORE, at=0, points=rules.points)
    return white, other


def _parse_stacks(text: str) -> Stacks:
    """Parse `a1:0,b2:011`; the cells must be in ascending order."""
    stacks = list(EMPTY)
    at, previous = 0, -1
    for part in text.split(",") if text != "-" else ():
        match = _STACK.fullmatch(part)
        if not match or CELL_INDEX[match[1]] <= previous:
            raise BadNotation("unreadable", field=STACKS, at=at)
        previous = CELL_INDEX[match[1]]
        stacks[previous] = match[2].translate(_SIDE_LETTERS)
        at += len(part) + 1
    return tuple(stacks)


def _check_last_turn_syntax(last_turn: str) -> None:
    if last_turn not in (NO_EFFECT, PASSED, PASSED_TWICE, REPEATED):
        try:
            valid = isinstance(parse_turn(last_turn), Move)
        except BadNotation:
            valid = False
        if not valid:
            raise BadNotation("unreadable", field=LAST_TURN, at=0)


def _check_pieces(state: MixtourState) -> None:
    """Check that no side has more pieces than `pieces`. After a win the scoring tower is back in the reserves (MIX-7)."""
    possible = min(state.reserve) >= 0
    if state.rules.points in state.score:
        winner = state.score.index(state.rules.points)
        possible = possible and sum(state.reserve) >= TOWER and state.reserve[winner] >= 1
    if not possible:
        raise BadNotation("too_many_pieces", field=STACKS, at=0, pieces=state.rules.pieces)


def _check_opening(state: MixtourState) -> None:
    """Check boards of up to two pieces: White adds, Black adds, then White may move one piece onto the other."""
    stacks = [stack for stack in state.stacks if stack]
    pieces = "".join(stacks)
    if state.score == (0, 0) and len(pieces) <= 2:
        turn = {0: 0, 1: 1, 2: 2 - len(stacks)}[len(pieces)]
        if pieces not in ("", "W", "WB", "BW"):
            raise BadNotation("impossible_opening", field=STACKS, at=0)
        if state.turn != turn:
            raise BadNotation("impossible_opening", field=TURN, at=0)


def _check_last_turn(state: MixtourState) -> None:
    """Check that the last turn was possible and that it has the effect it claims on this position."""
    last_turn, full = state.last_turn, all(state.stacks)
    if last_turn == NO_EFFECT:
        return
    if state.rules.points in state.score:
        possible = False
    elif last_turn == PASSED:  # MIX-10; a banned undo is never the only move, so moves need no MIX-9 here
        possible = (full or not state.reserve[1 - state.turn]) and not generate_moves(state.stacks)
    elif last_turn == PASSED_TWICE:
        possible = (full or not any(state.reserve)) and not generate_moves(state.stacks)
    elif last_turn == REPEATED:  # with at most three pieces no sequence of moves repeats a position
        possible = len("".join(state.stacks)) > 3
    else:
        possible = last_turn in generate_moves(state.stacks) and _undoes_legal_move(state, last_turn)
    if not possible:
        raise BadNotation("impossible_last", field=LAST_TURN, at=0)


def _undoes_legal_move(state: MixtourState, text: str) -> bool:
    """True if the move in `text`, itself legal by MIX-4 to MIX-6, is the reverse of a legal move (MIX-9)."""
    move = parse_turn(text)
    assert isinstance(move, Move)
    rest = len(state.stacks[move.source]) - move.pieces
    return move.pieces > 0 and rest == distance(move.source, move.target)
