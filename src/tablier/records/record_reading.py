"""From plain data to checked events and the line of play they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from ..core.errors import BadFile, RulesError
from ..formats.source_location import to_file_error
from ..match.events import ActionPlayed, Event, MatchCreated
from ..match.events_json import read_event
from ..match.line import GameLine, MatchError
from .record_fields import Fields

FORMAT = "tablier-record"
VERSION = 1

# A record of version n becomes one of version n + 1 by UPGRADES[n]; none is older than the first yet.
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}

TERMS = tuple(place.name for place in fields(MatchCreated) if place.name not in ("number", "at"))


def upgraded(data: Any) -> dict[str, Any]:
    """The data of a record of any version as data of the newest one."""
    found = Fields(data)
    if found.any("format", None) != FORMAT:
        raise BadFile("not_a_record", wanted=FORMAT)
    version = found.whole("version")
    if version != VERSION and version not in UPGRADES:
        raise BadFile("unknown_version", version=version, known=[*sorted(UPGRADES), VERSION])
    known: dict[str, Any] = data
    while known["version"] != VERSION:
        known = UPGRADES[known["version"]](known)
    return known


def read_events(rows: Sequence[Any], terms: Mapping[str, Any]) -> list[Event]:
    """The events of a record, whose first one finds its terms at the top of the file."""
    first = Fields(rows[0], event=1)
    for name in terms:
        if name in first.data:
            raise first.wrong("unknown_field", field=name)
    return [read_event({**row, **terms} if number == 1 else row, number) for number, row in enumerate(rows, 1)]


def lines(events: Sequence[Event]) -> list[GameLine]:
    """The line of play after each event. `BadFile(code, event=…)` where one cannot follow."""
    if not events or not isinstance(events[0], MatchCreated):
        raise BadFile("create_first", event=1)
    event: Event = events[0]
    try:
        found = [GameLine.begin(events[0])]
        for event in events[1:]:
            if isinstance(event, ActionPlayed):
                _check_canonical(event, found[-1])
            found.append(found[-1].after(event))
    except RulesError as error:
        raise to_file_error(error, None, event=event.number) from None
    return found


def _check_canonical(event: ActionPlayed, line: GameLine) -> None:
    """One action has one text, so that records can be compared."""
    if not line.result and (canonical := line.state.action(event.action)) != event.action:
        raise MatchError("not_canonical", action=event.action[:60], canonical=canonical[:60])
