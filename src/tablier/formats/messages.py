"""Messages for files that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.i18n import N_
from ..core.messages import register_messages

MESSAGES: Mapping[str, str] = register_messages(
    {
        # any file
        "file_too_long": N_("The file is too long: at most {longest} characters."),
        "too_many_lines": N_("The file is too long: at most {most} lines."),
        "control_character": N_("The file holds the character {character}, which no text has."),
        "bad_result": N_("This result cannot be read: {result}."),
        # JSON
        "not_json": N_("Line {line}, column {column}: this is not JSON ({reason})."),
        "nested_too_deep": N_("The file is nested too deeply."),
        "duplicate_key": N_("The name {key} stands twice in one object."),
        "not_a_number": N_("{found} is not a number JSON knows."),
        "not_whole": N_("{found} is not a whole number."),
        "number_too_long": N_("The number {found} is too long."),
        "missing_field": N_("The field {field} is missing."),
        "unknown_field": N_("There is no field {field}."),
        "wrong_type": N_("The field {field} is not of the right kind: {wanted}."),
        "out_of_range": N_("The number in {field} must be from {low} to {high}."),
        "text_too_long": N_("The text in {field} is too long: at most {longest} characters."),
        "bad_text": N_("The text in {field} has characters that do not belong there."),
        "unknown_word": N_("{word} is not known in {field}. Possible: {known}."),
        "list_too_long": N_("There are too many entries in {field}: at most {most}."),
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
)
