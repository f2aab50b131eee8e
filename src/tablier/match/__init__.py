"""A played match and a series of them: seats, clocks, offers, events, replay. No I/O, no clock and no chance of its own."""

from ..records.events import DAY, SECOND, Clock, Days, Event, Increment
from ..records.record_line import MatchError, Result
from .fold import fold, fold_all
from .match import Match
from .requests import (
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
from .series import Series, follower, rematch
from .words import WORDS

__all__ = [
    "DAY",
    "SECOND",
    "WORDS",
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
