"""Apply action texts, including `leave N`, to states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .errors import BadNotation, RulesError
from .state import State

LEAVE = re.compile(r"leave (0|[1-9][0-9]?)", re.ASCII)


def apply_action(state: State, text: str) -> State:
    """Return the position after an action of the rules or `leave N`. Raises `BadNotation` or `IllegalAction`."""
    if leave := LEAVE.fullmatch(text):
        return state.leave(int(leave[1]))
    if text.startswith("leave"):
        raise BadNotation("unreadable", at=len("leave"), text=text[:60])
    return state.play(text)


def canonical_action(state: State, text: str) -> str:
    """Return the canonical text of an action in this position; `leave N` is canonical. Raises `BadNotation`."""
    return text if LEAVE.fullmatch(text) else str(state.action(text))


def replay(start: State, actions: Iterable[str]) -> Iterator[State]:
    """Yield the state before the first action and after each one.

    Raises `BadNotation` or `IllegalAction` with the fact `ply`, the 1-based index of the first action the rules reject.

    >>> from tablier import new
    >>> [state.to_act for state in replay(new("mixtour:stein"), ["c3", "c2"])]
    [0, 1, 0]
    """
    state = start
    yield state
    for ply, text in enumerate(actions, start=1):
        try:
            state = apply_action(state, text)
        except RulesError as error:
            raise type(error)(error.code, **{**error.facts, "ply": ply}) from None
        yield state
