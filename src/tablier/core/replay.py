"""A whole game played again through the rules, from its transcript."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..formats.transcript import Transcript
from .errors import BadNotation
from .registry import from_text, new
from .state import State

LEAVE = re.compile(r"leave (0|[1-9][0-9]?)", re.ASCII)


def start(transcript: Transcript) -> State:
    """The position a game began from."""
    return new(transcript.edition, **transcript.options) if transcript.start is None else from_text(transcript.start)


def canonical(state: State, action: str) -> str:
    """An action of a transcript as it is written in this position."""
    return action if LEAVE.fullmatch(action) else str(state.action(action))


def after(state: State, action: str) -> State:
    """The position after an action of a transcript: one of the rules, or `leave N`."""
    if found := LEAVE.fullmatch(action):
        return state.leave(int(found[1]))
    if action.startswith("leave"):
        raise BadNotation("unreadable", at=len("leave"), text=action[:60])
    return state.play(action)


def states(transcript: Transcript) -> Iterator[State]:
    """The starting position, then the one after each action."""
    state = start(transcript)
    yield state
    for action in transcript.actions:
        state = after(state, action)
        yield state
