"""The registered game: editions, options, starting position, rendering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from ...core.game import Edition, Game
from ...core.game_parts import Benchmarks, LevelSettings, Training
from ...core.i18n import N_
from ...core.state import State
from ...core.terminal_text import Drawing
from .board import EMPTY
from .messages import MESSAGES
from .options import EDITIONS, OPTIONS, rules_for
from .position_text import parse_position
from .render import describe_position, render_position
from .state import NO_EFFECT, MixtourState


class Mixtour(Game):
    """Mixtour by Dieter Stein: two sides on a 5×5 board; a stack counts for the owner of its top piece."""

    name = "mixtour"
    title = "Mixtour"
    author = "Dieter Stein"
    editions = EDITIONS
    options = OPTIONS
    state_class = MixtourState
    messages = MESSAGES
    notation = N_("c3 puts a piece there; a1-c3 moves the whole stack; a1:2-c3 moves its top 2 pieces; pass.")

    def start(self, edition: Edition, options: Mapping[str, Any]) -> MixtourState:
        """The empty board with White to begin (MIX-1)."""
        return MixtourState(rules_for(edition.name, **options), 0, (0, 0), EMPTY, NO_EFFECT)

    def from_fields(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> MixtourState:
        return parse_position(rules_for(edition.name, **options), fields)

    def render(self, state: State) -> Drawing:
        return render_position(cast(MixtourState, state))

    def describe(self, state: State) -> list[str]:
        return describe_position(cast(MixtourState, state))

    def levels(self, state: State) -> Sequence[LevelSettings]:
        from .levels import levels

        return levels(state)

    @cached_property
    def training(self) -> Training:
        from .training import random_start

        return Training(random_start)

    @cached_property
    def benchmarks(self) -> Benchmarks:
        from .bench import VARIANTS

        return Benchmarks(VARIANTS)


GAME = Mixtour()
