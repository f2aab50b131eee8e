"""Sentences for what can be wrong with a file."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.i18n import N_

MESSAGES: Mapping[str, str] = {
    # any file
    "unknown_format": N_("There is no format called {format}. There are: {known}."),
    "file_too_long": N_("The file is too long: at most {longest} characters."),
    "too_many_lines": N_("The file is too long: at most {most} lines."),
    "control_character": N_("The file holds the character {character}, which no text has."),
    "not_one_line": N_("In this format the {what} must be a single line without blanks around it."),
    "too_many_actions": N_("The game is too long: at most {most} moves."),
    "no_edition": N_("The file does not say which edition was played."),
    "no_start": N_("The start of this game was drawn at random, and the file does not say what came out."),
    "start_differs": N_("The starting position says otherwise about {option}: {value}."),
    "players_differ": N_("The file names {players} players, and {seats} play."),
    "said_twice": N_("The {what} is told twice."),
    "bad_fact": N_("{fact} is no name for a fact: only small letters and underscores."),
    "fact_twice": N_("The fact {fact} is told twice."),
    "bad_result": N_("This result cannot be read: {result}."),
    "not_over": N_("The file says that the game ended ({reason}), but by the rules it goes on."),
    "result_differs": N_("The file says otherwise than the rules who won."),
    "results_differ": N_("The file tells two different results."),
    # SGF
    "not_sgf": N_("An SGF file begins with a parenthesis and a semicolon."),
    "several_games": N_("The file holds several games. Please split it."),
    "after_the_game": N_("Something follows the end of the game."),
    "no_node": N_("A semicolon is missing here."),
    "not_closed": N_("This parenthesis is never closed."),
    "unexpected": N_("{found} cannot stand here."),
    "too_deep": N_("Too many variations within variations: at most {deepest}."),
    "too_many_nodes": N_("The file has too many moves: at most {most}."),
    "too_many_properties": N_("The file has too many values: at most {most}."),
    "property_twice": N_("The property {property} stands twice in one node."),
    "no_value": N_("The property {property} has no value."),
    "value_not_closed": N_("The value of {property} is never closed by a bracket."),
    "several_values": N_("The property {property} takes one value only."),
    "two_moves": N_("Two moves stand in one node."),
}
