"""Sentences for what a match refuses, and for how it ends."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.words import marked
from ..records.words_record import WORDS as RECORD_WORDS

WORDS: Mapping[str, str] = {
    **RECORD_WORDS,
    "adjourned": marked("The match is adjourned."),
    "already_agreed": marked("You have agreed to this already."),
    "already_declined": marked("This was declined. Ask again after the next move."),
    "already_offered": marked("This has been asked already and waits for an answer."),
    "bad_agreement": marked("This does not follow from who has agreed."),
    "bad_time": marked("This is not a possible time."),
    "no_clock": marked("This match is played without a clock."),
    "no_such_offer": marked("Nobody has asked for this."),
    "own_time": marked("You can give time to others, not to yourself."),
    "stale": marked("The position has changed in the meantime."),
    "time_left": marked("There is still time on the clock."),
    "time_over": marked("The time has run out."),
    "too_many_events": marked("The match is too long to go on like this. It can still be ended."),
    "too_much_time": marked("That is more time than a clock can hold."),
}
