"""Sentences for what can be wrong with a JSON record."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.words import marked

WORDS: Mapping[str, str] = {
    "file_too_big": marked("The file is too big: {size} characters, at most {most} are read."),
    "not_json": marked("Line {line}, column {column}: this is not JSON ({reason})."),
    "too_deep": marked("The file is nested too deeply."),
    "duplicate_key": marked("The name {key} stands twice in one object."),
    "not_a_number": marked("{found} is not a number JSON knows."),
    "not_whole": marked("{found} is not a whole number."),
    "number_too_long": marked("The number {found} is too long."),
    "not_a_record": marked("This is not a record: its format is not {wanted}."),
    "unknown_version": marked("This record has version {version}; known are: {known}."),
    "missing_field": marked("The field {field} is missing."),
    "unknown_field": marked("There is no field {field}."),
    "wrong_type": marked("The field {field} is not of the right kind: {wanted}."),
    "out_of_range": marked("The number in {field} must be from {low} to {high}."),
    "text_too_long": marked("The text in {field} is too long: at most {longest} characters."),
    "bad_text": marked("The text in {field} has characters that do not belong there."),
    "unknown_word": marked("{word} is not known in {field}. Possible: {known}."),
    "list_too_long": marked("There are too many entries in {field}: at most {most}."),
    "no_events": marked("The record has no events."),
    "wrong_number": marked("The events are not numbered 1, 2, 3 and so on."),
    "create_first": marked("The first event must create the match."),
    "bad_start": marked("The match cannot start like this ({reason})."),
    "impossible_event": marked("Event {event} cannot happen there ({reason})."),
    "illegal_action": marked("Event {event} is not a legal action ({reason})."),
    "not_canonical": marked("Event {event} must be written {canonical}, not {action}."),
    "contradiction": marked("The field {field} does not follow from the events."),
    "too_many_players": marked("There are {players} players for {seats} seats."),
    "wrong_result": marked("The result does not agree with the rules."),
    "other_edition": marked("The start position belongs to {start}, not to {edition}."),
    "other_option": marked("The start position does not have {option} at {value}."),
    "start_is_over": marked("The game is already over in the start position."),
}
