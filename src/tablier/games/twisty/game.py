"""The registered game: editions, options, starting position, rendering."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from ...core.errors import BadOptions
from ...core.game import Edition, Game
from ...core.game_parts import Benchmarks, LevelSettings
from ...core.i18n import N_
from ...core.options import resolve
from ...core.state import State
from ...core.terminal_text import Drawing
from .board import special_layout
from .card_row import CardRow
from .deal import Deal, generate_deal, parse_deal
from .messages import MESSAGES
from .options import DJECO, OPTIONS, Specials, TwistyRules, rules_for
from .position_text import parse_position
from .render import describe_position, render_position
from .state import TwistyState


class Twisty(Game):
    """Twisty by Faouzi Boughida, published by Djeco: a race for two to four pawns on a 7×7 board."""

    name = "twisty"
    title = "Twisty"
    author = "Faouzi Boughida"
    editions = (DJECO,)
    options = OPTIONS
    state_class = TwistyState
    messages = MESSAGES
    notation = N_("@a1 picks a corner; c5 goes there; c5>d6>f7 goes on over special tokens; a ! at the end protects; pass.")

    def new(self, edition: Edition, values: Mapping[str, Any]) -> State:
        """Like `Game.new`; `players` and `specials` default to those of the option `deal`, if it is set."""
        text = resolve(self.options, edition.values, values)["deal"]
        if text is not None:
            deal = parse_deal(text)
            values = {"players": deal.players, "specials": deal.specials, **values}
        return super().new(edition, values)

    def start(self, edition: Edition, options: Mapping[str, Any]) -> State:
        rules = _rules(options)
        deal = _random_deal(rules, options["seed"]) if options["deal"] is None else parse_deal(options["deal"])
        _check_agreement(rules, deal)
        return TwistyState(
            rules=rules,
            layout=special_layout(deal.tokens),
            tokens=deal.tokens,
            card_rows=tuple(map(CardRow, deal.cards)),
            pawns=deal.corners or (None,) * rules.players,
            gone=frozenset(),
            turn=0,
            robbed=None,
            turns_played=0,
            won=False,
        )

    def from_fields(self, edition: Edition, options: Mapping[str, Any], fields: Sequence[str]) -> State:
        return parse_position(_rules(options), fields)

    def render(self, state: State) -> Drawing:
        return render_position(cast(TwistyState, state))

    def describe(self, state: State) -> list[str]:
        return describe_position(cast(TwistyState, state))

    def levels(self, state: State) -> Sequence[LevelSettings]:
        from .levels import levels

        return levels(state)

    @cached_property
    def benchmarks(self) -> Benchmarks:
        from .bench import VARIANTS

        return Benchmarks(VARIANTS)


def _rules(options: Mapping[str, Any]) -> TwistyRules:
    return rules_for(options["players"], options["specials"], options["corners"], options["turn_limit"])


def _random_deal(rules: TwistyRules, seed: int | None) -> Deal:
    """Deal from a seed, or from the system's random generator if the seed is None."""
    actual_seed = secrets.randbits(64) if seed is None else seed
    return generate_deal(actual_seed, rules.players, rules.specials, deal_corners=rules.corners == "dealt")


def _check_agreement(rules: TwistyRules, deal: Deal) -> None:
    """Raise `BadOptions` if an option differs from the value that the deal implies."""
    implied: dict[str, int | Specials | str] = {
        "players": deal.players,
        "specials": deal.specials,
        "corners": "chosen" if deal.corners is None else "dealt",
    }
    for option in OPTIONS:
        if option.name in implied and implied[option.name] != rules.options[option.name]:
            raise BadOptions("conflict", option=option.name, other="deal", value=option.format(implied[option.name]))


GAME = Twisty()
