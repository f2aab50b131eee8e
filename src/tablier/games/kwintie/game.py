"""Kwintie as the rest of Tablier knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.game import Edition, Game
from ...core.i18n import N_
from ...core.state import State
from ...core.terminal_text import Drawing
from . import render
from .messages import MESSAGES
from .options import EDITIONS, OPTIONS
from .position_text import read_fields
from .rules import rules
from .state import KwintieState, start


class Kwintie(Game):
    """Two players build one wall of dominoes; five cubes of a colour in line win."""

    name = "kwintie"
    title = "Kwintie"
    author = "Fred Horn"
    editions = EDITIONS
    options = OPTIONS
    state = KwintieState
    messages = MESSAGES
    notation = N_("c stands a piece in column c; cd lays one on columns c and d; pass.")

    def start(self, edition: Edition, options: Mapping[str, Any]) -> KwintieState:
        return start(rules(f"{self.name}:{edition.name}", options))

    def read(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> KwintieState:
        return read_fields(rules(f"{self.name}:{edition.name}", options), fields)

    def render(self, state: State) -> Drawing:
        assert isinstance(state, KwintieState)
        return render.draw(state)

    def describe(self, state: State) -> list[str]:
        assert isinstance(state, KwintieState)
        return render.describe(state)


GAME = Kwintie()
