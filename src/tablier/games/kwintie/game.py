"""The `Game` of Kwintie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ...core.game import Edition, Game
from ...core.game_parts import Benchmarks, LevelSettings, Verification
from ...core.i18n import N_
from ...core.state import State
from ...core.terminal_text import Drawing
from .messages import MESSAGES
from .options import EDITIONS, OPTIONS, make_rules
from .position_text import parse_position
from .render import describe, draw
from .state import KwintieState, start


class Kwintie(Game):
    """Kwintie by Fred Horn: two sides build one wall of dominoes; five cubes of a colour in line win."""

    name = "kwintie"
    title = "Kwintie"
    author = "Fred Horn"
    editions = EDITIONS
    options = OPTIONS
    state_class = KwintieState
    messages = MESSAGES
    notation = N_("c stands a piece in column c; cd lays one on columns c and d; pass.")

    def start(self, edition: Edition, options: Mapping[str, Any]) -> KwintieState:
        return start(make_rules(f"{self.name}:{edition.name}", options))

    def from_fields(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> KwintieState:
        return parse_position(make_rules(f"{self.name}:{edition.name}", options), fields)

    def render(self, state: State) -> Drawing:
        assert isinstance(state, KwintieState)
        return draw(state)

    def describe(self, state: State) -> list[str]:
        assert isinstance(state, KwintieState)
        return describe(state)

    def levels(self, state: State) -> Sequence[LevelSettings]:
        from .levels import levels

        return levels(state)

    @cached_property
    def benchmarks(self) -> Benchmarks:
        from .bench import VARIANTS

        return Benchmarks(VARIANTS)

    @cached_property
    def verification(self) -> Verification:
        from .verification import cannot_win, equivalence_key

        return Verification(equivalence_key, cannot_win)
