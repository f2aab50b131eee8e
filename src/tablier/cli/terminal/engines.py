"""Engine players of a terminal match."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom

from tablier.cli.analysis_text import POLL_S, search_with_updates
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
    """The engines of a match.

    They belong to players, numbered from 0 in the order of joining, and not to seats, because a rematch may exchange the seats.
    """

    def __init__(self, levels: Mapping[int, int], seconds: float | None = None) -> None:
        self.levels = levels  # by player
        self._seconds = seconds
        self._players: dict[tuple[int, str], Player] = {}  # by player and starting position
        self._adviser: tuple[str, Player] | None = None  # gives hints; with the position header it was created for

    def plays_seat(self, match: Match, seat: int) -> bool:
        """True if an engine plays this seat."""
        return match.seating[seat] in self.levels

    def plays_every_seat(self, match: Match) -> bool:
        """True if all players are engines."""
        return all(self.plays_seat(match, seat) for seat in match.present_seats())

    def choose(self, match: Match) -> Action:
        """Return the action of the engine to act. Ctrl-C stops the search and is raised again."""
        state = match.state
        player = self._player(match.seating[state.to_act or 0], match)
        search = SearchThread(player, _history(match))
        try:
            while not search.wait(POLL_S):
                pass
        finally:
            search.stop()
        return player.pick(state, search.result()).action

    def analyse(self, match: Match) -> Analysis:
        """Analyse the position with the highest level. Ctrl-C ends the search early."""
        state = match.state
        header = state.game.position_header(state)
        if self._adviser is None or self._adviser[0] != header:
            self._adviser = header, Player(state)
        return search_with_updates(self._adviser[1], _history(match), seconds=self._seconds or HINT_SECONDS)

    def accepts_draw(self, match: Match) -> bool:
        """True if the engines accept a draw from the seat to act."""
        return accepts_draw(self.analyse(match).best, own_turn=False)

    def _player(self, player: int, match: Match) -> Player:
        key = player, match.terms.start
        if key not in self._players:
            seed = SystemRandom().randrange(2**32)
            self._players = {known: cached for known, cached in self._players.items() if known[1] == match.terms.start}
            self._players[key] = Player(match.state, level=self.levels[player], seconds=self._seconds, seed=seed)
        return self._players[key]


def _history(match: Match) -> GameHistory:
    return GameHistory(from_text(match.terms.start), match.texts(), match.state)
