"""The game Pebbles: editions, options and position texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from tablier.core.errors import BadNotation
from tablier.core.game import Edition, Game
from tablier.core.options import Number
from tablier.core.state import State
from tablier.core.terminal_text import Drawing, Span

from .state import Pebbles, Rules

HEAP = re.compile(r"(0|[1-9][0-9]?)", re.ASCII)
SEAT = re.compile(r"[0-3]", re.ASCII)
SEAT_OR_NONE = re.compile(r"-|[0-3]", re.ASCII)
GONE = re.compile(r"-|[0-3]{1,3}", re.ASCII)
FIELDS = (HEAP, SEAT, SEAT_OR_NONE, GONE, SEAT_OR_NONE)  # heap, turn, asked, gone, taker


class PebblesGame(Game):
    """Pebbles."""

    name = "pebbles"
    title = "Pebbles"
    author = "Tablier"
    editions = (Edition("heap", sides=("First", "Second", "Third", "Fourth")),)
    options = (Number(name="players", default=2, low=2, high=4), Number(name="heap", default=12, low=1, high=60))
    state_class = Pebbles
    messages: Mapping[str, str] = {
        "last_pebble": "{winner} took the last pebble.",
        "last_left": "{winner} is the last one left.",
        "too_many": "There are only {heap} pebbles.",
        "owes_answer": "First the answer.",
        "nothing_asked": "Nobody asked.",
        "cannot_ask": "This seat cannot be asked.",
        "bad_position": "There is no such position.",
    }

    def start(self, edition: Edition, options: Mapping[str, Any]) -> State:
        rules = Rules(f"pebbles:{edition.name}", options["players"], options["heap"])
        return Pebbles(rules, rules.heap, 0, None, frozenset(), None)

    def from_fields(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> State:
        if len(fields) != len(FIELDS):
            raise BadNotation("bad_position", field=0, at=0)
        for number, (pattern, text) in enumerate(zip(FIELDS, fields, strict=True)):
            if not pattern.fullmatch(text):
                raise BadNotation("bad_position", field=number, at=0)
        heap, turn, asked, gone, taker = fields
        rules = Rules(f"pebbles:{edition.name}", options["players"], options["heap"])
        state = Pebbles(
            rules,
            int(heap),
            int(turn),
            None if asked == "-" else int(asked),
            frozenset(map(int, gone.strip("-"))),
            None if taker == "-" else int(taker),
        )
        if tuple(fields) != state.fields() or not state.is_reachable():
            raise BadNotation("bad_position", field=0, at=0)
        return state

    def render(self, state: State) -> Drawing:
        return [[Span("o" * cast(Pebbles, state).heap)]]

    def describe(self, state: State) -> list[str]:
        return [f"{cast(Pebbles, state).heap} pebbles lie on the table."]


GAME = PebblesGame()
