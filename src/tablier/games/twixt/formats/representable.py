"""What a foreign file can hold of a game: plain turns. The rest is refused with its reason, never dropped.

No dialect but ours tells an edition by all its options. So a game may be written down when it is the same game by the rules
that readers of the file will assume: every turn is played by both, and every position must be equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ....core.errors import BadFile, RulesError
from ....core.replay import states
from ....core.state import State
from ....formats.source_location import to_file_error
from ....formats.transcript import UNKNOWN, Transcript
from ..board import Board, board

SIGNS = {  # what a turn that is not plain is recognised by
    "leave": "holds_no_leaving",
    "^": "holds_no_lift",
    "-": "holds_no_removal",
    "/": "holds_no_link_list",
    "+": "holds_no_link_list",
}


@dataclass(frozen=True)
class Held:
    """A game that a format can hold."""

    board: Board
    edition: str  # the one that the reader will assume
    actions: tuple[str, ...]  # holes and `swap`
    states: tuple[State, ...]  # one more
    players: tuple[str, str]
    options: Mapping[str, Any]

    @property
    def last(self) -> State:
        """Where the game stands now."""
        return self.states[-1]


def held(transcript: Transcript, editions: tuple[str, ...], options: tuple[str, ...] = ("size",)) -> Held:
    """The game, to be written for readers who assume one of these editions; `BadFile` says what cannot be held."""
    if transcript.edition.partition(":")[0] != "twixt":
        raise BadFile("wrong_game", given=transcript.edition)  # no `edition`: that game has no words for this
    for name, value in transcript.options.items():
        if name not in options:
            raise BadFile("holds_no_option", option=name, value=value)
    if transcript.start is not None:
        raise BadFile("holds_no_start")
    for number, action in enumerate(transcript.actions, start=1):
        for sign, code in SIGNS.items():
            if sign in action:
                raise BadFile(code, action=number, text=action[:60])
    try:
        own = tuple(states(transcript))
    except RulesError as error:
        raise to_file_error(error, None) from None
    different = 0
    for edition in sorted(editions, key=lambda edition: edition != transcript.edition):
        different = _first_difference(own, replace(transcript, edition=edition))
        if not different:
            return Held(
                board(own[0].options["size"]),
                edition,
                tuple(transcript.actions),
                own,
                (transcript.players[0], transcript.players[1]) if transcript.players else ("", ""),
                own[0].options,
            )
    raise BadFile("holds_other_rules", action=different, text=transcript.actions[different - 1], editions=list(editions))


def _first_difference(own: tuple[State, ...], transcript: Transcript) -> int:
    """The number of the first turn that has another effect by other rules, 0 when there is none."""
    number = 0
    try:
        for number, other in enumerate(states(transcript)):
            if other.position() != own[number].position() or other.outcome != own[number].outcome:
                return number
    except RulesError:
        return number + 1
    return 0


def ending(transcript: Transcript, last: State, holds: tuple[str, ...], *, in_turn: bool = True) -> tuple[str, int] | None:
    """How the players ended the game and who did: (`resigned`, seat) or (`agreed`, the seat to move). None by the rules."""
    result = transcript.result
    if result is None or last.to_act is None:
        return None
    reason = result.get("reason", UNKNOWN)
    if reason not in holds:
        raise BadFile("holds_no_result", reason=reason)
    if "winner" not in result:
        return reason, last.to_act
    loser = 1 - int(result["winner"])
    if in_turn and loser != last.to_act:
        raise BadFile("resigned_out_of_turn")
    return reason, loser
