"""Messages for the errors of a match and for how it ends."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.i18n import N_
from ..core.messages import register_messages

MESSAGES: Mapping[str, str] = register_messages(
    {
        "adjourned": N_("The match is adjourned."),
        "already_agreed": N_("You have agreed to this already."),
        "already_created": N_("The match has been created already."),
        "already_declined": N_("This was declined. Ask again after the next move."),
        "already_offered": N_("This has been asked already and waits for an answer."),
        "already_started": N_("The match has started already."),
        "bad_agreement": N_("This does not follow from who has agreed."),
        "bad_score": N_("The score must be told for each of the {seats} players."),
        "bad_seating": N_("Each player needs a seat of their own."),
        "bad_time": N_("This is not a possible time."),
        "create_first": N_("The first event must create the match."),
        "match_over": N_("The match is over."),
        "no_clock": N_("This match is played without a clock."),
        "no_free_seat": N_("All {seats} seats are taken."),
        "no_such_offer": N_("Nobody has asked for this."),
        "not_adjourned": N_("The match is not adjourned."),
        "not_started": N_("The match has not started yet."),
        "not_your_turn": N_("It is not your turn."),
        "nothing_to_take_back": N_("There is nothing to take back."),
        "own_time": N_("You can give time to others, not to yourself."),
        "players_missing": N_("Only {players} of {seats} players are there."),
        "seat_left": N_("This player has left."),
        "stale": N_("The position has changed in the meantime."),
        "start_is_over": N_("The game is already over in the start position."),
        "still_running": N_("The match is not over yet."),
        "time_left": N_("There is still time on the clock."),
        "time_over": N_("The time has run out."),
        "time_runs_back": N_("This happened before the last thing that happened."),
        "too_many_events": N_("The match is too long to go on like this. It can still be ended."),
        "too_many_interruptions": N_("Time was given and the match adjourned too often. Play on or end the match."),
        "too_many_offers": N_("You have made too many offers in this match. Play on or end it."),
        "too_much_time": N_("That is more time than a clock can hold."),
        "wrong_number": N_("The next event has number {wanted}, not {number}."),
        # results that do not come from the rules
        "aborted": N_("The match was aborted."),
        "agreed": N_("A draw by agreement."),
        "left": N_("{winner} wins: the other player left."),
        "resigned": N_("{winner} wins: the other player resigned."),
        "ruling": N_("The operator decided the result."),
        "time": N_("{winner} wins on time."),
        "unknown": N_("Nobody wrote down why."),
    }
)
