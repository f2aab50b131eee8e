"""Perft: number of sequences of listed actions, to compare two implementations of the rules."""

from __future__ import annotations

from .state import State


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly `depth` listed actions.

    >>> from tablier import new
    >>> perft(new("mixtour:stein"), 2)
    600
    """
    if depth == 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.play(action), depth - 1) for action in actions)
