"""Sentences for what engines and contests refuse, and for what goes wrong at one."""

from __future__ import annotations

from collections.abc import Mapping

from tablier.core.words import marked

WORDS: Mapping[str, str] = {
    "no_player": marked("Nobody here plays {edition} with these options yet."),
    "no_training": marked("The player of {game} has nothing to fit."),
    "no_solver": marked("Nobody here solves {edition} with these options."),
    "not_solved": marked("This is not solved yet, so there is nothing to certify."),
    "other_checkpoint": marked("{file} is no checkpoint of this position, or it is damaged."),
    "no_certificate": marked("{file} is no certificate."),
    "damaged_heading": marked("{file} is damaged where it says what it proves. {position}"),
    "damaged": marked("{file} is damaged: what to play here cannot be read. {position}"),
    "no_claim": marked("{file} does not say what it proves about this position. {position}"),
    "not_kept": marked("{file} is wrong: it leads here, which is not what it promises. {position}"),
    "no_such_action": marked("{file} is wrong: it plays an action that does not exist here. {position}"),
    "too_few_actions": marked("{file} is wrong: it has nothing to play here. {position}"),
    "too_many_actions": marked("{file} is wrong: it has more to play than can arise from here. {position}"),
    "rules_differ": marked("The native rules and the Python rules differ here. {position}"),
    "bad_command": marked("Not understood: {command}"),
    "still_thinking": marked("Still thinking: say stop first."),
    "bad_entrant": marked("{entrant} is no player: say level:7, level:10,seconds=1 or cmd:PROGRAM ARGUMENTS."),
    "three_names": marked("Name the two players and the edition: tablier contest A B EDITION."),
    "one_name": marked("A ladder needs the edition alone: tablier contest --ladder EDITION."),
    "other_contest": marked("{folder} holds another contest: what differs is {differs}."),
    "unknown_setting": marked("There is no setting called {setting}. There are: {known}."),
    "only_with": marked("{flag} means something only with {other}."),
    "not_together": marked("{flag} and {other} do not go together: leave one out."),
    "no_opening": marked("There is no opening in this file."),
    "bad_opening": marked("Line {line}, action {number}, {action}: {why}"),
    "opening_ends": marked("An opening must not end the game: line {line}."),
    "no_program": marked("{program} cannot be started: {why}."),
    "crash": marked("the program ended: {why}"),
    "silence": marked("no answer within {seconds} s to {waiting}"),
    "late": marked("took {took} s of {allowed} s"),
    "illegal": marked("played {action}: {why}"),
    "too_long_a_game": marked("{plies} actions without an end"),
}
