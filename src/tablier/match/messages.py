"""Sentences for what a match refuses, and for how it ends."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.i18n import N_
from ..records.words_record import MESSAGES as RECORD_MESSAGES

MESSAGES: Mapping[str, str] = {
    **RECORD_MESSAGES,
    "adjourned": N_("The match is adjourned."),
    "already_agreed": N_("You have agreed to this already."),
    "already_declined": N_("This was declined. Ask again after the next move."),
    "already_offered": N_("This has been asked already and waits for an answer."),
    "bad_agreement": N_("This does not follow from who has agreed."),
    "bad_time": N_("This is not a possible time."),
    "no_clock": N_("This match is played without a clock."),
    "no_such_offer": N_("Nobody has asked for this."),
    "not_adjourned": N_("The match is not adjourned."),
    "own_time": N_("You can give time to others, not to yourself."),
    "stale": N_("The position has changed in the meantime."),
    "time_left": N_("There is still time on the clock."),
    "time_over": N_("The time has run out."),
    "too_many_events": N_("The match is too long to go on like this. It can still be ended."),
    "too_much_time": N_("That is more time than a clock can hold."),
}
