"""The engines at a table: who of the players is one, what it plays, and what it agrees to."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom

from tablier.cli.analysis_text import GLANCE, watched
from tablier.core.registry import from_text
from tablier.core.state import Action
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player
from tablier.engine.search_thread import SearchThread
from tablier.engine.seat_policy import accepts_draw
from tablier.engine.twin import GameHistory
from tablier.match import Match

HINT_SECONDS = 1.0


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
        return accepts_draw(self.judge(match).best, own_turn=False)

    def _player(self, player: int, match: Match) -> Player:
        key = player, match.terms.start
        if key not in self._players:
            seed = SystemRandom().randrange(2**32)
            self._players = {known: one for known, one in self._players.items() if known[1] == match.terms.start}
            self._players[key] = Player(match.state, level=self.levels[player], seconds=self._seconds, seed=seed)
        return self._players[key]


def _history(match: Match) -> GameHistory:
    return GameHistory(from_text(match.terms.start), match.texts(), match.state)
