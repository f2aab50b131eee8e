"""English messages of TwixT's error codes and outcome reasons."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.i18n import N_
from .formats.messages import MESSAGES as FORMAT_MESSAGES

MESSAGES: Mapping[str, str] = {
    # turns that cannot be parsed
    "off_board": N_("There is no hole {hole} on this board: it ends at {last}."),
    # illegal turns
    "no_swap": N_("Sides can be swapped only with the pie rule, right after the first peg."),
    "corner": N_("{hole} is one of the four corners, which have no hole."),
    "border": N_("{hole} lies in the opponent's border row."),
    "occupied": N_("There is a peg in {hole} already."),
    "must_lift": N_("All your pegs are on the board: take one of them up first, as in ^c3,d6."),
    "no_lift": N_("The peg in {hole} must stay: you still have pegs to put on the board."),
    "same_hole": N_("A peg that was taken up may not go back into the same hole, {hole}."),
    "not_your_peg": N_("There is no peg of yours in {hole}."),
    "no_removals": N_("In this edition links stay where they are: none may be taken off."),
    "no_link": N_("There is no link {link} to take off."),
    "not_your_link": N_("The link {link} is your opponent's: only your own may be taken off."),
    "lifted_link": N_("The link {link} comes off by itself with the peg in {hole}."),
    "twice": N_("The link {link} is named twice."),
    "no_link_lists": N_("In this edition every possible link is placed by itself: links cannot be chosen."),
    "no_knights_step": N_("{link} is no link: it must be a knight's step long."),
    "linked": N_("The link {link} is there already."),
    "crosses": N_("The link {link} would cross the opponent's link {other}."),
    "crosses_own": N_("The link {link} would cross your own link {other}."),
    "no_links_left": N_("There are not enough links for this: {left} of {links} left, {wanted} wanted."),
    # invalid position texts
    "wrong_fields": N_("A position of TwixT has {fields} parts after its options."),
    "out_of_order": N_("The peg {hole} is out of order: pegs are written column by column, from the top."),
    "no_far_peg": N_("A link needs a peg at its other end."),
    "too_many_pegs": N_("{number} pegs are more than the {limit} of a side."),
    "too_many_links": N_("{number} links are more than the {limit} of a side."),
    "wrong_turn": N_("With {first} and {second} pegs it cannot be that seat's turn."),
    "wrong_sides": N_("The sides cannot have been swapped here."),
    "already_won": N_("The side to move has won already: the other could not have made a turn after that."),
    "no_repetition": N_("This position cannot have been drawn by repetition."),
    # outcome reasons
    "connected": N_("{winner} has joined the two borders."),
    "blocked": N_("A draw: neither side can join its borders any more."),
    "no_hole": N_("A draw: no hole is left for another peg."),
    "repetition": N_("A draw: the same position stood for the third time."),
    **FORMAT_MESSAGES,
}
