"""Messages for the error codes of engines, solvers and contests."""

from __future__ import annotations

from collections.abc import Mapping

from tablier.core.i18n import N_
from tablier.core.messages import register_messages

MESSAGES: Mapping[str, str] = register_messages(
    {
        "no_player": N_("Nobody here plays {edition} with these options yet."),
        "no_training": N_("The player of {game} has nothing to fit."),
        "no_solver": N_("Nobody here solves {edition} with these options."),
        "not_solved": N_("This is not solved yet, so there is nothing to certify."),
        "other_checkpoint": N_("{file} is no checkpoint of this position, or it is damaged."),
        "no_certificate": N_("{file} is no certificate."),
        "damaged_heading": N_("{file} is damaged where it says what it proves. {position}"),
        "damaged": N_("{file} is damaged: what to play here cannot be read. {position}"),
        "no_claim": N_("{file} does not say what it proves about this position. {position}"),
        "not_kept": N_("{file} is wrong: it leads here, which is not what it promises. {position}"),
        "no_such_action": N_("{file} is wrong: it plays an action that does not exist here. {position}"),
        "too_few_actions": N_("{file} is wrong: it has nothing to play here. {position}"),
        "too_many_actions": N_("{file} is wrong: it has more to play than can arise from here. {position}"),
        "rules_differ": N_("The native rules and the Python rules differ here. {position}"),
        "bad_command": N_("Not understood: {command}"),
        "still_thinking": N_("Still thinking: say stop first."),
        "bad_entrant": N_("{entrant} is no player: say level:7, level:10,seconds=1 or cmd:PROGRAM ARGUMENTS."),
        "three_names": N_("Name the two players and the edition: tablier contest A B EDITION."),
        "one_name": N_("A ladder needs the edition alone: tablier contest --ladder EDITION."),
        "other_contest": N_("{folder} holds another contest: what differs is {differs}."),
        "unknown_setting": N_("There is no setting called {setting}. There are: {known}."),
        "only_with": N_("{flag} means something only with {other}."),
        "not_together": N_("{flag} and {other} do not go together: leave one out."),
        "no_opening": N_("There is no opening in this file."),
        "bad_opening": N_("Line {line}, action {number}, {action}: {why}"),
        "opening_ends": N_("An opening must not end the game: line {line}."),
        "no_program": N_("{program} cannot be started: {why}."),
        "crash": N_("the program ended: {why}"),
        "silence": N_("no answer within {seconds} s to {waiting}"),
        "late": N_("took {took} s of {allowed} s"),
        "illegal": N_("played {action}: {why}"),
        "too_long_a_game": N_("{plies} actions without an end"),
    }
)
