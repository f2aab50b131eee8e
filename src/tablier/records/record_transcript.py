"""Between a transcript, which every format can tell, and the events of a record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..core.errors import BadFile, RulesError
from ..core.formats import Transcript
from ..core.registry import find, new
from ..core.state import State
from .events import Act, Create, Event, Join, Leave, Ruling, Start
from .record_line import Line

LEAVE = re.compile(r"leave ([0-9])", re.ASCII)


def events_of(transcript: Transcript) -> list[Event]:
    """The events that make a transcript: nobody knows when, and the players sit as they are named."""
    try:
        game, edition = find(transcript.edition)
        name = f"{game.name}:{edition.name}"
        start = transcript.start or str(new(name, **transcript.options))
        create = Create(number=1, at=0, edition=name, options=dict(transcript.options), start=start, first=0)
        line = Line.begin(create)
    except RulesError as error:
        raise BadFile("bad_start", reason=error.code, **{k: v for k, v in error.facts.items() if k != "reason"}) from None
    seats = line.state.seats
    players = [*transcript.players, *[""] * (seats - len(transcript.players))]
    if len(players) > seats:
        raise BadFile("too_many_players", players=len(players), seats=seats)
    events: list[Event] = [create, *(Join(number=2 + seat, at=0, player=player) for seat, player in enumerate(players))]
    events.append(Start(number=seats + 2, at=0, seating=tuple(range(seats))))
    for event in events[1:]:
        line = line.after(event)
    for text in transcript.actions:
        line, event = _played(line, text)
        events.append(event)
    if transcript.result is not None:
        events += _told_result(line, transcript.result)
    return events


def own_start(create: Create, state: State) -> tuple[str | None, dict[str, str]]:
    """The start as a transcript tells it: nothing where the edition and its options say it all, and those options."""
    game, edition = find(create.edition)
    options = dict(create.options)
    for option in game.kept_options:
        value = state.options[option.name]
        if value != edition.values.get(option.name, option.default):
            options[option.name] = option.format(value)
    drawn = any(option.seed for option in game.options)  # then only the text says what was drawn
    own = not drawn and str(new(create.edition, **options)) == create.start
    return (None if own else create.start), options


def _played(line: Line, text: str) -> tuple[Line, Event]:
    number = line.number + 1
    try:
        left = LEAVE.fullmatch(text)
        seat = line.state.to_act or 0
        event: Event
        if left:
            event = Leave(number=number, at=0, seat=int(left[1]))
        else:
            event = Act(number=number, at=0, seat=seat, action=line.state.action(text))
        return line.after(event), event
    except RulesError as error:
        facts = {name: value for name, value in error.facts.items() if name not in ("reason", "event")}
        raise BadFile("illegal_action", reason=error.code, **facts, event=number) from None


def _told_result(line: Line, result: Mapping[str, Any]) -> list[Event]:
    winner = result.get("winner")
    if line.result:
        if line.result.winner != winner:
            raise BadFile("wrong_result", told=winner, outcome=line.result.winner)
        return []
    return [Ruling(number=line.number + 1, at=0, winner=winner, reason=str(result.get("reason", "unknown")))]
