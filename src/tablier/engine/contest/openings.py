"""Openings: where the games of a contest begin, so that two players that never vary still play many games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablier.core.errors import BadFile, RulesError
from tablier.core.messages import explain
from tablier.core.registry import find, from_text, new
from tablier.core.state import State
from tablier.engine.messages import MESSAGES

MOST_TRIES = 20


@dataclass(frozen=True)
class Openings:
    """The start and the first actions of every group of games: listed ones in turn, or drawn by the seed."""

    edition: str  # or a position text
    options: dict[str, str] = field(default_factory=dict)
    listed: tuple[tuple[str, ...], ...] = ()
    plies: int = 4  # drawn where none are listed
    seed: int = 0

    def start(self, group: int) -> State:
        """The starting position of a group; what is dealt at random is dealt anew for each."""
        if "|" in self.edition:
            return from_text(self.edition)
        given = dict(self.options)
        for option in find(self.edition)[0].options:
            if option.seed:
                given.setdefault(option.name, str(self.seed * 1_000_003 + group))
            if option.among_engines is not None:
                given.setdefault(option.name, option.format(option.among_engines))
        return new(self.edition, **given)

    def actions(self, group: int) -> tuple[str, ...]:
        """What is played before the entrants take over."""
        if self.listed:
            return self.listed[group % len(self.listed)]
        return _drawn(self.start(group), self.plies, random.Random(f"{self.seed} {group}"))


def _drawn(start: State, plies: int, lot: random.Random) -> tuple[str, ...]:
    """Random legal actions that do not end the game; fewer where games are that short."""
    for _ in range(MOST_TRIES):
        state = start
        actions: list[str] = []
        while len(actions) < plies and state.outcome is None:
            actions.append(str(lot.choice(state.legal_actions())))
            state = state.play(actions[-1])
        if state.outcome is None:
            return tuple(actions)
    return _drawn(start, plies - 1, lot)


def read_openings(text: str, start: State) -> tuple[tuple[str, ...], ...]:
    """The openings of a file: one a line, actions with blanks between; `#` begins a remark."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        actions = line.partition("#")[0].split()
        if not actions:
            continue
        found.append(_canonical(start, actions, number))
    if not found:
        raise BadFile("no_opening")
    return tuple(found)


def _canonical(start: State, actions: Sequence[str], line: int) -> tuple[str, ...]:
    state = start
    texts: list[str] = []
    for number, action in enumerate(actions, start=1):
        try:
            texts.append(str(state.action(action)))
            state = state.play(texts[-1])
        except RulesError as error:  # in the game's own words: others have the same codes for other things
            why = explain(error, {**MESSAGES, **state.game.messages})
            raise BadFile("bad_opening", line=line, number=number, action=action[:60], why=why, error=error.code) from None
    if state.outcome is not None:
        raise BadFile("opening_ends", line=line)
    return tuple(texts)
