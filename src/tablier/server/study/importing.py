"""Import of lines to study: from a finished match, a position text or a game file."""

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

MAX_ACTIONS = 2000  # replayed in less than a quarter of a second
POSITION = re.compile(r"[a-z][a-z0-9_]*(:[a-z0-9_]*)?\|", re.ASCII | re.IGNORECASE)
JSON_OBJECT = "{"
GAME_FILE = re.compile(r"[({#0-9]")  # the first characters of SGF, JSON, comments and numbered move lists


class StudyLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of play."""

    edition: str
    start: str  # position text
    actions: list[str]


def line_of_match(match: Match) -> StudyLine:
    """Return the line of a finished match. Raises `RequestError("match_running")`, because analysis would be cheating."""
    if match.result is None:
        raise RequestError("match_running")
    return _line(match.terms.edition, match.terms.start, match.texts())


def import_text(text: str) -> StudyLine:
    """Return the line in a position text or a game file.

    Raises `RulesError`. Its fact `edition`, if present, names the game or edition whose messages explain it.
    """
    text = text.strip()
    if POSITION.match(text):
        return _import_position(text)
    format_ = formats.guess(".json" if text.startswith(JSON_OBJECT) else "", text)
    try:
        transcript = formats.read(text, format_.name)
        start = transcript.start_state()
    except BadFile as error:
        if not GAME_FILE.match(text):
            raise RequestError("not_a_game") from None
        raise to_file_error(error, None, **_edition_fact(format_, error)) from None
    _check_start(start)
    return _line(start.edition, str(start), transcript.actions)


def _import_position(text: str) -> StudyLine:
    try:
        state = from_text(text)
    except RulesError as error:
        raise BadNotation(error.code, **{"edition": text.partition("|")[0][:80]} | error.facts) from None
    _check_start(state)
    return _line(state.edition, text, ())


def _check_start(state: State) -> None:
    if state.outcome is not None:
        raise MatchError("start_is_over")


def _line(edition: str, start: str, actions: Iterable[str]) -> StudyLine:
    """Return a line up to the first `leave N`, which is not an action of the rules."""
    kept = list(takewhile(lambda action: not LEAVE.fullmatch(action), actions))
    if len(kept) > MAX_ACTIONS:
        raise BadFile("too_many_actions", most=MAX_ACTIONS)
    return StudyLine(edition, start, kept)


def _edition_fact(format_: Format, error: BadFile) -> dict[str, str]:
    """Return the game that declares a format, unless the error has an edition itself."""
    games = [game.name for game in shelf() if format_ in game.formats]
    return {"edition": games[0]} if games and "edition" not in error.facts else {}
