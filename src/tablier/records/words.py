"""Sentences for what can be wrong with a file."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.words import marked

WORDS: Mapping[str, str] = {
    # any file
    "unknown_format": marked("There is no format called {format}. There are: {known}."),
    "file_too_long": marked("The file is too long: at most {longest} characters."),
    "too_many_lines": marked("The file is too long: at most {most} lines."),
    "control_character": marked("The file holds the character {character}, which no text has."),
    "not_one_line": marked("In this format the {what} must be a single line without blanks around it."),
    "too_many_actions": marked("The game is too long: at most {most} moves."),
    "no_edition": marked("The file does not say which edition was played."),
    "no_start": marked("The start of this game was drawn at random, and the file does not say what came out."),
    "start_differs": marked("The starting position says otherwise about {option}: {value}."),
    "players_differ": marked("The file names {players} players, and {seats} play."),
    "said_twice": marked("The {what} is told twice."),
    "bad_fact": marked("{fact} is no name for a fact: only small letters and underscores."),
    "fact_twice": marked("The fact {fact} is told twice."),
    "bad_result": marked("This result cannot be read: {result}."),
    "not_over": marked("The file says that the game ended ({reason}), but by the rules it goes on."),
    "result_differs": marked("The file says otherwise than the rules who won."),
    "results_differ": marked("The file tells two different results."),
    # SGF
    "not_sgf": marked("An SGF file begins with a parenthesis and a semicolon."),
    "several_games": marked("The file holds several games. Please split it."),
    "after_the_game": marked("Something follows the end of the game."),
    "no_node": marked("A semicolon is missing here."),
    "not_closed": marked("This parenthesis is never closed."),
    "unexpected": marked("{found} cannot stand here."),
    "too_deep": marked("Too many variations within variations: at most {deepest}."),
    "too_many_nodes": marked("The file has too many moves: at most {most}."),
    "too_many_properties": marked("The file has too many values: at most {most}."),
    "property_twice": marked("The property {property} stands twice in one node."),
    "no_value": marked("The property {property} has no value."),
    "value_not_closed": marked("The value of {property} is never closed by a bracket."),
    "several_values": marked("The property {property} takes one value only."),
    "two_moves": marked("Two moves stand in one node."),
}
