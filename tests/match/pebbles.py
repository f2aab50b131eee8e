"""Matches of Pebbles for two to four players, and checks that the tests share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from tablier.core.errors import RulesError
from tablier.match import Match, begin, fold, fold_all, play_action
from tablier.match.events import RulingMade, validate_event
from tablier.records.record import Record

NAMES = ("Ada", "Bo", "Cy", "Di")


def new_pebbles(players: int = 2, heap: int = 12, *, now: int = 0, **terms: Any) -> Match:
    """A match that has just started, with Ada as the first player."""
    terms.setdefault("first", 0)
    options = {"players": players, "heap": heap}
    return begin("pebbles:heap", NAMES[:players], now=now, rng=Random(0), options=options, **terms)


def play_all(match: Match, *texts: str, every: int = 0) -> Match:
    """The match after these actions, each by the seat to act, one every `every` milliseconds."""
    for text in texts:
        assert match.state.to_act is not None
        match = play_action(match, match.state.to_act, text, match.at + every)
    return match


def act_once_each(match: Match, *, every: int = 0) -> Match:
    """The match after each seat has taken one pebble."""
    return play_all(match, *["take1"] * match.state.seats, every=every)


def check_replay(match: Match) -> Match:
    """Check that the match can be folded again from its events and from its record."""
    folded = fold_all(match.events.items())
    assert folded == match
    assert fold_all(Record.from_json(Record.from_match(match).to_json()).events) == match
    return folded


def adjudicate(match: Match, winner: int | None, reason: Any, now: int) -> Match:
    """The match after a ruling."""
    return fold(match, validate_event(RulingMade(number=match.number + 1, at=now, winner=winner, reason=reason)))


@contextmanager
def raises_code(code: str, **facts: Any) -> Iterator[None]:
    """Expect a `RulesError` with that code and at least these facts."""
    with pytest.raises(RulesError) as raised:
        yield
    assert raised.value.code == code, raised.value
    assert {name: raised.value.facts.get(name) for name in facts} == facts
