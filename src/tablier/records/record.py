"""Record: a finished or running match as a JSON file that replays to the same states.

The file has the terms of the match at its top level, then players by seat, the result, and the events, one per line. The
`create` event does not repeat the terms; players and result follow from the events and are checked against them.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, cast

import msgspec
from msgspec import Meta, Struct

from ..core.errors import BadFile, RulesError
from ..core.registry import find
from ..core.replay import LEAVE
from ..core.state import State
from ..formats.json_text import convert, parse_json
from ..formats.source_location import to_file_error
from ..formats.transcript import UNKNOWN, Transcript
from ..match.errors import MatchError
from ..match.events import (
    MAX_EVENTS,
    MAX_SEATS,
    ActionPlayed,
    AnyEvent,
    Event,
    Key,
    MatchCreated,
    MatchStarted,
    Name,
    PlayerJoined,
    PlayerLeft,
    RulingMade,
    check_event,
    encode_event_lines,
    validate_event,
)
from ..match.line import GameLine, Result, advance, start_line
from ..match.match import Match
from .canonical import is_default_start

FORMAT: Final = "tablier-record"
VERSION: Final = 1
MAX_RECORD_LENGTH = 2_200_000  # characters: MAX_EVENTS of ordinary length
MAX_FACTS = 40
MAX_FACT_LENGTH = 1000

Facts = Annotated[dict[Key, Annotated[str, Meta(max_length=MAX_FACT_LENGTH)]], Meta(max_length=MAX_FACTS)]
TERMS = tuple(name for name in MatchCreated.__struct_fields__ if name not in Event.__struct_fields__)  # at the top level


class _RecordFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The top level of a file, with the terms moved into the first event."""

    format: str
    version: int
    players: Annotated[list[Name], Meta(max_length=MAX_SEATS)]
    facts: Facts = {}
    result: Any
    events: Annotated[list[AnyEvent], Meta(max_length=MAX_EVENTS)]


