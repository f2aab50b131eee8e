"""TwixT, by Alex Randolph, as the rest of Tablier sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.game import Edition, Game
from ...core.i18n import N_
from ...core.state import State
from ...core.terminal_text import Drawing
from .formats import FORMATS
from .messages import MESSAGES
from .options import EDITIONS, OPTIONS, rules
from .position_text import read_fields
from .render import describe, draw
from .state import TwixtState, restored, start


class Twixt(Game):
    """Join your two borders with pegs and links."""

    name = "twixt"
    title = "TwixT"
    author = "Alex Randolph"
    editions = EDITIONS
    options = OPTIONS
    state = TwixtState
    messages = MESSAGES
    notation = N_(
        "l12 puts a peg and every link it can have; m14/ without links; m14+l12 with just that one; -b2c4,d6 takes a "
        "link off first; ^c3,d6 takes up a peg; swap."
    )
    formats = FORMATS

    def start(self, edition: Edition, options: Mapping[str, Any]) -> TwixtState:
        return start(rules(edition, options))

    def read(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> TwixtState:
        found = rules(edition, options)
        return restored(found, read_fields(found, fields))

    def render(self, state: State) -> Drawing:
        assert isinstance(state, TwixtState)
        return draw(state)

    def describe(self, state: State) -> list[str]:
        assert isinstance(state, TwixtState)
        return describe(state)
