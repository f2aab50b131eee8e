"""Verification of certificates with the rules alone.

The verifier walks the game tree depth first. At a position of the other seat it tries every legal action in turn. At a position
of the strategy's seat it reads one byte, the index of the action to play among the legal ones, unless the seat wins at once, an
equivalent position was visited before, or (for a seat that only holds) the other seat can no longer win.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablier.core.errors import BadFile
from tablier.core.registry import from_text
from tablier.core.state import State

from ..twin import Twin, native_game
from .certificate import CertificateReader, DamagedCertificate

SAMPLED_LINES = 200  # lines to check with the Python rules after the native verifier has walked the whole tree
PROGRESS_INTERVAL = 256  # actions between two calls of `on_progress`
OnProgress = Callable[[int, int], None]  # receives the number of actions read and their total


@dataclass(frozen=True)
class VerifiedCertificate:
    """A verified certificate: for each strategy its header fields and the size of its tree."""

    state: State
    after: tuple[str, ...]
    strategies: tuple[dict[str, Any], ...]

    @property
    def winner(self) -> int | None:
        """The winning seat, None if both seats hold the draw."""
        return next((strategy["seat"] for strategy in self.strategies if strategy["claim"] == "win"), None)


def verify(file: Path, *, fast: bool = False, on_progress: OnProgress | None = None) -> VerifiedCertificate:
    """Verify a certificate. Raises `BadFile` with the position where it fails.

    `fast` walks the tree with the native rules and checks random lines with the Python rules.
    """
    try:
        reader = CertificateReader(file)
        state = from_text(reader.position)
        _check_claims(reader, state, file)
    except BadFile:
        raise
    except (DamagedCertificate, ValueError, KeyError, TypeError):
        raise BadFile("no_certificate", file=str(file)) from None
    strategies = []
    for strategy in reader.strategies:
        walk = _walk_native if fast else _walk_python
        strategies.append({**strategy, **walk(reader, state, strategy, file, on_progress)})
    try:
        reader.check_end()
    except DamagedCertificate:
        raise BadFile("too_many_actions", file=str(file), position=str(state)) from None
    return VerifiedCertificate(state, reader.after, tuple(strategies))


def _check_claims(reader: CertificateReader, state: State, file: Path) -> None:
    """Check that the game has certificates, that there is one winning or two holding strategies, and where `after` leads."""
    claims = [(strategy["seat"], strategy["claim"]) for strategy in reader.strategies]
    reached = state.game.start(state.game.edition(state.edition_name), state.options)
    for action in reader.after:
        reached = reached.play(action)
    complete = claims in ([(0, "win")], [(1, "win")], [(0, "hold"), (1, "hold")])
    if state.game.verification is None or not complete or (reader.after and reached != state):
        raise BadFile("no_claim", file=str(file), position=str(state))


def _walk_python(
    reader: CertificateReader, state: State, strategy: dict[str, Any], file: Path, on_progress: OnProgress | None
) -> dict[str, int]:
    """Walk the whole tree with the Python rules."""
    walk = _Walk(state, strategy, _read_actions(reader, strategy["actions"], on_progress))
    try:
        walk.visit(state, 0)
        if next(walk.actions, None) is not None:
            raise _Failure("too_many_actions", state)
    except _Failure as failure:
        raise BadFile(failure.code, file=str(file), position=str(failure.state)) from None
    return {"positions": walk.positions, "longest": walk.longest}


def _read_actions(reader: CertificateReader, count: int, on_progress: OnProgress | None) -> Iterator[int]:
    done = 0
    for block in reader.blocks(count):
        for action in block:
            if on_progress and done % PROGRESS_INTERVAL == 0:
                on_progress(done, count)
            done += 1
            yield action


class _Failure(Exception):
    """The strategy fails at a position; `code` is the error code."""

    def __init__(self, code: str, state: State) -> None:
        super().__init__(code)
        self.code, self.state = code, state


class _Walk:
    """Traversal of the game tree of one strategy with the Python rules."""

    def __init__(self, state: State, strategy: dict[str, Any], actions: Iterator[int]) -> None:
        verification = state.game.verification
        assert verification  # see _check_claims
        self.equivalence_key = verification.equivalence_key
        self.cannot_win = verification.cannot_win
        self.seat: int = strategy["seat"]
        self.wins: bool = strategy["claim"] == "win"
        self.actions = actions
        self.visited: set[str] = set()
        self.positions = self.longest = 0

    def visit(self, state: State, ply: int) -> None:
        """Visit a position and everything the strategy allows after it. Raises `_Failure`."""
        self.positions += 1
        self.longest = max(self.longest, ply)
        outcome = state.outcome
        if outcome is not None:
            if outcome.winner != self.seat and (self.wins or outcome.winner is not None):
                raise _Failure("not_kept", state)
            return
        successors = [state.play(action) for action in state.legal_actions()]
        if state.to_act != self.seat:
            for successor in successors:
                self.visit(successor, ply + 1)
            return
        if any(successor.outcome is not None and successor.outcome.winner == self.seat for successor in successors):
            self.longest = max(self.longest, ply + 1)
            return
        if not self.wins and self.cannot_win(state, 1 - self.seat):
            return
        key = self.equivalence_key(state)
        if key in self.visited:
            return
        self.visited.add(key)
        try:
            index = next(self.actions, None)
        except DamagedCertificate:
            raise _Failure("damaged", state) from None
        if index is None:
            raise _Failure("too_few_actions", state)
        if index >= len(successors):
            raise _Failure("no_such_action", state)
        self.visit(successors[index], ply + 1)


def _walk_native(
    reader: CertificateReader, state: State, strategy: dict[str, Any], file: Path, on_progress: OnProgress | None
) -> dict[str, int]:
    """Walk the tree with the native verifier, which shares no code with the solver, and check sampled lines in Python."""
    actions = bytearray()
    damaged = False
    try:
        for block in reader.blocks(strategy["actions"]):
            actions += block
    except DamagedCertificate:
        damaged = True  # walk up to the position that needs the missing actions
    twin = Twin(state)
    seat, wins = strategy["seat"], strategy["claim"] == "win"
    code, fields, _, positions, longest, lines = native_game(state.game.name).verify(
        twin.native, bytes(actions), seat, wins, SAMPLED_LINES, random.randrange(2**32)
    )
    if code:
        position = f"{state.game.position_header(state)}|{fields}"
        raise BadFile("damaged" if damaged else code, file=str(file), position=position)
    for line in lines:
        _check_line(state, line, seat, wins, file)
    if on_progress:
        on_progress(strategy["actions"], strategy["actions"])
    return {"positions": positions, "longest": longest, "sampled": len(lines)}


def _check_line(state: State, codes: list[int], seat: int, wins: bool, file: Path) -> None:
    """Replay a line in both rules: the same legal actions at every ply, and the claim holds at its end."""
    twin, reached = Twin(state), state
    for code in codes:
        if twin.legal_actions() != reached.legal_actions():
            raise BadFile("rules_differ", file=str(file), position=str(reached))
        reached = reached.play(twin.native.write(code))
        twin.play(code)
    walk = _Walk(state, {"seat": seat, "claim": "win" if wins else "hold"}, iter(()))
    try:
        walk.visit(reached, len(codes))
    except _Failure as failure:
        raise BadFile(failure.code, file=str(file), position=str(failure.state)) from None
