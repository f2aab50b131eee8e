"""Sentences for what engines and contests refuse, and for what goes wrong at one."""

from __future__ import annotations

from collections.abc import Mapping

from tablier.core.words import marked

WORDS: Mapping[str, str] = {
    "no_player": marked("Nobody here plays {edition} with these options yet."),
    "no_training": marked("The player of {game} has nothing to fit."),
    "bad_command": marked("Not understood: {command}"),
    "still_thinking": marked("Still thinking: say stop first."),
    "bad_entrant": marked("{entrant} is no player: say level:7, level:10,seconds=1 or cmd:PROGRAM ARGUMENTS."),
    "three_names": marked("Name the two players and the edition: tablier contest A B EDITION."),
    "one_name": marked("A ladder needs the edition alone: tablier contest --ladder EDITION."),
    "other_contest": marked("{folder} holds another contest: {differs} differ."),
    "no_opening": marked("There is no opening in this file."),
    "opening_ends": marked("An opening must not end the game: line {line}."),
    "no_program": marked("{program} cannot be started: {why}."),
    "crash": marked("the program ended: {why}"),
    "silence": marked("no answer within {seconds} s to {waiting}"),
    "late": marked("took {took} s of {allowed} s"),
    "illegal": marked("played {action}: {why}"),
    "too_long_a_game": marked("{plies} actions without an end"),
}
