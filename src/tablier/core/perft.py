"""Perft: counting the sequences of listed actions, the quickest way to see two implementations of the rules disagree."""

from __future__ import annotations

from .state import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` listed actions from here.

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
