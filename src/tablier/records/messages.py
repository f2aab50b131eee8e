"""Messages for files that contain no valid game."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.i18n import N_
from ..core.messages import register_messages

MESSAGES: Mapping[str, str] = register_messages(
    {
        "unknown_format": N_("There is no format called {format}. There are: {known}."),
        "not_one_line": N_("In this format the {what} must be a single line without blanks around it."),
        "too_many_actions": N_("The game is too long: at most {most} moves."),
        "no_edition": N_("The file does not say which edition was played."),
        "no_start": N_("The start of this game was drawn at random, and the file does not say what came out."),
        "players_differ": N_("The file names {players} players, and {seats} play."),
        "said_twice": N_("The {what} is told twice."),
        "bad_fact": N_("{fact} is no name for a fact: only small letters and underscores."),
        "fact_twice": N_("The fact {fact} is told twice."),
        "not_over": N_("The file says that the game ended ({reason}), but by the rules it goes on."),
        "result_differs": N_("The file says otherwise than the rules who won."),
        "results_differ": N_("The file tells two different results."),
        # JSON record
        "not_a_record": N_("This is not a record: its format is not {wanted}."),
        "unknown_version": N_("This record has version {version}; known are: {known}."),
        "no_events": N_("The record has no events."),
        "not_canonical": N_("{action} must be written {canonical}."),
        "contradiction": N_("The field {field} does not follow from the events."),
    }
)
