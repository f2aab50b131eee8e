"""Helpers for the tests of Mixtour: positions in short form."""

from __future__ import annotations

import tablier

SIDES = str.maketrans("WB", "01")


def position(
    turn: int = 0, last: str = "-", score: str = "0-0", edition: str = "mixtour:stein", **stacks: str
) -> tablier.State:
    """A position with these stacks, each from the bottom up as `W` and `B`.

    `last` is the last field of the position text: the banned undo, a word such as `pass`, or `-`.
    """
    fields = ",".join(f"{cell}:{stack.translate(SIDES)}" for cell, stack in sorted(stacks.items()))
    return tablier.from_text(f"{edition}|{turn}|{score}|{fields or '-'}|{last}")


def state_after(actions: str, edition: str = "mixtour", **options: int) -> tablier.State:
    """The position after actions separated by spaces: `c3` adds a piece, `a1-b1` moves a stack, `a1:2-b1` its top two."""
    state = tablier.new(edition, **options)
    for action in actions.split():
        state = state.play(action)
    return state


def moves_onto(state: tablier.State, cell: str) -> set[str]:
    """The sources of all listed moves onto a cell."""
    return {action[:2] for action in state.legal_actions() if action.endswith(f"-{cell}")}


def expect_illegal(state: tablier.State, action: str) -> tablier.IllegalAction:
    """Return the error that playing `action` raises. Fails if the action is listed or can be played."""
    assert action not in state.legal_actions()
    try:
        state.play(action)
    except tablier.IllegalAction as error:
        return error
    raise AssertionError(f"{action} was played in {state}")
