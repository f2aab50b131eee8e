"""Twisty as the shelf knows it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from ...core.errors import BadOptions
from ...core.game import Edition, Game
from ...core.i18n import N_
from ...core.options import resolve
from ...core.state import State
from ...core.terminal_text import Drawing
from . import deal, render
from .board import layout_of
from .messages import MESSAGES
from .options import DJECO, OPTIONS, Specials
from .position_text import read_fields
from .row import Row
from .rules import Rules, rules_of
from .state import TwistyState


class Twisty(Game):
    """Twisty by Faouzi Boughida, published by Djeco."""

    name = "twisty"
    title = "Twisty"
    author = "Faouzi Boughida"
    editions = (DJECO,)
    options = OPTIONS
    state = TwistyState
    messages = MESSAGES
    notation = N_("@a1 picks a corner; c5 goes there; c5>d6>f7 goes on over special tokens; a ! at the end protects; pass.")

    def new(self, edition: Edition, given: Mapping[str, Any]) -> State:
        """A deal says how many play and with which tokens, so these need not be given; `start` sees whether they agree."""
        text = resolve(self.options, edition.values, given)["deal"]
        if text is not None:
            dealt = deal.read(text)
            given = {"players": dealt.players, "specials": dealt.specials, **given}
        return super().new(edition, given)

    def start(self, edition: Edition, options: Mapping[str, Any]) -> State:
        rules = _rules(options)
        dealt = _deal(rules, options["seed"]) if options["deal"] is None else deal.read(options["deal"])
        _agree(rules, dealt)
        return TwistyState(
            rules=rules,
            layout=layout_of(dealt.tokens),
            tokens=dealt.tokens,
            rows=tuple(map(Row, dealt.cards)),
            pawns=dealt.corners or (None,) * rules.players,
            gone=frozenset(),
            turn=0,
            owing=None,
            turns=0,
            won=False,
        )

    def read(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> State:
        return read_fields(_rules(options), fields)

    def render(self, state: State) -> Drawing:
        return render.draw(cast(TwistyState, state))

    def describe(self, state: State) -> list[str]:
        return render.describe(cast(TwistyState, state))


def _rules(options: Mapping[str, Any]) -> Rules:
    return rules_of(options["players"], options["specials"], options["corners"], options["turn_limit"])


def _deal(rules: Rules, seed: int | None) -> deal.Deal:
    drawn = secrets.randbits(64) if seed is None else seed
    return deal.shuffled(drawn, rules.players, rules.specials, corners=rules.corners == "dealt")


def _agree(rules: Rules, dealt: deal.Deal) -> None:
    """That the options given beside a deal are those it was made with."""
    says: dict[str, int | Specials | str] = {
        "players": dealt.players,
        "specials": dealt.specials,
        "corners": "chosen" if dealt.corners is None else "dealt",
    }
    for option in OPTIONS:
        if option.name in says and says[option.name] != rules.options[option.name]:
            raise BadOptions("conflict", option=option.name, other="deal", value=option.format(says[option.name]))


GAME = Twisty()
