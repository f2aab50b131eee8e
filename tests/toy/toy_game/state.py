"""A position of Pebbles, and its rules, which the docstring of the package explains."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from tablier.core.errors import BadNotation, IllegalAction
from tablier.core.outcome import Outcome
from tablier.core.state import Action, State

ACTION = re.compile(r"take[123]|ask[0-3]|keep|drop", re.ASCII)


class Rules(NamedTuple):
    """The options that a position keeps."""

    edition: str
    players: int
    heap: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pebbles(State):
    """The heap, the turn, the asked seat, the seats that left, and the seat that took the last pebble."""

    rules: Rules
    heap: int
    turn: int
    asked: int | None
    gone: frozenset[int]
    taker: int | None

    @property
    def edition(self) -> str:  # type: ignore[override]
        return self.rules.edition

    @property
    def options(self) -> Mapping[str, Any]:
        return MappingProxyType({"players": self.rules.players, "heap": self.rules.heap})

    @property
    def seats(self) -> int:
        return self.rules.players

    @property
    def to_act(self) -> int | None:
        if self.outcome:
            return None
        return self.turn if self.asked is None else self.asked

    @property
    def outcome(self) -> Outcome | None:  # type: ignore[override]
        if self.taker is not None:
            return Outcome(self.taker, "last_pebble")
        if len(self.gone) == self.seats - 1:
            return Outcome(self._present()[0], "last_left")
        return None

    def legal_actions(self) -> tuple[Action, ...]:
        if self.outcome:
            return ()
        if self.asked is not None:
            return (Action("drop"), Action("keep"))
        take_actions = [f"take{count}" for count in (1, 2, 3) if count <= self.heap]
        ask_actions = [f"ask{seat}" for seat in self._present() if seat != self.turn and self.heap > 1]
        return tuple(Action(text) for text in sorted(take_actions + ask_actions))

    def action(self, text: str) -> Action:
        if not isinstance(text, str) or not ACTION.fullmatch(text):
            raise BadNotation("unreadable", at=0, text=str(text)[:60])
        return Action(text)

    def play(self, action: Action | str) -> Pebbles:
        text = self.action(action)
        if self.outcome:
            raise IllegalAction("game_over")
        if text in ("keep", "drop"):
            if self.asked is None:
                raise IllegalAction("nothing_asked")
            answered = replace(self, asked=None, heap=self.heap - (text == "drop"))
            taker = self.asked if answered.heap == 0 else None
            return replace(answered, taker=taker, turn=self.turn if taker is not None else self._next(self.turn))
        if self.asked is not None:
            raise IllegalAction("owes_answer", seat=self.asked)
        number = int(text[-1])
        if text.startswith("take"):
            return self._take(number)
        if number == self.turn or number not in self._present() or self.heap < 2:
            raise IllegalAction("cannot_ask", seat=number)
        return replace(self, heap=self.heap - 1, asked=number)

    def leave(self, seat: int) -> Pebbles:
        if self.outcome:
            raise IllegalAction("game_over")
        if seat not in self._present():
            raise IllegalAction("no_such_seat", seat=seat)
        if self.seats == 2:
            raise IllegalAction("no_leaving", seat=seat)
        after = replace(self, gone=self.gone | {seat})
        if seat == self.asked:
            return replace(after, asked=None, turn=after._next(self.turn))
        if seat == self.turn and self.asked is None:
            return replace(after, turn=after._next(seat))
        return after

    def fields(self) -> tuple[str, ...]:
        gone = "".join(map(str, sorted(self.gone))) or "-"
        return (str(self.heap), str(self.turn), _seat_text(self.asked), gone, _seat_text(self.taker))

    def position(self) -> dict[str, Any]:
        return {"heap": self.heap, "left": sorted(self.gone)}

    def is_reachable(self) -> bool:
        """Whether a game can lead to this position."""
        seats = range(self.seats)
        if not all(seat in seats for seat in (self.turn, self.asked or 0, self.taker or 0, *self.gone)):
            return False
        if self.heap > self.rules.heap or (self.heap == 0) != (self.taker is not None) or len(self.gone) >= self.seats:
            return False
        if self.seats == 2 and self.gone:
            return False
        return self.asked not in self.gone and self.taker not in self.gone and self.asked != self.turn

    def _take(self, count: int) -> Pebbles:
        if count > self.heap:
            raise IllegalAction("too_many", heap=self.heap)
        rest = self.heap - count
        return replace(self, heap=rest, **({"taker": self.turn} if rest == 0 else {"turn": self._next(self.turn)}))

    def _present(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def _next(self, seat: int) -> int:
        following = (seat + 1) % self.seats
        while following in self.gone:
            following = (following + 1) % self.seats
        return following


def _seat_text(seat: int | None) -> str:
    return "-" if seat is None else str(seat)
