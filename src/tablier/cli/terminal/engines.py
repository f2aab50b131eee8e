"""The engines at a table: who of the players is one, what it plays, and what it agrees to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import SystemRandom

from tablier.cli.analysis_text import GLANCE, watched
from tablier.core.registry import from_text
from tablier.core.state import Action
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player
from tablier.engine.search_thread import SearchThread
from tablier.engine.twin import GameHistory
from tablier.match import Match

NAME = re.compile(r"Tablier, level ([1-9]|10)", re.ASCII)  # told in records, so the same in every language
HINT_SECONDS = 1.0
GOOD_ENOUGH = 0.55  # an engine takes a draw from somebody whose chance is better than this


def engine_name(level: int) -> str:
    """What an engine is called."""
    return f"Tablier, level {level}"


def engines_among(names: tuple[str, ...]) -> dict[int, int]:
    """The players of a kept match that are engines, and their levels.

    >>> engines_among(("Ada", "Tablier, level 7"))
    {1: 7}
    """
    return {player: int(found[1]) for player, name in enumerate(names) if (found := NAME.fullmatch(name))}


class Engines:
    """By player, in the order of joining: engines keep to their player when seats change."""

    def __init__(self, levels: Mapping[int, int], seconds: float | None = None) -> None:
        self.levels = levels
        self._seconds = seconds
        self._players: dict[tuple[int, str], Player] = {}
        self._adviser: tuple[str, Player] | None = None

    def sits(self, match: Match, seat: int) -> bool:
        """Whether an engine sits there."""
        return match.seating[seat] in self.levels

    def only(self, match: Match) -> bool:
        """Whether nobody else plays."""
        return all(self.sits(match, seat) for seat in match.present())

    def choose(self, match: Match) -> Action:
        """What the engine to act plays. Ctrl-C ends its thought and goes on up."""
        state = match.state
        player = self._player(match.seating[state.to_act or 0], match)
        thinking = SearchThread(player, _history(match))
        try:
            while not thinking.wait(GLANCE):
                pass
        finally:
            thinking.stop()
        return player.pick(state, thinking.result()).action

    def judge(self, match: Match) -> Analysis:
        """What the strongest one thinks of a position."""
        state = match.state
        heading = state.game.position_header(state)
        if self._adviser is None or self._adviser[0] != heading:
            self._adviser = heading, Player(state)
        return watched(self._adviser[1], _history(match), seconds=self._seconds or HINT_SECONDS)

    def takes_draw(self, match: Match) -> bool:
        """Whether the engines give a draw to the seat to act: only to somebody who is better off."""
        best = self.judge(match).best
        return best.proof != "loss" and (best.proof is not None or best.expected_score > GOOD_ENOUGH)

    def _player(self, player: int, match: Match) -> Player:
        key = player, match.terms.start
        if key not in self._players:
            seed = SystemRandom().randrange(2**32)
            self._players = {known: one for known, one in self._players.items() if known[1] == match.terms.start}
            self._players[key] = Player(match.state, level=self.levels[player], seconds=self._seconds, seed=seed)
        return self._players[key]


def _history(match: Match) -> GameHistory:
    return GameHistory(from_text(match.terms.start), match.texts(), match.state)
