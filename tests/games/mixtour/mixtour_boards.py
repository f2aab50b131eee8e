"""Positions for the tests of Mixtour, written the short way."""

from __future__ import annotations

import tablier

SIDES = str.maketrans("WB", "01")


def position(
    turn: int = 0, last: str = "-", score: str = "0-0", edition: str = "mixtour:stein", **stacks: str
) -> tablier.State:
    """The position with these stacks, from the bottom up."""
    told = ",".join(f"{cell}:{stack.translate(SIDES)}" for cell, stack in sorted(stacks.items()))
    return tablier.from_text(f"{edition}|{turn}|{score}|{told or '-'}|{last}")


def played(actions: str, edition: str = "mixtour", **options: int) -> tablier.State:
    """The position after some actions."""
    state = tablier.new(edition, **options)
    for action in actions.split():
        state = state.play(action)
    return state


def moves_onto(state: tablier.State, cell: str) -> set[str]:
    """Where the listed moves onto a cell come from."""
    return {action[:2] for action in state.legal_actions() if action.endswith(f"-{cell}")}


def refused(state: tablier.State, action: str) -> tablier.IllegalAction:
    """The error a turn meets, which must not be listed either."""
    assert action not in state.legal_actions()
    try:
        state.play(action)
    except tablier.IllegalAction as error:
        return error
    raise AssertionError(f"{action} was played in {state}")
