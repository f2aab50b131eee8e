"""Openings: start positions and first actions of a contest's games, so that deterministic players do not repeat one game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablier.core.errors import BadFile, RulesError
from tablier.core.messages import explain
from tablier.core.registry import find, from_text, new
from tablier.core.state import State

MAX_TRIES = 20  # random openings of one length, before a shorter one is tried


@dataclass(frozen=True)
class Openings:
    """Start position and first actions of every group of games: from a list, cyclically, or random by the seed."""

    edition: str  # or a position text
    options: dict[str, str] = field(default_factory=dict)
    listed: tuple[tuple[str, ...], ...] = ()
    plies: int = 4  # length of a random opening, if none are listed
    seed: int = 0

    def start(self, group: int) -> State:
        """The start position of a group. A random setup differs from group to group."""
        if "|" in self.edition:
            return from_text(self.edition)
        options = dict(self.options)
        for option in find(self.edition)[0].options:
            if option.seed:
                options.setdefault(option.name, str(self.seed * 1_000_003 + group))
            if option.contest_default is not None:
                options.setdefault(option.name, option.format(option.contest_default))
        return new(self.edition, **options)

    def actions(self, group: int) -> tuple[str, ...]:
        """The actions played before the entrants take over."""
        if self.listed:
            return self.listed[group % len(self.listed)]
        return _random_opening(self.start(group), self.plies, random.Random(f"{self.seed} {group}"))


def _random_opening(start: State, plies: int, rng: random.Random) -> tuple[str, ...]:
    """Random legal actions that do not end the game; fewer than `plies` if games are too short for that."""
    for _ in range(MAX_TRIES):
        state = start
        actions: list[str] = []
        while len(actions) < plies and state.outcome is None:
            actions.append(str(rng.choice(state.legal_actions())))
            state = state.play(actions[-1])
        if state.outcome is None:
            return tuple(actions)
    return _random_opening(start, plies - 1, rng)


def read_openings(text: str, start: State) -> tuple[tuple[str, ...], ...]:
    """Parse an openings file: one opening per line, actions separated by blanks, `#` starts a comment.

    Raises `BadFile` if there is no opening, an action is illegal or an opening ends the game.
    """
    openings = []
    for number, line in enumerate(text.splitlines(), start=1):
        actions = line.partition("#")[0].split()
        if not actions:
            continue
        openings.append(_parse_opening(start, actions, number))
    if not openings:
        raise BadFile("no_opening")
    return tuple(openings)


def _parse_opening(start: State, actions: Sequence[str], line: int) -> tuple[str, ...]:
    """Return the actions in canonical notation. Raises `BadFile` with the 1-based `line`."""
    state = start
    texts: list[str] = []
    for number, action in enumerate(actions, start=1):
        try:
            texts.append(str(state.action(action)))
            state = state.play(texts[-1])
        except RulesError as error:  # explained here: another game may use the same code for another message
            why = explain(error, state.game)
            raise BadFile("bad_opening", line=line, number=number, action=action[:60], why=why, error=error.code) from None
    if state.outcome is not None:
        raise BadFile("opening_ends", line=line)
    return tuple(texts)
