"""Sentences for TwixT's errors and endings."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.words import marked
from .formats.words import WORDS as FORMAT_WORDS

WORDS: Mapping[str, str] = {
    # a turn that cannot be read
    "off_board": marked("There is no hole {hole} on this board: it ends at {last}."),
    # a turn that cannot be played
    "no_swap": marked("Sides can be swapped only with the pie rule, right after the first peg."),
    "corner": marked("{hole} is one of the four corners, which have no hole."),
    "border": marked("{hole} lies in the opponent's border row."),
    "occupied": marked("There is a peg in {hole} already."),
    "must_lift": marked("All your pegs are on the board: take one of them up first, as in ^c3,d6."),
    "no_lift": marked("The peg in {hole} must stay: you still have pegs to put on the board."),
    "same_hole": marked("A peg that was taken up may not go back into the same hole, {hole}."),
    "not_your_peg": marked("There is no peg of yours in {hole}."),
    "no_removals": marked("In this edition links stay where they are: none may be taken off."),
    "no_link": marked("There is no link {link} to take off."),
    "not_your_link": marked("The link {link} is your opponent's: only your own may be taken off."),
    "lifted_link": marked("The link {link} comes off by itself with the peg in {hole}."),
    "twice": marked("The link {link} is named twice."),
    "no_link_lists": marked("In this edition every possible link is placed by itself: links cannot be chosen."),
    "no_knights_step": marked("{link} is no link: it must be a knight's step long."),
    "linked": marked("The link {link} is there already."),
    "crosses": marked("The link {link} would cross the opponent's link {other}."),
    "crosses_own": marked("The link {link} would cross your own link {other}."),
    "no_links_left": marked("There are not enough links for this: {left} of {links} left, {wanted} wanted."),
    # a position text that cannot be read
    "wrong_fields": marked("A position of TwixT has {fields} parts after its options."),
    "out_of_order": marked("The peg {hole} is out of order: pegs are written column by column, from the top."),
    "no_far_peg": marked("A link needs a peg at its other end."),
    "too_many_pegs": marked("{number} pegs are more than the {limit} of a side."),
    "too_many_links": marked("{number} links are more than the {limit} of a side."),
    "wrong_turn": marked("With {first} and {second} pegs it cannot be that seat's turn."),
    "wrong_sides": marked("The sides cannot have been swapped here."),
    "already_won": marked("The side to move has won already: the other could not have made a turn after that."),
    "no_repetition": marked("This position cannot have been drawn by repetition."),
    # how a game ended
    "connected": marked("{winner} has joined the two borders."),
    "blocked": marked("A draw: neither side can join its borders any more."),
    "no_hole": marked("A draw: no hole is left for another peg."),
    "repetition": marked("A draw: the same position stood for the third time."),
    **FORMAT_WORDS,
}
