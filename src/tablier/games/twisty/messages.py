"""Messages for the error codes and end reasons of Twisty."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.i18n import N_

MESSAGES: Mapping[str, str] = {
    # BadOptions
    "conflict": N_("{option} does not go with this {other}, which says {value}."),
    "deal_cubes": N_("In the deal colour {colour} has {count} cubes instead of {expected}."),
    "deal_portal": N_("A single portal leads nowhere: the deal needs none, or at least two."),
    "deal_cards": N_("The cards {cards} of seat {seat} in the deal are not the seven colours once each."),
    "deal_corners": N_("The deal needs {players} different corners, one for each player."),
    # BadNotation of position texts
    "wrong_parts": N_("A position has {expected} parts after its options; this one has {found}."),
    "wrong_seats": N_("This part speaks of {found} seats, but {expected} play."),
    "wrong_count": N_("{token} occurs {found} times on the board; it must be {expected}."),
    "wrong_cards": N_("The cards {cards} are not the seven colours once each."),
    "wrong_numbers": N_("Of the cards {cards}, more are protected than collected, or more collected than there are."),
    "shared_cell": N_("Two pawns stand on {cell}."),
    "nobody_left": N_("Everybody has left."),
    "wrong_pawns": N_("No game comes to a position with the pawns like this."),
    "wrong_turn": N_("It cannot be the turn of seat {seat} here."),
    "wrong_answer": N_("Seat {seat} cannot owe an answer here."),
    "wrong_win": N_("Seat {seat} cannot have won here."),
    "wrong_turns": N_("{turns} turns cannot have been played here."),
    # IllegalAction
    "corner_expected": N_("First choose a free corner for your pawn, such as @{corner}."),
    "no_corner_now": N_("This is no time to choose a corner: move your pawn."),
    "not_a_corner": N_("{cell} is not a corner."),
    "corner_taken": N_("A pawn stands on the corner {cell} already."),
    "must_move": N_("You can move, so you may not pass."),
    "no_knight_move": N_("From {start} to {cell} is no knight's move."),
    "no_step": N_("From {start} to {cell} is no step to a neighbouring cell."),
    "no_diagonal": N_("From {start} to {cell} is no diagonal step."),
    "no_exit": N_("The portal on {start} leads to other portals only; there is none on {cell}."),
    "portal_taken": N_("Another pawn stands on the portal {cell}: it is no exit now."),
    "turn_ends": N_("Your turn ends on {cell}: nothing there lets you go on."),
    "robbery_ends_turn": N_("Your turn ends on {cell}, where you rob the other pawn."),
    "landed_twice": N_("Within one turn you may land on {cell} only once."),
    "nothing_to_rob": N_("The pawn on {cell} does not have colour {colour}, which you need: you may not go there."),
    "nothing_needed": N_("You have all seven colours and rob nobody: you may not go to the other pawn on {cell}."),
    "cube_protected": N_("Colour {colour} of the pawn on {cell} is protected: you may not go there."),
    "no_save_token": N_("You can protect your cubes only on a save token, and there is none for you on {cell}."),
    "already_gone": N_("Seat {seat} has left already."),
    # Outcome.reason
    "centre": N_("{winner} has collected all seven colours, reaches the centre and wins."),
    "last_left": N_("{winner} is the last one left and wins."),
    "turn_limit": N_("The last turn is played: nobody wins."),
}
