"""Sentences for what can be wrong with the files of other programs."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.words import marked

WORDS: Mapping[str, str] = {
    # a file that cannot be read
    "wrong_game": marked("This is no game of TwixT."),
    "unknown_rules": marked("The rules {rules} are not known here. Known are: {known}."),
    "bad_size": marked("{size} is no size of a board."),
    "not_square": marked("A board of {columns} columns and {rows} rows is not square: TwixT is played on square boards here."),
    "no_property": marked("A file with {property} cannot be read: pegs are only put by moves."),
    "no_heading": marked("The file ends before its heading does: the {what} is missing."),
    "bad_heading": marked("{value} cannot stand for the {what}. Possible: {possible}."),
    "no_move": marked("{text} is no move."),
    "no_moves": marked("There are no moves."),
    "wrong_move_number": marked("Move {expected} should follow here, not {number}."),
    "not_in_turn": marked("It is not the turn of {player}."),
    "after_the_end": marked("A move follows although the game has ended."),
    # a game that a format cannot hold
    "holds_no_option": marked("This format cannot say that {option} is {value}."),
    "holds_no_start": marked("This format cannot hold a game that began from a set-up position."),
    "holds_no_lift": marked("This format cannot hold move {action}, {text}: a peg is taken up."),
    "holds_no_removal": marked("This format cannot hold move {action}, {text}: links are taken off."),
    "holds_no_link_list": marked("This format cannot hold move {action}, {text}: its links are chosen."),
    "holds_no_leaving": marked("This format cannot hold move {action}: somebody leaves."),
    "holds_other_rules": marked(
        "This format cannot hold move {action}, {text}: by the rules its readers know, it has another effect."
    ),
    "holds_no_result": marked("This format cannot say how the game ended: {reason}."),
    "resigned_out_of_turn": marked("This format can only say that the player to move resigned."),
    "holds_no_such_name": marked("This format cannot hold the name {name}."),
}
