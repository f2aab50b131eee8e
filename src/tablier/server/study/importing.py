"""What can be studied: a match that is over, or a text that somebody brings along."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from msgspec import Struct

from tablier.core.errors import BadFile, BadNotation, RulesError
from tablier.core.registry import from_text, shelf
from tablier.core.replay import LEAVE
from tablier.core.state import State
from tablier.formats.source_location import to_file_error
from tablier.formats.transcript import Format
from tablier.match import Match, MatchError
from tablier.records import formats

from ..errors import RequestError

MOST_ACTIONS = 2000  # of a study; replayed in less than a quarter of a second
POSITION = re.compile(r"[a-z][a-z0-9_]*(:[a-z0-9_]*)?\|", re.ASCII | re.IGNORECASE)
OBJECT = "{"  # JSON begins with it, and nothing else does
FILE = re.compile(r"[({#0-9]")  # how files of games begin: a tree, an object, a remark, a number


class Played(Struct, frozen=True):
    """A line of play, to be studied from any of its turns."""

    edition: str
    start: str  # the position text it began with
    actions: list[str]


def of_match(match: Match) -> Played:
    """The final line of a match that is over. Nobody is helped while they play."""
    if match.result is None:
        raise RequestError("match_running")
    return _told(match.terms.edition, match.terms.start, match.texts())


def of_text(text: str) -> Played:
    """The position or game in a text; `RulesError` says why there is none, with the `edition` whose words explain it."""
    text = text.strip()
    if POSITION.match(text):
        return _of_position(text)
    known = formats.guess(".json" if text.startswith(OBJECT) else "", text)
    try:
        transcript = formats.read(text, known.name)
        began = transcript.start_state()
    except BadFile as error:
        if not FILE.match(text):
            raise RequestError("not_a_game") from None
        raise to_file_error(error, None, **_explained_by(known, error)) from None
    _check_start(began)
    return _told(began.edition, str(began), transcript.actions)


def _of_position(text: str) -> Played:
    try:
        state = from_text(text)
    except RulesError as error:
        raise BadNotation(error.code, **{"edition": text.partition("|")[0][:80]} | error.facts) from None
    _check_start(state)
    return _told(state.edition, text, ())


def _check_start(state: State) -> None:
    if state.outcome is not None:
        raise MatchError("start_is_over")


def _told(edition: str, began: str, actions: Iterable[str]) -> Played:
    """Up to where somebody of several went home: no action tells that."""
    kept = list(takewhile(lambda action: not LEAVE.fullmatch(action), actions))
    if len(kept) > MOST_ACTIONS:
        raise BadFile("too_many_actions", most=MOST_ACTIONS)
    return Played(edition, began, kept)


def _explained_by(known: Format, error: BadFile) -> dict[str, str]:
    """The game that brings a format along, unless the error names one itself."""
    bringing = [game.name for game in shelf() if known in game.formats]
    return {"edition": bringing[0]} if bringing and "edition" not in error.facts else {}
