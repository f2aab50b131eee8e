"""Record: one finished or running match as data that replays to the same states for ever.

The JSON has the terms of the match at its top, then players by seat, the result, and the events, one a line. Terms stand there
once, not again in the `create` event; players and result follow from the events and are checked against them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, cast

from ..core.errors import BadFile
from ..core.state import State
from ..formats.transcript import Transcript
from ..match.events import MAX_EVENTS, Begins, Clock, Event, MatchCreated
from ..match.events_json import MOST_SEATS, clock_json, event_json
from ..match.line import GameLine, Result
from .record_fields import Fields
from .record_reading import FORMAT, TERMS, VERSION, lines, read_events, upgraded
from .record_text import LONGEST_RECORD, read_json
from .record_transcript import events_of, own_start

MOST_FACTS = 40
LONGEST_FACT = 1000


@dataclass(frozen=True)
class Record:
    """The events of a match, and facts about it that no event tells (event, source, date).

    >>> record = Record.of(Transcript("mixtour:stein", players=("Ada", "Bo"), actions=("c3", "c2", "c2-c3")))
    >>> [state.to_act for state in record.states()], record.players, record.result
    ([0, 1, 0, 1], ('Ada', 'Bo'), None)
    >>> Record.from_json(record.to_json()) == record
    True
    """

    events: tuple[Event, ...]
    facts: Mapping[str, str] = field(default_factory=dict, hash=False)
    line: GameLine = field(kw_only=True, compare=False, repr=False)  # what the events lead to

    # making one

    @classmethod
    def replayed(cls, events: Iterable[Event], facts: Mapping[str, str] | None = None) -> Record:
        """The record of these events; `BadFile(code, event=…)` when they do not follow from each other."""
        kept = tuple(events)
        return cls(kept, dict(facts or {}), line=lines(kept)[-1])

    @classmethod
    def of(cls, transcript: Transcript) -> Record:
        """The record of a game told by another format: times unknown, seats as they are."""
        return cls.replayed(events_of(transcript), _facts(Fields({"facts": dict(transcript.facts)})))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The record in a JSON text, checked and replayed whole; `BadFile` otherwise."""
        found = Fields(upgraded(read_json(text)))
        found.word("format", (FORMAT,))
        found.whole("version")
        facts = _facts(found)
        rows = found.rows("events", MAX_EVENTS)
        if not rows:
            raise found.wrong("no_events")
        terms = {name: found.any(name) for name in TERMS if name in found.data}
        players, result = found.rows("players", MOST_SEATS), found.any("result")
        found.done()
        record = cls.replayed(read_events(rows, terms), facts)
        if list(record.players) != players:
            raise found.wrong("contradiction", field="players")
        if (record.result and record.result.json()) != result:
            raise found.wrong("contradiction", field="result")
        return record

    # what it says

    @property
    def create(self) -> MatchCreated:
        """The terms."""
        return cast(MatchCreated, self.events[0])

    @property
    def edition(self) -> str:
        return self.create.edition

    @property
    def options(self) -> Mapping[str, str]:
        """Those that differ from the edition, as texts."""
        return self.create.options

    @property
    def start(self) -> str:
        """The position text of the start."""
        return self.create.start

    @property
    def clock(self) -> Clock:
        return self.create.clock

    @property
    def begins(self) -> Begins:
        """How it was decided who began; `players[0]` did."""
        return self.create.begins

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; before the start, in the order of joining."""
        return self.line.names()

    @property
    def result(self) -> Result | None:
        return self.line.result

    def states(self) -> tuple[State, ...]:
        """The start, and the position after each event that changed it: actions, leaves and takebacks."""
        all_lines = lines(self.events)
        return (
            all_lines[0].state,
            *(now.state for past, now in pairwise(all_lines) if now.changes > past.changes),
        )

    # telling it

    def to_json(self) -> str:
        """The record as JSON text; `BadFile` when it is too long to be read again."""
        terms = event_json(self.create)
        head: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        head |= {"edition": self.edition, "options": dict(self.options), "start": self.start}
        head |= {"players": list(self.players), "clock": clock_json(self.clock), "begins": self.begins}
        head |= {name: terms[name] for name in TERMS if name in terms and name not in head}
        head |= {"facts": dict(self.facts), "result": self.result and self.result.json()}
        rows = [event_json(event) for event in self.events]
        rows[0] = {name: value for name, value in rows[0].items() if name not in TERMS}
        body = ",\n".join(f"  {_compact(row)}" for row in rows)
        top = ",\n".join(f" {json.dumps(name)}: {_compact(value)}" for name, value in head.items())
        text = f'{{\n{top},\n "events": [\n{body}\n ]\n}}\n'
        if len(text) > LONGEST_RECORD or len(rows) > MAX_EVENTS:
            raise BadFile("file_too_long", longest=LONGEST_RECORD)
        return text

    def transcript(self) -> Transcript:
        """The final line of play, as every format can tell it. An aborted match has no result there."""
        result = self.result
        players = self.players if any(self.players) else ()
        start, options = own_start(self.create, self.line.steps.cut(1).last.state)
        return Transcript(
            edition=self.edition,
            options=options,
            start=start,
            players=players,
            actions=self.line.texts(),
            result=None if result is None or result.aborted else result.json(),
            facts=self.facts,
        )


class JsonRecord:
    """The record as a format among the others."""

    name = "json"
    suffixes = (".json",)

    def read(self, text: str) -> Transcript:
        return Record.from_json(text).transcript()

    def write(self, transcript: Transcript) -> str:
        return Record.of(transcript).to_json()


JSON = JsonRecord()


def _facts(found: Fields) -> dict[str, str]:
    return found.texts("facts", MOST_FACTS, LONGEST_FACT, {}, lines=True)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
