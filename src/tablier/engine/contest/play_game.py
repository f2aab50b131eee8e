"""One game of a contest."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.core.errors import RulesError
from tablier.core.messages import explain
from tablier.core.state import State
from tablier.engine.messages import MESSAGES
from tablier.formats.transcript import AGREED, LEFT, TIME, UNKNOWN

from .entrants import Entrant, Fault, Pace, Turn
from .openings import Openings
from .recorder import Recorder

LONGEST = 1_000  # actions; a game that goes on longer is a draw
REASONS = {"late": TIME, "crash": LEFT, "silence": LEFT, "illegal": UNKNOWN}


@dataclass(frozen=True)
class Played:
    """How a game ended. `points` are the first entrant's: 1, 0, or an equal share of a draw."""

    number: int
    seat: int  # the first entrant's
    points: float
    reason: str
    plies: int
    seconds: float
    fault: str = ""  # what a player did wrong, in words
    faulty: int | None = None  # the seat that did
    record: str = field(default="", repr=False)  # as JSON text

    def json(self) -> dict[str, Any]:
        """As plain JSON, without the record."""
        return {name: value for name, value in self.__dict__.items() if name != "record"}


@dataclass(frozen=True)
class Pairing:
    """Who meets whom, from where, how fast. Game by game the first entrant moves one seat on; the others' is the second."""

    first: str
    second: str
    openings: Openings
    pace: Pace
    seats: int
    longest: int = LONGEST

    def group(self, number: int) -> int:
        """Which opening a game has: one is played from every seat."""
        return number // self.seats

    def seat(self, number: int) -> int:
        """The first entrant's seat."""
        return number % self.seats

    def names(self, number: int) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(self.first if seat == self.seat(number) else self.second for seat in range(self.seats))


class _Game:
    """A game while it is played."""

    def __init__(self, pairing: Pairing, number: int) -> None:
        self.pairing, self.number = pairing, number
        self.start = pairing.openings.start(pairing.group(number))
        self.sheet = Recorder(self.start, pairing.names(number))
        self.opening = pairing.openings.actions(pairing.group(number))
        self.actions: list[str] = []
        for action in self.opening:
            self._play(action)
        self.left = [pairing.pace.clock[0]] * pairing.seats if pairing.pace.clock else []
        self.begun = time.monotonic()

    @property
    def state(self) -> State:
        return self.sheet.state

    def over(self) -> bool:
        return self.state.outcome is not None or len(self.actions) >= self.pairing.longest

    def turn(self, entrant: Entrant) -> None:
        """The entrant at the seat to act plays, or a `Fault`."""
        pace = self.pairing.pace
        turn = Turn(self.start, self.actions, self.state, pace, tuple(self.left))
        allowed = entrant.allowed(turn)
        begun = time.monotonic()
        text = entrant.choose(turn)
        took = time.monotonic() - begun
        if allowed is not None and took > allowed + pace.margin:
            raise Fault("late", took=round(took, 3), allowed=round(allowed, 3))
        if pace.clock:
            seat = self.state.to_act or 0
            self.left[seat] = max(0.0, self.left[seat] - took) + pace.clock[1]
        try:
            self._play(text)
        except RulesError as error:
            why = explain(error, {**MESSAGES, **self.state.game.messages})
            raise Fault("illegal", action=text[:60] or "nothing", why=why) from None

    def _play(self, text: str) -> None:
        self.sheet.act(text)
        self.actions.append(self.sheet.last)

    def played(self, fault: Fault | None = None, faulty: int | None = None) -> Played:
        seat = self.pairing.seat(self.number)
        outcome = self.state.outcome
        facts = {"event": "contest", "game": str(self.number + 1), "opening": str(len(self.opening))}
        said = ""
        if fault is not None and faulty is not None:
            winner: int | None = seat if faulty != seat else (seat + 1) % self.pairing.seats
            reason, said = REASONS[fault.code], explain(fault, MESSAGES)
            facts |= {"fault": said[:900], "faulty": self.pairing.names(self.number)[faulty][:900]}
            self.sheet.rule(winner, reason)
        elif outcome is None:
            winner, reason = None, AGREED
            said = explain(RulesError("too_long_a_game", plies=len(self.actions)), MESSAGES)
            self.sheet.rule(winner, reason)
        else:
            winner, reason = outcome.winner, outcome.reason
        return Played(
            number=self.number,
            seat=seat,
            points=1 / self.pairing.seats if winner is None else float(winner == seat),
            reason=reason,
            plies=len(self.actions),
            seconds=round(time.monotonic() - self.begun, 3),
            fault=said,
            faulty=faulty,
            record=self.sheet.record(facts).to_json(),
        )


def play(pairing: Pairing, number: int, entrants: Sequence[Entrant], watch: Callable[[int], None] | None = None) -> Played:
    """Plays one game. The first entrant and then the others, as many as there are seats; `watch` hears who thinks."""
    game = _Game(pairing, number)
    seated = [*entrants[1:]]
    seated.insert(pairing.seat(number), entrants[0])
    seat = 0
    try:
        for seat, entrant in enumerate(seated):
            if watch:
                watch(seat)
            entrant.begin(game.start, seed=number * pairing.seats + seat)
        while not game.over():
            seat = game.state.to_act or 0
            if watch:
                watch(seat)
            game.turn(seated[seat])
    except Fault as fault:
        return game.played(fault, seat)
    return game.played()


def forfeited(pairing: Pairing, number: int, seat: int) -> Played:
    """A game that ended with the process it was played in, while that seat thought."""
    return _Game(pairing, number).played(Fault("crash", why="it took its process with it"), seat)
