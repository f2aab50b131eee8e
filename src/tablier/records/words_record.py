"""Sentences for what can be wrong with a JSON record."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.words import marked

WORDS: Mapping[str, str] = {
    "not_json": marked("Line {line}, column {column}: this is not JSON ({reason})."),
    "nested_too_deep": marked("The file is nested too deeply."),
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
    "create_first": marked("The first event must create the match."),
    "not_canonical": marked("{action} must be written {canonical}."),
    "contradiction": marked("The field {field} does not follow from the events."),
    # what cannot happen in a match, read from a file or asked for by a player
    "already_created": marked("The match has been created already."),
    "already_started": marked("The match has started already."),
    "bad_score": marked("The score must be told for each of the {seats} players."),
    "bad_seating": marked("Each player needs a seat of their own."),
    "match_over": marked("The match is over."),
    "no_free_seat": marked("All {seats} seats are taken."),
    "not_started": marked("The match has not started yet."),
    "not_your_turn": marked("It is not your turn."),
    "nothing_to_take_back": marked("There is nothing to take back."),
    "players_missing": marked("Only {players} of {seats} players are there."),
    "seat_left": marked("This player has left."),
    "start_is_over": marked("The game is already over in the start position."),
    "still_running": marked("The match is not over yet."),
    "time_runs_back": marked("This happened before the last thing that happened."),
    "wrong_number": marked("The next event has number {wanted}, not {number}."),
    # how a match ends, beside the rules
    "aborted": marked("The match was aborted."),
    "agreed": marked("A draw by agreement."),
    "left": marked("{winner} wins: the other player left."),
    "resigned": marked("{winner} wins: the other player resigned."),
    "time": marked("{winner} wins on time."),
    "unknown": marked("Nobody wrote down why."),
}
