"""Lines of play: from what somebody asks for to a match in which one person holds every seat."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from random import Random

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.core.registry import find
from tablier.match import Match

from ..matches.creation import Setup

PIECE = 16  # turns, a millisecond
BREATH = 0.0002  # seconds; without it Python gives way only every five milliseconds
MOST_TURNS = 10_000  # of all lines that are kept; a turn on a large board takes some 5 kB

Key = tuple[str, tuple[tuple[str, str], ...], str, tuple[str, ...]]  # edition, options, start, actions


def begun(setup: Setup) -> Match:
    """A match with nothing played yet, drawn anew where chance sets it up. No time passes; seats are called as their sides."""
    state = setup.state()
    sides = find(state.edition)[1].sides
    names = [sides[state.side(seat)] for seat in range(state.seats)]
    no_lot = Random(0)  # the first begins, and the start is known
    return matches.begin(setup.edition, names, now=0, rng=no_lot, options=setup.options, start=str(state), first=0)


def played(match: Match, actions: Sequence[str]) -> Match:
    """The match after these actions; the error of the one that is wrong, with its `turn`."""
    for action in actions:
        try:
            match = matches.play_action(match, match.to_act or 0, action, now=0)
        except RulesError as error:
            raise type(error)(error.code, **{**error.facts, "turn": match.length + 1}) from None
    return match


def replayed(setup: Setup, actions: Sequence[str]) -> Match:
    """A whole line from its beginning; for a thread, which lets the others in after every piece."""
    match = begun(setup)
    for piece in range(0, len(actions), PIECE):
        match = played(match, actions[piece : piece + PIECE])
        time.sleep(BREATH)
    return match


def key_of(setup: Setup, actions: Sequence[str]) -> Key:
    """What a line is found by; its start must be known."""
    return setup.edition, tuple(sorted(setup.options.items())), setup.start or "", tuple(actions)


class Lines:
    """Those looked at lately, so that the next step from one of them costs one turn."""

    def __init__(self, most: int = MOST_TURNS) -> None:
        self._most = most
        self._turns = 0
        self._kept: OrderedDict[Key, Match] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def recall(self, key: Key) -> Match | None:
        """The match of a line, if it is kept."""
        found = self._kept.get(key)
        if found:
            self._kept.move_to_end(key)
        return found

    def next_to(self, key: Key) -> Match | None:
        """The match without the last action, if that is kept."""
        return self.recall((*key[:3], key[3][:-1])) if key[3] else None

    def keep(self, key: Key, match: Match) -> Match:
        """Keeps a match; those looked at longest ago make room."""
        if key not in self._kept:
            self._kept[key] = match
            self._turns += _weight(key)
        while self._turns > self._most:
            self._turns -= _weight(self._kept.popitem(last=False)[0])
        return match


def _weight(key: Key) -> int:
    return 1 + len(key[3])
