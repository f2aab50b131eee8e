"""Messages for the error codes and end reasons of Mixtour."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.i18n import N_

MESSAGES: Mapping[str, str] = {
    # IllegalAction
    "occupied": N_("There is a stack on {cell} already. A new piece goes on an empty cell."),
    "no_reserve": N_("Your reserve is empty, so you must move a stack."),
    "nothing_there": N_("There is no stack on {source} to move."),
    "too_few": N_("The stack on {source} is only {height} high: you cannot take {count} pieces off it."),
    "same_cell": N_("A move must go to another cell than {source}."),
    "no_line": N_("{source} and {target} are not on one straight line."),
    "no_target": N_("A move ends on another stack, and {target} is empty."),
    "wrong_distance": N_(
        "The stack on {target} can only be reached from exactly as far as it is high: its height is {height},"
        " and the distance from {source} is {distance}."
    ),
    "blocked": N_("Something stands between {source} and {target}: {cells}. A move passes over empty cells only."),
    "undo": N_("That would bring back the position from before your opponent's last turn."),
    "may_not_pass": N_("You can pass only when you can neither add a piece nor move a stack."),
    # BadNotation of position texts
    "fields": N_("A position has {expected} parts: turn, score, stacks and last turn."),
    "impossible_score": N_("This score is impossible in a game to {points}."),
    "too_many_pieces": N_("There are more pieces on the board than {pieces} for each side allow."),
    "impossible_opening": N_("No game can open like this."),
    "impossible_last": N_("The last turn cannot have been like this."),
    # Outcome.reason
    "points": N_("{winner} has the points and wins."),
    "passes": N_("Both sides had to pass: a draw."),
    "repetition": N_("The same position stood for the third time: a draw."),
}
