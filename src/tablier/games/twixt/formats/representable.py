"""Checks whether a game can be represented in a foreign format: plain turns only. Nothing is dropped silently.

Foreign formats do not store all options. A game can be written if it is the same game under the rules that readers of the
file assume: every turn is played under both rules, and all positions must be equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ....core.errors import BadFile, RulesError
from ....core.state import State
from ....formats.source_location import to_file_error
from ....formats.transcript import UNKNOWN, Transcript
from ..board import Board, make_board

ERROR_BY_MARK = {  # text that occurs only in turns that are not plain -> error code
    "leave": "holds_no_leaving",
    "^": "holds_no_lift",
    "-": "holds_no_removal",
    "/": "holds_no_link_list",
    "+": "holds_no_link_list",
}


@dataclass(frozen=True)
class RepresentableGame:
    """A game that a format can represent."""

    board: Board
    edition: str  # the edition that readers of the file assume
    actions: tuple[str, ...]  # holes and `swap`
    states: tuple[State, ...]  # before each action and after the last
    players: tuple[str, str]
    options: Mapping[str, Any]

    @property
    def last(self) -> State:
        """The final position."""
        return self.states[-1]


def check_representable(
    transcript: Transcript, editions: tuple[str, ...], options: tuple[str, ...] = ("size",)
) -> RepresentableGame:
    """Check that a format with these editions and options can represent a game.

    Raises `BadFile` naming the first thing it cannot represent.
    """
    if transcript.edition.partition(":")[0] != "twixt":
        # The fact is not called `edition`, which would name the game whose messages `explain` prefers. This one is TwixT's.
        raise BadFile("wrong_game", given=transcript.edition)
    for name, value in transcript.options.items():
        if name not in options:
            raise BadFile("holds_no_option", option=name, value=value)
    if transcript.start is not None:
        raise BadFile("holds_no_start")
    for number, action in enumerate(transcript.actions, start=1):
        for mark, code in ERROR_BY_MARK.items():
            if mark in action:
                raise BadFile(code, action=number, text=action[:60])
    try:
        own = tuple(transcript.states())
    except RulesError as error:
        raise to_file_error(error, None) from None
    first_difference = 0
    for edition in sorted(editions, key=lambda edition: edition != transcript.edition):
        first_difference = _find_difference(own, replace(transcript, edition=edition))
        if not first_difference:
            return RepresentableGame(
                make_board(own[0].options["size"]),
                edition,
                tuple(transcript.actions),
                own,
                (transcript.players[0], transcript.players[1]) if transcript.players else ("", ""),
                own[0].options,
            )
    text = transcript.actions[first_difference - 1]
    raise BadFile("holds_other_rules", action=first_difference, text=text, editions=list(editions))


def _find_difference(own: tuple[State, ...], transcript: Transcript) -> int:
    """1-based number of the first turn with another effect under the transcript's edition; 0 if there is none."""
    number = 0
    try:
        for number, other in enumerate(transcript.states()):
            if other.position() != own[number].position() or other.outcome != own[number].outcome:
                return number
    except RulesError:
        return number + 1
    return 0


def find_players_ending(
    transcript: Transcript, last: State, reasons: tuple[str, ...], *, in_turn: bool = True
) -> tuple[str, int] | None:
    """Return the reason and the seat if the players ended the game; None if the rules ended it.

    The seat is the loser, or the seat to move for a draw.
    Raises `BadFile` for a reason that is not in `reasons`, and, with `in_turn`, if the loser was not to move.
    """
    result = transcript.result
    if result is None or last.to_act is None:
        return None
    reason = result.get("reason", UNKNOWN)
    if reason not in reasons:
        raise BadFile("holds_no_result", reason=reason)
    if "winner" not in result:
        return reason, last.to_act
    loser = 1 - int(result["winner"])
    if in_turn and loser != last.to_act:
        raise BadFile("resigned_out_of_turn")
    return reason, loser
