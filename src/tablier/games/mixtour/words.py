"""Sentences for what the rules refuse and how a game ends."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.words import marked

WORDS: Mapping[str, str] = {
    # turns that cannot be played
    "occupied": marked("There is a stack on {cell} already. A new piece goes on an empty cell."),
    "no_reserve": marked("Your reserve is empty, so you must move a stack."),
    "nothing_there": marked("There is no stack on {source} to move."),
    "too_few": marked("The stack on {source} is only {height} high: you cannot take {count} pieces off it."),
    "same_cell": marked("A move must go to another cell than {source}."),
    "no_line": marked("{source} and {target} are not on one straight line."),
    "no_target": marked("A move ends on another stack, and {target} is empty."),
    "wrong_distance": marked(
        "The stack on {target} can only be reached from exactly as far as it is high: its height is {height},"
        " and the distance from {source} is {distance}."
    ),
    "blocked": marked("Something stands between {source} and {target}: {cells}. A move passes over empty cells only."),
    "undo": marked("That would bring back the position from before your opponent's last turn."),
    "may_not_pass": marked("You can pass only when you can neither add a piece nor move a stack."),
    # position texts that cannot be read
    "fields": marked("A position has {expected} parts: turn, score, stacks and last turn."),
    "impossible_score": marked("This score is impossible in a game to {points}."),
    "too_many_pieces": marked("There are more pieces on the board than {pieces} for each side allow."),
    "impossible_opening": marked("No game can open like this."),
    "impossible_last": marked("The last turn cannot have been like this."),
    # how a game ends
    "points": marked("{winner} has the points and wins."),
    "passes": marked("Both sides had to pass: a draw."),
    "repetition": marked("The same position stood for the third time: a draw."),
}
