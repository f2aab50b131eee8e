"""The `Game` of TwixT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ...core.game import Edition, Game
from ...core.game_parts import Benchmarks, LevelSettings, Training
from ...core.i18n import N_
from ...core.state import State
from ...core.surrogate import Surrogates
from ...core.terminal_text import Drawing
from .formats import FORMATS
from .messages import MESSAGES
from .options import EDITIONS, OPTIONS, make_rules
from .position_text import parse_position
from .render import describe, draw
from .state import TwixtState, restore, start


class Twixt(Game):
    """TwixT, by Alex Randolph: join your two borders with pegs and links."""

    name = "twixt"
    title = "TwixT"
    author = "Alex Randolph"
    editions = EDITIONS
    options = OPTIONS
    state_class = TwixtState
    messages = MESSAGES
    notation = N_(
        "l12 puts a peg and every link it can have; m14/ without links; m14+l12 with just that one; -b2c4,d6 takes a "
        "link off first; ^c3,d6 takes up a peg; swap."
    )
    formats = FORMATS

    def start(self, edition: Edition, options: Mapping[str, Any]) -> TwixtState:
        return start(make_rules(edition, options))

    def from_fields(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> TwixtState:
        rules = make_rules(edition, options)
        return restore(rules, parse_position(rules, fields))

    def render(self, state: State) -> Drawing:
        assert isinstance(state, TwixtState)
        return draw(state)

    def describe(self, state: State) -> list[str]:
        assert isinstance(state, TwixtState)
        return describe(state)

    def levels(self, state: State) -> Sequence[LevelSettings]:
        from .levels import levels

        return levels(state)

    @cached_property
    def training(self) -> Training:
        from .training import initial_weights, random_start

        return Training(random_start, initial_weights)

    @cached_property
    def benchmarks(self) -> Benchmarks:
        from .bench import VARIANTS, measure_peers

        return Benchmarks(VARIANTS, measure_peers)

    @cached_property
    def surrogates(self) -> Surrogates:
        from .surrogates import surrogate_after, surrogate_start, surrogates_before

        return Surrogates(surrogate_start, surrogates_before, surrogate_after)