@dataclass(frozen=True)
class Record:
    """The events of a match, and facts about it that are not in the events (event, source, date).

    >>> record = Record.from_transcript(Transcript("mixtour:stein", players=("Ada", "Bo"), actions=("c3", "c2", "c2-c3")))
    >>> [state.to_act for state in record.states()], record.line.players, record.line.result
    ([0, 1, 0, 1], ('Ada', 'Bo'), None)
    >>> Record.from_json(record.to_json()) == record
    True
    """

    events: tuple[AnyEvent, ...]
    facts: Mapping[str, str] = field(default_factory=dict, hash=False)
    line: GameLine = field(kw_only=True, compare=False, repr=False)  # the line of plies after the last event

    @classmethod
    def from_events(cls, events: Iterable[AnyEvent], facts: Mapping[str, str] | None = None) -> Record:
        """Replay events. Raises `BadFile(code, event=…)` with the number of the first event that cannot follow."""
        all_events = tuple(events)
        line = deque(_replay(all_events), maxlen=1).pop()
        return cls(all_events, dict(facts or {}), line=line)

    @classmethod
    def from_match(cls, match: Match, facts: Mapping[str, str] | None = None) -> Record:
        """Return the record of a match."""
        return cls(match.events.items(), dict(facts or {}), line=match)

    @classmethod
    def from_transcript(cls, transcript: Transcript) -> Record:
        """Return the record of a game from another format: times unknown, players in the order of their seats."""
        return cls.from_events(_events_of(transcript), _check_facts(convert(dict(transcript.facts), Facts, "facts")))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Parse a file, validate and replay it. Raises `BadFile`."""
        data = parse_json(text, MAX_RECORD_LENGTH)
        _check_version(data)
        try:
            file = convert(_with_terms(data), _RecordFile)
        except BadFile as error:
            raise _locate_event(error) from None
        _check_events(file.events)
        record = cls.from_events(file.events, _check_facts(file.facts))
        if list(record.line.players) != file.players:
            raise BadFile("contradiction", field="players")
        if (record.line.result and record.line.result.json()) != file.result:
            raise BadFile("contradiction", field="result")
        return record

    @property
    def terms(self) -> MatchCreated:
        """The terms of the match."""
        return cast(MatchCreated, self.events[0])

    def states(self) -> tuple[State, ...]:
        """Return the start and the position after each event that changed it: actions, leaves and takebacks."""
        changes, states = -1, []
        for line in _replay(self.events):
            if line.changes > changes:
                changes = line.changes
                states.append(line.state)
        return tuple(states)

    def to_json(self) -> str:
        """Return the file. Raises `BadFile` if it would be too long to be read again."""
        terms, line = self.terms, self.line
        create_fields = msgspec.to_builtins(terms)  # without the terms that have their default
        head: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        head |= {"edition": terms.edition, "options": dict(terms.options), "start": terms.start}
        head |= {
            "players": list(line.players),
            "clock": msgspec.to_builtins(terms.clock),
            "first_player_rule": terms.first_player_rule,
        }
        head |= {name: create_fields[name] for name in TERMS if name in create_fields and name not in head}
        head |= {"facts": dict(self.facts), "result": line.result and line.result.json()}
        create = {name: value for name, value in create_fields.items() if name not in TERMS}
        top = ",\n".join(f' "{name}": {_encode(value)}' for name, value in head.items())
        rows = f"{_encode(create)}\n{encode_event_lines(self.events[1:]).decode()}"  # newlines within a text are escaped
        body = rows[:-1].replace("\n", ",\n  ")
        text = f'{{\n{top},\n "events": [\n  {body}\n ]\n}}\n'
        if len(text) > MAX_RECORD_LENGTH or len(self.events) > MAX_EVENTS:
            raise BadFile("file_too_long", longest=MAX_RECORD_LENGTH)
        return text

    def transcript(self) -> Transcript:
        """Return the final line of plies as a transcript. An aborted match has no result there."""
        start = self.line.checkpoints.first.state
        result = self.line.result
        return Transcript(
            edition=self.terms.edition,
            options=start.game.changed_options(start),
            start=None if is_default_start(start) else self.terms.start,
            players=self.line.players if any(self.line.players) else (),
            actions=self.line.texts(),
            result=None if result is None or result.aborted else result.json(),
            facts=self.facts,
        )


class JsonRecord:
    """The format `json`."""

    name = "json"
    suffixes = (".json",)

    def read(self, text: str) -> Transcript:
        return Record.from_json(text).transcript()

    def write(self, transcript: Transcript) -> str:
        return Record.from_transcript(transcript).to_json()


JSON = JsonRecord()


# reading


def _check_version(data: Any) -> None:
    if not isinstance(data, dict):
        raise BadFile("wrong_type", field="record", wanted="object")
    if data.get("format") != FORMAT:
        raise BadFile("not_a_record", wanted=FORMAT)
    version = data.get("version")
    if type(version) is int and version != VERSION:  # the conversion reports other types
        raise BadFile("unknown_version", version=version, known=[VERSION])


def _with_terms(data: dict[str, Any]) -> dict[str, Any]:
    """Move the terms from the top level into the first event."""
    rows = data.get("events")
    if rows == []:
        raise BadFile("no_events")
    rest = {name: value for name, value in data.items() if name not in TERMS}
    if not isinstance(rows, list) or not isinstance(rows[0], dict):
        return rest  # the conversion reports the wrong type
    for name in TERMS:
        if name in rows[0]:
            raise BadFile("unknown_field", field=name, event=1)
    terms = {name: value for name, value in data.items() if name in TERMS}
    return {**rest, "events": [{**rows[0], **terms}, *rows[1:]]}


def _locate_event(error: BadFile) -> BadFile:
    """Return the error with the number of the event and the path inside it, in place of a path into the events."""
    path = re.fullmatch(r"events\[(\d+)\]\.?(.*)", error.facts.get("field", ""), re.DOTALL)
    if not path:
        return error
    return BadFile(error.code, **{**error.facts, "field": path[2] or path[0], "event": int(path[1]) + 1})


def _check_events(events: list[AnyEvent]) -> None:
    for number, event in enumerate(events, start=1):
        try:
            if event.number != number:
                raise BadFile("wrong_number", number=event.number, wanted=number)
            check_event(event)
        except BadFile as error:
            raise BadFile(error.code, **error.facts, event=number) from None


def _check_facts(facts: dict[str, str]) -> dict[str, str]:
    """Return the facts. Raises `BadFile` if one has characters that are neither printable nor newlines."""
    for name, text in facts.items():
        if not text.replace("\n", " ").isprintable():
            raise BadFile("bad_text", field=f"facts.{name}")
    return facts


def _replay(events: Sequence[AnyEvent]) -> Iterator[GameLine]:
    """Yield the line after each event. Raises `BadFile(code, event=…)`."""
    if not events or not isinstance(events[0], MatchCreated):
        raise BadFile("create_first", event=1)
    event: AnyEvent = events[0]
    try:
        line = start_line(events[0])
        yield line
        for event in events[1:]:
            if isinstance(event, ActionPlayed):
                _check_canonical(event, line)
            line = advance(line, event)
            yield line
    except RulesError as error:
        raise to_file_error(error, None, event=event.number) from None


def _check_canonical(event: ActionPlayed, line: GameLine) -> None:
    """Require the canonical text of an action, so that records can be compared."""
    if not line.result and (canonical := line.state.action(event.action)) != event.action:
        raise MatchError("not_canonical", action=event.action[:60], canonical=canonical[:60])


def _encode(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# from a transcript


def _events_of(transcript: Transcript) -> list[AnyEvent]:
    """Return the events of a transcript: times unknown, players in the order of their seats. Raises `BadFile`."""
    try:
        game, edition = find(transcript.edition)
        name = f"{game.name}:{edition.name}"
        start = str(transcript.start_state())
        created = MatchCreated(number=1, at=0, edition=name, options=dict(transcript.options), start=start, first=0)
        line = start_line(created)
    except RulesError as error:
        raise to_file_error(error, None) from None
    seats = line.state.seats
    if transcript.players and len(transcript.players) != seats:
        raise BadFile("players_differ", players=len(transcript.players), seats=seats)
    players = transcript.players or ("",) * seats
    events: list[AnyEvent] = [created]
    events += [validate_event(PlayerJoined(number=2 + seat, at=0, player=player)) for seat, player in enumerate(players)]
    events.append(MatchStarted(number=seats + 2, at=0, seating=tuple(range(seats))))
    for event in events[1:]:
        line = advance(line, event)
    for text in transcript.actions:
        try:
            event = _action_event(line, text)
            line = advance(line, event)
        except RulesError as error:
            raise to_file_error(error, None, event=line.number + 1) from None
        events.append(event)
    if transcript.result is not None:
        events += _result_events(line, transcript.result)
    return events


def _action_event(line: GameLine, text: str) -> AnyEvent:
    number = line.number + 1
    if leave := LEAVE.fullmatch(text):
        return PlayerLeft(number=number, at=0, seat=int(leave[1]))
    return ActionPlayed(number=number, at=0, seat=line.state.to_act or 0, action=line.state.action(text))


def _result_events(line: GameLine, result: Mapping[str, Any]) -> list[AnyEvent]:
    """Return a ruling with the recorded result, or nothing if the game is over by the rules."""
    winner = result.get("winner")
    outcome: Result | None = line.result
    if outcome:
        if outcome.winner != winner:
            raise BadFile("result_differs", recorded=winner, winner=outcome.winner)
        return []
    ruling = RulingMade(number=line.number + 1, at=0, winner=winner, reason=result.get("reason", UNKNOWN))
    return [validate_event(ruling)]
