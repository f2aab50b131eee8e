"""English messages of Kwintie's error codes and outcome reasons."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.i18n import N_

MESSAGES: Mapping[str, str] = {
    # options
    "conflict": N_("{option}={value} does not go with {other}={other_value}."),
    # actions that cannot be parsed
    "no_such_column": N_("There is no column {where}: the columns are {first} to {last}."),
    "no_neighbours": N_("A piece cannot lie on {left} and {right}: name two neighbouring columns from left to right."),
    # illegal actions
    "must_place": N_("You can place a piece, so you may not pass."),
    "no_pieces": N_("You have no pieces left: pass."),
    "uneven": N_("A piece lies level: column {left} is {left_height} high and column {right} is {right_height} high."),
    "too_high": N_("Column {where} is {height} high already, and the wall may be at most {limit} high."),
    "centre": N_("White's first piece may not stand or lie on the central square {where}."),
    "first_piece": N_("The first piece on the table is written {standing} when it stands and {lying} when it lies."),
    "gap": N_("A piece on the table goes right beside the wall: {where} would leave a gap."),
    "too_wide": N_("The wall would be {wide} wide, and at most {limit} are allowed."),
    "on_end": N_("A standing piece may not stand on the end of another of its colour: one stands below in {cell}."),
    "end_to_end": N_("Lying pieces of one colour may not touch end to end: one lies beside at {cell}."),
    # invalid position texts
    "empty_row": N_("A row without any cube is not written."),
    "floating": N_("There is nothing below the cube at {cell}."),
    "no_piece": N_("The cube at {cell} does not make a piece of two, or its piece touches one of its colour end to end."),
    "too_many_pieces": N_("A side has {pieces} pieces on the wall, but only {limit} in all."),
    "no_first_piece": N_("White's first piece is missing where it can have been put."),
    "bottom_gap": N_("The bottom row has a gap at {where}."),
    "wrong_turn": N_("With this wall it cannot be that seat's turn."),
    "won_before": N_("The game would have been won before the last piece."),
    # outcome reasons
    "line": N_("{winner} wins with a line of cubes."),
    "fours": N_("Nobody can place a piece any more. {winner} wins with more lines of four."),
    "fours_equal": N_("Nobody can place a piece any more, and both have as many lines of four: a tie."),
    "stuck": N_("Nobody can place a piece any more: a draw."),
}
