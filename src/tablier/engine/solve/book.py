"""Books: winning strategies from the certificates that come with a game, used by the highest level.

Certificates are verified when they are made and again by the tests, not when a player loads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from tablier.core.registry import from_text
from tablier.core.state import State

from ..analysis import Analysis, Candidate
from ..twin import Twin, native_game
from .certificate import CertificateReader


@dataclass(frozen=True)
class Book:
    """A winning strategy of one seat."""

    seat: int
    native: Any  # `Book` of the game's native module

    def apply(self, state: State, analysis: Analysis) -> Analysis:
        """Replace the values of candidates that the strategy proves to win or lose, and sort the candidates again."""
        twin = Twin(state)
        codes = {twin.native.write(code): code for code in twin.native.legal()}
        if state.to_act == self.seat:
            plies = {candidate.action: self._plies_to_win(twin, codes[candidate.action]) for candidate in analysis.candidates}
            candidates = [_mark_win(candidate, plies[candidate.action]) for candidate in analysis.candidates]
        elif self.native.plies(twin.native) is not None:
            candidates = [
                replace(candidate, expected_score=0.0, proof="loss", plies=self._plies_to_loss(twin, codes[candidate.action]))
                for candidate in analysis.candidates
            ]
        else:
            return analysis
        if candidates == list(analysis.candidates):
            return analysis
        candidates.sort(key=_sort_key)
        best = candidates[0].action
        return replace(analysis, candidates=tuple(candidates), pv=analysis.pv if analysis.pv[:1] == (best,) else (best,))

    def _plies_to_win(self, twin: Twin, code: int) -> int | None:
        """Length of the win after an action of the winning seat, None if the strategy does not cover it."""
        twin.native.play(code)
        try:
            if twin.native.over:
                return 1 if twin.native.winner == self.seat else None
            plies = self.native.plies(twin.native)
        finally:
            twin.native.undo()
        return None if plies is None else 1 + plies

    def _plies_to_loss(self, twin: Twin, code: int) -> int:
        """Length of the loss after an action of the other seat."""
        twin.native.play(code)
        try:
            replies = (self._plies_to_win(twin, reply) for reply in twin.native.legal())
            return 1 + min((plies for plies in replies if plies is not None), default=0)
        finally:
            twin.native.undo()


def _mark_win(candidate: Candidate, plies: int | None) -> Candidate:
    if plies is None or (candidate.proof == "win" and candidate.plies <= plies):
        return candidate
    return replace(candidate, expected_score=1.0, proof="win", plies=plies)


def _sort_key(candidate: Candidate) -> tuple[int, int, float]:
    """Wins first, shortest before longer ones; losses last, longest before shorter ones."""
    if candidate.proof == "win":
        return 0, candidate.plies, 0.0
    return (2, -candidate.plies, 0.0) if candidate.proof == "loss" else (1, 0, -candidate.expected_score)


def load_books(state: State) -> Sequence[Book]:
    """The books for the edition and options of `state`, from the certificates of its game. Cached."""
    return _load_books(state.game.position_header(state), tuple(state.game.certificates()))


@lru_cache(maxsize=8)
def _load_books(header: str, files: tuple[Path, ...]) -> Sequence[Book]:
    books = []
    for file in files:
        reader = CertificateReader(file)
        state = from_text(reader.position)
        if state.game.position_header(state) != header:
            continue
        for strategy in reader.strategies:
            actions = b"".join(reader.blocks(strategy["actions"]))
            if strategy["claim"] == "win":
                native = native_game(state.game.name).Book(Twin(state).native, actions, strategy["seat"])
                books.append(Book(strategy["seat"], native))
    return books
