"""What a person reads for the codes of this game."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.words import marked

WORDS: Mapping[str, str] = {
    # options
    "conflict": marked("{option} does not go with this {other}, which says {value}."),
    "deal_cubes": marked("In the deal colour {colour} has {count} cubes instead of {expected}."),
    "deal_portal": marked("A single portal leads nowhere: the deal needs none, or at least two."),
    "deal_cards": marked("The cards {cards} of seat {seat} in the deal are not the seven colours once each."),
    "deal_corners": marked("The deal needs {players} different corners, one for each player."),
    # position texts
    "wrong_parts": marked("A position has {expected} parts after its options; this one has {found}."),
    "wrong_seats": marked("This part speaks of {found} seats, but {expected} play."),
    "wrong_count": marked("{token} occurs {found} times on the board; it must be {expected}."),
    "wrong_cards": marked("The cards {cards} are not the seven colours once each."),
    "wrong_numbers": marked("Of the cards {cards}, more are protected than collected, or more collected than there are."),
    "shared_cell": marked("Two pawns stand on {cell}."),
    "nobody_left": marked("Everybody has left."),
    "wrong_pawns": marked("No game comes to a position with the pawns like this."),
    "wrong_turn": marked("It cannot be the turn of seat {seat} here."),
    "wrong_answer": marked("Seat {seat} cannot owe an answer here."),
    "wrong_win": marked("Seat {seat} cannot have won here."),
    "wrong_turns": marked("{turns} turns cannot have been played here."),
    # actions
    "corner_expected": marked("First choose a free corner for your pawn, such as @{corner}."),
    "no_corner_now": marked("This is no time to choose a corner: move your pawn."),
    "not_a_corner": marked("{cell} is not a corner."),
    "corner_taken": marked("A pawn stands on the corner {cell} already."),
    "must_move": marked("You can move, so you may not pass."),
    "no_knight_move": marked("From {start} to {cell} is no knight's move."),
    "no_step": marked("From {start} to {cell} is no step to a neighbouring cell."),
    "no_diagonal": marked("From {start} to {cell} is no diagonal step."),
    "no_exit": marked("The portal on {start} leads to other portals only; there is none on {cell}."),
    "portal_taken": marked("Another pawn stands on the portal {cell}: it is no exit now."),
    "turn_ends": marked("Your turn ends on {cell}: nothing there lets you go on."),
    "robbery_ends_turn": marked("Your turn ends on {cell}, where you rob the other pawn."),
    "landed_twice": marked("Within one turn you may land on {cell} only once."),
    "nothing_to_rob": marked("The pawn on {cell} does not have colour {colour}, which you need: you may not go there."),
    "nothing_needed": marked("You have all seven colours and rob nobody: you may not go to the other pawn on {cell}."),
    "cube_protected": marked("Colour {colour} of the pawn on {cell} is protected: you may not go there."),
    "no_save_token": marked("You can protect your cubes only on a save token, and there is none for you on {cell}."),
    "already_gone": marked("Seat {seat} has left already."),
    # how a game ends
    "centre": marked("{winner} has collected all seven colours, reaches the centre and wins."),
    "last_left": marked("{winner} is the last one left and wins."),
    "turn_limit": marked("The last turn is played: nobody wins."),
}
