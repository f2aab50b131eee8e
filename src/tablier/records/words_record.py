"""Sentences for what can be wrong with a JSON record."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.i18n import N_

MESSAGES: Mapping[str, str] = {
    "not_json": N_("Line {line}, column {column}: this is not JSON ({reason})."),
    "nested_too_deep": N_("The file is nested too deeply."),
    "duplicate_key": N_("The name {key} stands twice in one object."),
    "not_a_number": N_("{found} is not a number JSON knows."),
    "not_whole": N_("{found} is not a whole number."),
    "number_too_long": N_("The number {found} is too long."),
    "not_a_record": N_("This is not a record: its format is not {wanted}."),
    "unknown_version": N_("This record has version {version}; known are: {known}."),
    "missing_field": N_("The field {field} is missing."),
    "unknown_field": N_("There is no field {field}."),
    "wrong_type": N_("The field {field} is not of the right kind: {wanted}."),
    "out_of_range": N_("The number in {field} must be from {low} to {high}."),
    "text_too_long": N_("The text in {field} is too long: at most {longest} characters."),
    "bad_text": N_("The text in {field} has characters that do not belong there."),
    "unknown_word": N_("{word} is not known in {field}. Possible: {known}."),
    "list_too_long": N_("There are too many entries in {field}: at most {most}."),
    "no_events": N_("The record has no events."),
    "create_first": N_("The first event must create the match."),
    "not_canonical": N_("{action} must be written {canonical}."),
    "contradiction": N_("The field {field} does not follow from the events."),
    # what cannot happen in a match, read from a file or asked for by a player
    "already_created": N_("The match has been created already."),
    "already_started": N_("The match has started already."),
    "bad_score": N_("The score must be told for each of the {seats} players."),
    "bad_seating": N_("Each player needs a seat of their own."),
    "match_over": N_("The match is over."),
    "no_free_seat": N_("All {seats} seats are taken."),
    "not_started": N_("The match has not started yet."),
    "not_your_turn": N_("It is not your turn."),
    "nothing_to_take_back": N_("There is nothing to take back."),
    "players_missing": N_("Only {players} of {seats} players are there."),
    "seat_left": N_("This player has left."),
    "start_is_over": N_("The game is already over in the start position."),
    "still_running": N_("The match is not over yet."),
    "time_runs_back": N_("This happened before the last thing that happened."),
    "wrong_number": N_("The next event has number {wanted}, not {number}."),
    # how a match ends, beside the rules
    "aborted": N_("The match was aborted."),
    "agreed": N_("A draw by agreement."),
    "left": N_("{winner} wins: the other player left."),
    "resigned": N_("{winner} wins: the other player resigned."),
    "time": N_("{winner} wins on time."),
    "unknown": N_("Nobody wrote down why."),
}
