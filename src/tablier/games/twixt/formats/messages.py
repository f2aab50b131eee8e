"""English messages of error codes in reading and writing the files of other programs."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.i18n import N_

MESSAGES: Mapping[str, str] = {
    # files that cannot be read
    "wrong_game": N_("This is no game of TwixT."),
    "unknown_rules": N_("The rules {rules} are not known here. Known are: {known}."),
    "bad_size": N_("{size} is no size of a board."),
    "not_square": N_("A board of {columns} columns and {rows} rows is not square: TwixT is played on square boards here."),
    "no_property": N_("A file with {property} cannot be read: pegs are only put by moves."),
    "no_heading": N_("The file ends before its heading does: the {what} is missing."),
    "bad_heading": N_("{value} cannot stand for the {what}. Possible: {possible}."),
    "no_move": N_("{text} is no move."),
    "no_moves": N_("There are no moves."),
    "wrong_move_number": N_("Move {expected} should follow here, not {number}."),
    "not_in_turn": N_("It is not the turn of {player}."),
    "after_the_end": N_("A move follows although the game has ended."),
    # games that a format cannot represent
    "holds_no_option": N_("This format cannot say that {option} is {value}."),
    "holds_no_start": N_("This format cannot hold a game that began from a set-up position."),
    "holds_no_lift": N_("This format cannot hold move {action}, {text}: a peg is taken up."),
    "holds_no_removal": N_("This format cannot hold move {action}, {text}: links are taken off."),
    "holds_no_link_list": N_("This format cannot hold move {action}, {text}: its links are chosen."),
    "holds_no_leaving": N_("This format cannot hold move {action}: somebody leaves."),
    "holds_other_rules": N_(
        "This format cannot hold move {action}, {text}: by the rules its readers know, it has another effect."
    ),
    "holds_no_result": N_("This format cannot say how the game ended: {reason}."),
    "resigned_out_of_turn": N_("This format can only say that the player to move resigned."),
    "holds_no_such_name": N_("This format cannot hold the name {name}."),
}
