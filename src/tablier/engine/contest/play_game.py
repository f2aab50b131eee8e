"""One game of a contest."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.core.errors import RulesError
from tablier.core.messages import explain
from tablier.core.state import State
from tablier.formats.transcript import AGREED, LEFT, TIME, UNKNOWN

from .entrants import Entrant, Fault, TimeControl, TurnRequest
from .openings import Openings
from .recorder import Recorder

MAX_PLIES = 1_000  # a longer game is scored as a draw
MAX_FAULT_LENGTH = 900  # characters of each header fact about a fault; `records.record.MAX_FACT_LENGTH` is 1000
# by code of a fault: the reason of the result in the record
REASONS = {"late": TIME, "crash": LEFT, "silence": LEFT, "illegal": UNKNOWN}


@dataclass(frozen=True)
class GameResult:
    """Result of one game. `points` are the first entrant's: 1, 0, or `1/seats` for a draw."""

    number: int  # 0-based
    seat: int  # the first entrant's
    points: float
    reason: str
    plies: int
    seconds: float
    fault: str = ""  # message describing a fault
    faulty_seat: int | None = None
    record: str = field(default="", repr=False)  # JSON text

    def to_dict(self) -> dict[str, Any]:
        """The result as a JSON object, without the record."""
        return {name: value for name, value in self.__dict__.items() if name != "record"}


@dataclass(frozen=True)
class Pairing:
    """The entrants, openings and time control. The first entrant moves on by one seat per game; the second has the others."""

    first: str
    second: str
    openings: Openings
    time_control: TimeControl
    seats: int
    max_plies: int = MAX_PLIES

    def group(self, number: int) -> int:
        """Index of the game's opening: each is played once from every seat."""
        return number // self.seats

    def seat(self, number: int) -> int:
        """The first entrant's seat."""
        return number % self.seats

    def names(self, number: int) -> tuple[str, ...]:
        """The entrants by seat."""
        return tuple(self.first if seat == self.seat(number) else self.second for seat in range(self.seats))


class _Game:
    """A game in progress."""

    def __init__(self, pairing: Pairing, number: int) -> None:
        self.pairing, self.number = pairing, number
        self.start = pairing.openings.start(pairing.group(number))
        self.recorder = Recorder(self.start, pairing.names(number))
        self.opening = pairing.openings.actions(pairing.group(number))
        self.actions: list[str] = []
        for action in self.opening:
            self._play(action)
        self.remaining_s = [pairing.time_control.clock[0]] * pairing.seats if pairing.time_control.clock else []
        self.started_at = time.monotonic()

    @property
    def state(self) -> State:
        return self.recorder.state

    @property
    def is_over(self) -> bool:
        return self.state.outcome is not None or len(self.actions) >= self.pairing.max_plies

    def play_turn(self, entrant: Entrant) -> None:
        """Let the entrant on the seat to act play. Raises `Fault`."""
        control = self.pairing.time_control
        turn = TurnRequest(self.start, self.actions, self.state, control, tuple(self.remaining_s))
        allowed_s = entrant.allowed_s(turn)
        started_at = time.monotonic()
        text = entrant.choose(turn)
        elapsed_s = time.monotonic() - started_at
        if allowed_s is not None and elapsed_s > allowed_s + control.margin_s:
            raise Fault("late", took=round(elapsed_s, 3), allowed=round(allowed_s, 3))
        if control.clock:
            seat = self.state.to_act or 0
            self.remaining_s[seat] = max(0.0, self.remaining_s[seat] - elapsed_s) + control.clock[1]
        try:
            self._play(text)
        except RulesError as error:
            why = explain(error, self.state.game)
            raise Fault("illegal", action=text[:60] or "nothing", why=why) from None

    def _play(self, text: str) -> None:
        self.recorder.play(text)
        self.actions.append(self.recorder.last_action)

    def result(self, fault: Fault | None = None, faulty_seat: int | None = None) -> GameResult:
        seat = self.pairing.seat(self.number)
        outcome = self.state.outcome
        facts = {"event": "contest", "game": str(self.number + 1), "opening": str(len(self.opening))}
        message = ""
        if fault is not None and faulty_seat is not None:
            winner: int | None = seat if faulty_seat != seat else (seat + 1) % self.pairing.seats
            reason, message = REASONS[fault.code], explain(fault)
            faulty = self.pairing.names(self.number)[faulty_seat]
            facts |= {"fault": message[:MAX_FAULT_LENGTH], "faulty": faulty[:MAX_FAULT_LENGTH]}
            self.recorder.adjudicate(winner, reason)
        elif outcome is None:
            winner, reason = None, AGREED
            message = explain(RulesError("too_long_a_game", plies=len(self.actions)))
            self.recorder.adjudicate(winner, reason)
        else:
            winner, reason = outcome.winner, outcome.reason
        return GameResult(
            number=self.number,
            seat=seat,
            points=1 / self.pairing.seats if winner is None else float(winner == seat),
            reason=reason,
            plies=len(self.actions),
            seconds=round(time.monotonic() - self.started_at, 3),
            fault=message,
            faulty_seat=faulty_seat,
            record=self.recorder.record(facts).to_json(),
        )


def play_game(
    pairing: Pairing, number: int, entrants: Sequence[Entrant], on_turn: Callable[[int], None] | None = None
) -> GameResult:
    """Play game `number`.

    `entrants` holds one object per seat, the first entrant's first. `on_turn` is called with the seat before its entrant runs.
    """
    game = _Game(pairing, number)
    by_seat = [*entrants[1:]]
    by_seat.insert(pairing.seat(number), entrants[0])
    seat = 0
    try:
        for seat, entrant in enumerate(by_seat):
            if on_turn:
                on_turn(seat)
            entrant.begin(game.start, seed=number * pairing.seats + seat)
        while not game.is_over:
            seat = game.state.to_act or 0
            if on_turn:
                on_turn(seat)
            game.play_turn(by_seat[seat])
    except Fault as fault:
        return game.result(fault, seat)
    return game.result()


def forfeit_game(pairing: Pairing, number: int, seat: int) -> GameResult:
    """Score a game whose worker process died while `seat` was thinking."""
    return _Game(pairing, number).result(Fault("crash", why="its worker process died"), seat)
