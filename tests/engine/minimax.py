"""Exhaustive minimax in the native rules, as a reference for solvers and searches."""

from __future__ import annotations

from typing import Any

import tablier
from tablier.engine.twin import Twin


class Minimax:
    """Values for the seat to act: 1 win, 0 draw, -1 loss. For games of two alternating seats without repetition."""

    def __init__(self) -> None:
        self.values: dict[int, int] = {}  # by canonical key

    def value(self, state: tablier.State) -> int:
        return self._value(Twin(state).native)

    def _value(self, native: Any) -> int:
        if native.over:
            return 0 if native.winner < 0 else 1 if native.winner == native.turn else -1
        key = native.canonical_key
        if key not in self.values:
            best = -1
            for code in native.legal():
                native.play(code)
                best = max(best, -self._value(native))
                native.undo()
            self.values[key] = best
        return self.values[key]


def forces_win(position: Any, seat: int, plies: int) -> bool:
    """Whether a seat can force a win within `plies` against all others, by exhaustive search of a native position."""
    if position.over:
        return bool(position.winner == seat)
    if plies == 0:
        return False
    own_turn = position.to_act == seat
    for code in position.legal():
        position.play(code)
        forced = forces_win(position, seat, plies - 1)
        position.undo()
        if forced is own_turn:  # one winning action is enough for the seat, one escape for the others
            return own_turn
    return not own_turn
