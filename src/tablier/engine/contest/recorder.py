"""Records a game while it is played, so that no game is replayed to produce its record."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import cast

from tablier.core.state import State
from tablier.formats.transcript import MatchReason
from tablier.match.events import MAX_NAME_LENGTH, ActionPlayed, AnyEvent, MatchCreated, MatchStarted, PlayerJoined, RulingMade
from tablier.match.line import advance, start_line
from tablier.records.record import Record


class Recorder:
    """The events of a game so far and the line of plies they fold into."""

    def __init__(self, start: State, names: Sequence[str]) -> None:
        create = MatchCreated(number=1, at=_now_ms(), edition=start.edition, start=str(start), first=0)
        self._events: list[AnyEvent] = [create]
        self._line = start_line(create)
        for name in names:
            self._append(PlayerJoined(**self._next_fields(), player=_printable_name(name)))
        self._append(MatchStarted(**self._next_fields(), seating=tuple(range(start.seats))))

    @property
    def state(self) -> State:
        return self._line.state

    @property
    def last_action(self) -> str:
        """The last action in canonical notation."""
        return self._line.plies.last.text

    def play(self, text: str) -> None:
        """Play an action for the seat to act. Raises `RulesError` if it is malformed or illegal."""
        action = self.state.action(text)
        common = self._next_fields()
        elapsed_ms = common["at"] - self._line.at
        self._append(ActionPlayed(**common, seat=self.state.to_act or 0, action=action, elapsed_ms=elapsed_ms))

    def adjudicate(self, winner: int | None, reason: str) -> None:
        """End the game with a ruling instead of by its rules; `winner` None is a draw."""
        self._append(RulingMade(**self._next_fields(), winner=winner, reason=cast(MatchReason, reason), aborted=False))

    def record(self, facts: Mapping[str, str]) -> Record:
        """The record of the game with additional header facts."""
        return Record(tuple(self._events), dict(facts), line=self._line)

    def _next_fields(self) -> dict[str, int]:
        """Number and time of the next event; the time is never before that of the last event."""
        return {"number": self._line.number + 1, "at": max(_now_ms(), self._line.at)}

    def _append(self, event: AnyEvent) -> None:
        self._line = advance(self._line, event)
        self._events.append(event)


def _now_ms() -> int:
    return int(time.time() * 1000)


def _printable_name(name: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in name)[:MAX_NAME_LENGTH].strip()
