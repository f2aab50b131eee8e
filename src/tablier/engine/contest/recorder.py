"""The score sheet of a game: written while it is played, so that nothing is played twice to get a record."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from tablier.core.state import State
from tablier.match.events import LONGEST_NAME, ActionPlayed, Event, MatchCreated, MatchStarted, PlayerJoined, RulingMade
from tablier.match.line import GameLine
from tablier.records.record import Record


class Recorder:
    """The events of a game up to now, and where they lead."""

    def __init__(self, start: State, names: Sequence[str]) -> None:
        create = MatchCreated(number=1, at=_now(), edition=start.edition, start=str(start), first=0)
        self._events: list[Event] = [create]
        self._line = GameLine.begin(create)
        for name in names:
            self._add(PlayerJoined(**self._next(), player=_legible(name)))
        self._add(MatchStarted(**self._next(), seating=tuple(range(start.seats))))

    @property
    def state(self) -> State:
        return self._line.state

    @property
    def last(self) -> str:
        """The action played last, in its one spelling."""
        return self._line.steps.last.text

    def act(self, text: str) -> None:
        """The seat to act plays; `RulesError` when it cannot."""
        action = self.state.action(text)
        begun, common = self._line.at, self._next()
        self._add(ActionPlayed(**common, seat=self.state.to_act or 0, action=action, took=common["at"] - begun))

    def rule(self, winner: int | None, reason: str) -> None:
        """The game ends otherwise than by its rules."""
        self._add(RulingMade(**self._next(), winner=winner, reason=reason))

    def record(self, facts: Mapping[str, str]) -> Record:
        """What was written."""
        return Record(tuple(self._events), dict(facts), line=self._line)

    def _next(self) -> dict[str, int]:
        return {"number": self._line.number + 1, "at": max(_now(), self._line.at)}

    def _add(self, event: Event) -> None:
        self._line = self._line.after(event)
        self._events.append(event)


def _now() -> int:
    return int(time.time() * 1000)


def _legible(name: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in name)[:LONGEST_NAME].strip()
