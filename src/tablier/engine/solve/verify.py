"""Checking certificates: a walk through everything the other seat can do, with the rules alone.

The walk goes depth first. At a position of the other seat it tries every legal action in turn. At a position of the strategy's
seat nothing is read when the seat wins at once, when a position that plays alike was met before or, for a seat that only holds,
when the other can no longer win; else one byte: the number of the action to play among the legal ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from tablier.core.errors import BadFile
from tablier.core.registry import from_text
from tablier.core.state import State

from ..twin import Twin, native_game
from .certificate import Damaged, Reader

SAMPLED = 200  # ends that the Python rules look at when the native checker has walked everything
Report = Callable[[int, int], None]  # actions read, actions in all


@dataclass(frozen=True)
class Verified:
    """What a certificate proves: for each strategy its seat, its claim and what the walk saw."""

    state: State
    after: tuple[str, ...]
    strategies: tuple[dict[str, Any], ...]

    @property
    def winner(self) -> int | None:
        """The seat that wins, None where both hold."""
        return next((one["seat"] for one in self.strategies if one["claim"] == "win"), None)


def verify(file: Path, *, fast: bool = False, report: Report | None = None) -> Verified:
    """What a certificate proves; `BadFile` with the position where it fails."""
    try:
        reader = Reader(file)
        state = from_text(reader.position)
        _check_claims(reader, state, file)
    except BadFile:
        raise
    except (Damaged, ValueError, KeyError, TypeError):
        raise BadFile("no_certificate", file=str(file)) from None
    seen = []
    for strategy in reader.strategies:
        check = _fast if fast else _slow
        seen.append({**strategy, **check(reader, state, strategy, file, report)})
    try:
        reader.end()
    except Damaged:
        raise BadFile("too_many_actions", file=str(file), position=str(state)) from None
    return Verified(state, reader.after, tuple(seen))


def _check_claims(reader: Reader, state: State, file: Path) -> None:
    """One strategy that wins, or two that hold; and the actions before lead where they are said to."""
    claims = [(one["seat"], one["claim"]) for one in reader.strategies]
    reached = state.game.start(state.game.edition(state.edition_name), state.options)
    for action in reader.after:
        reached = reached.play(action)
    fine = claims in ([(0, "win")], [(1, "win")], [(0, "hold"), (1, "hold")])
    if not fine or (reader.after and reached != state):
        raise BadFile("no_claim", file=str(file), position=str(state))


def _slow(reader: Reader, state: State, strategy: dict[str, Any], file: Path, report: Report | None) -> dict[str, int]:
    walk = _Walk(state, strategy, _actions(reader, strategy["actions"], report))
    try:
        walk.go(state, 0)
        if next(walk.actions, None) is not None:
            raise _Fails("too_many_actions", state)
    except _Fails as failure:
        raise BadFile(failure.why, file=str(file), position=str(failure.state)) from None
    return {"positions": walk.positions, "longest": walk.longest}


def _actions(reader: Reader, count: int, report: Report | None) -> Iterator[int]:
    read = 0
    for block in reader.blocks(count):
        for action in block:
            if report and read % 256 == 0:
                report(read, count)
            read += 1
            yield action


class _Fails(Exception):
    def __init__(self, why: str, state: State) -> None:
        super().__init__(why)
        self.why, self.state = why, state


class _Walk:
    """One strategy against everything, in the Python rules."""

    def __init__(self, state: State, strategy: dict[str, Any], actions: Iterator[int]) -> None:
        game = import_module(f"{type(state.game).__module__.rpartition('.')[0]}.verification")
        self.likeness: Callable[[State], str] = game.likeness
        self.cannot_win: Callable[[State, int], bool] = game.cannot_win
        self.seat: int = strategy["seat"]
        self.wins: bool = strategy["claim"] == "win"
        self.actions = actions
        self.met: set[str] = set()
        self.positions = self.longest = 0

    def go(self, state: State, ply: int) -> None:
        self.positions += 1
        self.longest = max(self.longest, ply)
        ended = state.outcome
        if ended is not None:
            if ended.winner != self.seat and (self.wins or ended.winner is not None):
                raise _Fails("not_kept", state)
            return
        following = [state.play(action) for action in state.legal_actions()]
        if state.to_act != self.seat:
            for one in following:
                self.go(one, ply + 1)
            return
        if any(one.outcome is not None and one.outcome.winner == self.seat for one in following):
            self.longest = max(self.longest, ply + 1)
            return
        if not self.wins and self.cannot_win(state, 1 - self.seat):
            return
        alike = self.likeness(state)
        if alike in self.met:
            return
        self.met.add(alike)
        try:
            number = next(self.actions, None)
        except Damaged:
            raise _Fails("damaged", state) from None
        if number is None:
            raise _Fails("too_few_actions", state)
        if number >= len(following):
            raise _Fails("no_such_action", state)
        self.go(following[number], ply + 1)


def _fast(reader: Reader, state: State, strategy: dict[str, Any], file: Path, report: Report | None) -> dict[str, int]:
    """The same walk by the native checker, which shares nothing with the solver; the Python rules look at some of its ends."""
    actions = bytearray()
    damaged = False
    try:
        for block in reader.blocks(strategy["actions"]):
            actions += block
    except Damaged:
        damaged = True  # walk to where the missing actions are needed
    twin = Twin(state)
    seat, wins = strategy["seat"], strategy["claim"] == "win"
    why, fields, _, positions, longest, ends = native_game(state.game.name).verify(
        twin.native, bytes(actions), seat, wins, SAMPLED, random.randrange(2**32)
    )
    if why:
        place = f"{state.game.position_header(state)}|{fields}"
        raise BadFile("damaged" if damaged else why, file=str(file), position=place)
    for codes in ends:
        _look_at_end(state, codes, seat, wins, file)
    if report:
        report(strategy["actions"], strategy["actions"])
    return {"positions": positions, "longest": longest, "sampled": len(ends)}


def _look_at_end(state: State, codes: list[int], seat: int, wins: bool, file: Path) -> None:
    """Plays one way through the walk in the Python rules: the same legal actions all along, and an end as it must be."""
    twin, reached = Twin(state), state
    for code in codes:
        if twin.legal_actions() != reached.legal_actions():
            raise BadFile("rules_differ", file=str(file), position=str(reached))
        reached = reached.play(twin.native.write(code))
        twin.play(code)
    walk = _Walk(state, {"seat": seat, "claim": "win" if wins else "hold"}, iter(()))
    try:
        walk.go(reached, len(codes))
    except _Fails as failure:
        raise BadFile(failure.why, file=str(file), position=str(failure.state)) from None
