"""One played match: events, line of plies, commands, clocks, offers. Pure functions without I/O, time or randomness."""

from .commands import (
    abort,
    accept_offer,
    adjourn,
    apply,
    begin,
    create,
    decline_offer,
    flag,
    give_time,
    join,
    leave,
    make_offer,
    play_action,
    resign,
    resume,
    rule,
    start,
)
from .errors import MatchError
from .events import DAY, SECOND, Clock, Days, Event, Increment
from .fold import fold, fold_all
from .line import Result
from .match import Match
from .messages import MESSAGES
from .series import next_first_player, start_rematch
from .view import view

__all__ = [
    "DAY",
    "MESSAGES",
    "SECOND",
    "Clock",
    "Days",
    "Event",
    "Increment",
    "Match",
    "MatchError",
    "Result",
    "abort",
    "accept_offer",
    "adjourn",
    "apply",
    "begin",
    "create",
    "decline_offer",
    "flag",
    "fold",
    "fold_all",
    "give_time",
    "join",
    "leave",
    "make_offer",
    "next_first_player",
    "play_action",
    "resign",
    "resume",
    "rule",
    "start",
    "start_rematch",
    "view",
]
