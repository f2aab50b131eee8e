"""Certificates to play from: those that a game brings along in the folder `certificates` beside its rules.

Only strategies that win are played from. They were checked when they were made, and the tests check them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tablier.core.registry import from_text
from tablier.core.state import State

from ..analysis import Analysis, Candidate
from ..twin import Twin, native_game
from .certificate import Reader


def certificates(state: State) -> list[Path]:
    """The files that a game brings along."""
    where = import_module(type(state.game).__module__).__file__
    return sorted((Path(where).parent / "certificates").glob("*.certificate")) if where else []


@dataclass(frozen=True)
class Book:
    """One strategy that wins."""

    seat: int
    native: Any

    def settle(self, state: State, found: Analysis) -> Analysis:
        """What was found about a position, with what the book knows of it."""
        twin = Twin(state)
        codes = {twin.native.write(code): code for code in twin.native.legal()}
        if state.to_act == self.seat:
            seen = {one.action: self._after(twin, codes[one.action]) for one in found.candidates}
            known = [_won(one, seen[one.action]) for one in found.candidates]
        elif self.native.plies(twin.native) is not None:
            known = [_lost(one, self._resisting(twin, codes[one.action])) for one in found.candidates]
        else:
            return found
        if known == list(found.candidates):
            return found
        known.sort(key=_rank)
        pv = found.pv if found.pv[:1] == (known[0].action,) else (known[0].action,)
        return replace(found, candidates=tuple(known), pv=pv)

    def _after(self, twin: Twin, code: int) -> int | None:
        """How many plies a win takes with this action of the winner's, None where that is not known."""
        twin.native.play(code)
        try:
            if twin.native.over:
                return 1 if twin.native.winner == self.seat else None
            plies = self.native.plies(twin.native)
        finally:
            twin.native.undo()
        return None if plies is None else 1 + plies

    def _resisting(self, twin: Twin, code: int) -> int:
        """How many plies it takes to lose with this action of the other seat's."""
        twin.native.play(code)
        try:
            return 1 + min(
                (length for reply in twin.native.legal() if (length := self._after(twin, reply)) is not None), default=0
            )
        finally:
            twin.native.undo()


def _won(one: Candidate, plies: int | None) -> Candidate:
    if plies is None or (one.proof == "win" and one.plies <= plies):
        return one
    return replace(one, expected_score=1.0, proof="win", plies=plies)


def _lost(one: Candidate, plies: int) -> Candidate:
    return replace(one, expected_score=0.0, proof="loss", plies=plies)


def _rank(one: Candidate) -> tuple[int, int, float]:
    """Wins first, the shortest before the others; losses last, the longest before the others."""
    if one.proof == "win":
        return 0, one.plies, 0.0
    return (2, -one.plies, 0.0) if one.proof == "loss" else (1, 0, -one.expected_score)


def books(state: State) -> Sequence[Book]:
    """What is known for certain of games with the edition and options of this one."""
    return _books(state.game.position_header(state), tuple(certificates(state)))


@lru_cache(maxsize=8)
def _books(heading: str, files: tuple[Path, ...]) -> Sequence[Book]:
    found = []
    for file in files:
        reader = Reader(file)
        state = from_text(reader.position)
        if state.game.position_header(state) != heading:
            continue
        for strategy in reader.strategies:
            actions = b"".join(reader.blocks(strategy["actions"]))
            if strategy["claim"] == "win":
                native = native_game(state.game.name).Book(Twin(state).native, actions, strategy["seat"])
                found.append(Book(strategy["seat"], native))
    return found
