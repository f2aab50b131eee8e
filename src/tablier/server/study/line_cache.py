"""Lines of a study as matches in which one viewer holds every seat, and a cache of them."""

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

CHUNK = 16  # actions, about a millisecond
YIELD_S = 0.0002  # without a pause Python switches threads only every five milliseconds
MAX_CACHED_TURNS = 10_000  # over all lines; a turn on a large board takes about 5 kB

LineKey = tuple[str, tuple[tuple[str, str], ...], str, tuple[str, ...]]  # edition, options, start, actions


def begin_line(setup: Setup) -> Match:
    """Return a match before its first action. Seats are named after their sides; a random setup is drawn again."""
    state = setup.state()
    sides = find(state.edition)[1].sides
    names = [sides[state.side(seat)] for seat in range(state.seats)]
    rng = Random(0)  # nothing is drawn: start and first player are given
    return matches.begin(setup.edition, names, now=0, rng=rng, options=setup.options, start=str(state), first=0)


def extend_line(match: Match, actions: Sequence[str]) -> Match:
    """Return the match after further actions. Raises the error of an illegal one, with its 1-based index as `turn`."""
    for action in actions:
        try:
            # After the end no seat is to act; `play_action` raises the same error for any seat.
            match = matches.play_action(match, match.to_act or 0, action, now=0)
        except RulesError as error:
            raise type(error)(error.code, **{**error.facts, "turn": match.length + 1}) from None
    return match


def replay_line(setup: Setup, actions: Sequence[str]) -> Match:
    """Replay a line. Runs in a worker thread and yields the GIL every `CHUNK` actions."""
    match = begin_line(setup)
    for chunk in range(0, len(actions), CHUNK):
        match = extend_line(match, actions[chunk : chunk + CHUNK])
        time.sleep(YIELD_S)
    return match


def line_key(setup: Setup, actions: Sequence[str]) -> LineKey:
    """Return the cache key of a line, whose setup must have a start."""
    return setup.edition, tuple(sorted(setup.options.items())), setup.start or "", tuple(actions)


class LineCache:
    """The lines used last, limited by their total number of turns. The next action of a cached line costs one turn."""

    def __init__(self, max_turns: int = MAX_CACHED_TURNS) -> None:
        self._max_turns = max_turns
        self._turns = 0
        self._lines: OrderedDict[LineKey, Match] = OrderedDict()

    def __len__(self) -> int:
        return len(self._lines)

    def find(self, key: LineKey) -> Match | None:
        """Return the match of a line, if it is cached."""
        match = self._lines.get(key)
        if match:
            self._lines.move_to_end(key)
        return match

    def find_parent(self, key: LineKey) -> Match | None:
        """Return the match without the last action, if it is cached."""
        return self.find((*key[:3], key[3][:-1])) if key[3] else None

    def add(self, key: LineKey, match: Match) -> Match:
        """Add a line and evict the least recently used ones. Returns the match."""
        if key not in self._lines:
            self._lines[key] = match
            self._turns += _turns(key)
        while self._turns > self._max_turns:
            self._turns -= _turns(self._lines.popitem(last=False)[0])
        return match


def _turns(key: LineKey) -> int:
    return 1 + len(key[3])
