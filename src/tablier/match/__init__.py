"""A played match and a series of them: seats, clocks, offers, events, replay. No I/O, no clock and no chance of its own."""

from .commands import (
    accept,
    act,
    adjourn,
    begin,
    create,
    decline,
    flag,
    give_time,
    join,
    leave,
    offer,
    resign,
    resume,
    rule,
    start,
    tick,
)
from .events import DAY, SECOND, Clock, Days, Event, Increment
from .fold import fold, fold_all
from .line import MatchError, Result
from .match import Match
from .messages import MESSAGES
from .series import Series, follower, rematch

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
    "Series",
    "accept",
    "act",
    "adjourn",
    "begin",
    "create",
    "decline",
    "flag",
    "fold",
    "fold_all",
    "follower",
    "give_time",
    "join",
    "leave",
    "offer",
    "rematch",
    "resign",
    "resume",
    "rule",
    "start",
    "tick",
]
