"""Between a transcript, which every format can tell, and the events of a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.errors import BadFile, RulesError
from ..core.registry import find, new
from ..core.replay import LEAVE, start
from ..core.state import State
from ..formats.source_location import to_file_error
from ..formats.transcript import UNKNOWN, Transcript
from ..match.events import ActionPlayed, Event, MatchCreated, MatchStarted, PlayerJoined, PlayerLeft, RulingMade
from ..match.events_json import event_json, read_event
from ..match.line import GameLine


def events_of(transcript: Transcript) -> list[Event]:
    """The events that make a transcript: nobody knows when, and the players sit as they are named."""
    try:
        game, edition = find(transcript.edition)
        state = start(transcript)
        name = f"{game.name}:{edition.name}"
        create = MatchCreated(number=1, at=0, edition=name, options=dict(transcript.options), start=str(state), first=0)
        line = GameLine.begin(create)
    except RulesError as error:
        raise to_file_error(error, None) from None
    seats = state.seats
    if transcript.players and len(transcript.players) != seats:
        raise BadFile("players_differ", players=len(transcript.players), seats=seats)
    players = transcript.players or ("",) * seats
    events: list[Event] = [create, *(PlayerJoined(number=2 + seat, at=0, player=player) for seat, player in enumerate(players))]
    events.append(MatchStarted(number=seats + 2, at=0, seating=tuple(range(seats))))
    for event in events[1:]:
        line = line.after(_readable(event))
    for text in transcript.actions:
        event = _event(line, text)
        try:
            line = line.after(event)
        except RulesError as error:
            raise to_file_error(error, None, event=event.number) from None
        events.append(event)
    if transcript.result is not None:
        events += _told_result(line, transcript.result)
    return events


def own_start(create: MatchCreated, state: State) -> tuple[str | None, dict[str, str]]:
    """The start as a transcript tells it: nothing where the edition and its options say it all, and those options."""
    game, edition = find(create.edition)
    options = {
        option.name: option.format(state.options[option.name])
        for option in game.kept_options
        if state.options[option.name] != edition.values.get(option.name, option.default)
    }
    drawn = any(option.seed for option in game.options)  # then only the text says what was drawn
    own = not drawn and str(new(create.edition, **options)) == create.start
    return (None if own else create.start), options


def _event(line: GameLine, text: str) -> Event:
    number = line.number + 1
    if left := LEAVE.fullmatch(text):
        return PlayerLeft(number=number, at=0, seat=int(left[1]))
    try:
        return ActionPlayed(number=number, at=0, seat=line.state.to_act or 0, action=line.state.action(text))
    except RulesError as error:
        raise to_file_error(error, None, event=number) from None


def _told_result(line: GameLine, result: Mapping[str, Any]) -> list[Event]:
    winner = result.get("winner")
    if line.result:
        if line.result.winner != winner:
            raise BadFile("result_differs", told=winner, found=line.result.winner)
        return []
    ruling = RulingMade(number=line.number + 1, at=0, winner=winner, reason=result.get("reason", UNKNOWN))
    return [_readable(ruling)]


def _readable(event: Event) -> Event:
    """The same event when a record could be read with it: names and reasons come from anywhere."""
    return read_event(event_json(event), event.number)
