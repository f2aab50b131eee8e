"""Helpers that play games in the tests of TwixT, and random turns with lifts, removals and link lists."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import tablier
from tests.games.twixt.brute_force import Model, holes_open_to, is_knights_step, name

VARIANTS = [
    line.split() for line in (Path(__file__).parent / "variants.txt").read_text().splitlines() if line and line[0] != "#"
]


def new(variant: list[str]):
    """Return the starting position of a line of variants.txt."""
    edition, *options = variant
    return tablier.new(edition, **dict(option.split("=") for option in options))


def after(edition: str, actions: str, **options):
    """Return the position after actions separated by spaces, by default on a board of size 12."""
    state = tablier.new(edition, **{"size": 12, **options})
    for action in actions.split():
        state = state.play(action)
    return state


def expect_illegal(state, text: str) -> tablier.IllegalAction:
    """Play an illegal turn and return its error."""
    with pytest.raises(tablier.IllegalAction) as caught:
        state.play(text)
    return caught.value


def random_turn(model: Model, rng: Random) -> str:
    """A well-formed turn that is often legal. The rare branches make turns that are illegal."""
    side = model.sides[model.to_act]
    text, pegs, links = "", set(model.pegs[side]), sorted(model.links[side])
    if (model.options["pegs"] == len(pegs)) != (rng.random() < 0.05):  # a lift where it is needed, sometimes the opposite
        lifted = rng.choice(sorted(pegs or {(2, 2)}))
        text += f"^{name(lifted)},"
        pegs.discard(lifted)
    for low, high in rng.sample(links, min(len(links), rng.choice((0, 0, 0, 1, 2)))):
        text += f"-{name(high)}{name(low)}," if rng.random() < 0.5 else f"-{name(low)}{name(high)},"
    if rng.random() < 0.9:
        peg = rng.choice(sorted(holes_open_to(side, model.size) - model.pegs[0] - model.pegs[1]))
    else:
        peg = (rng.randrange(model.size), rng.randrange(model.size))
    text += name(peg)
    roll = rng.random()
    if roll < 0.4:
        return text
    if roll < 0.5:
        return text + "/"
    pegs.add(peg)
    pairs = model.own_pairs(pegs)
    if rng.random() < 0.8:
        pairs = [pair for pair in pairs if pair not in model.links[side]]
    for pair in rng.sample(pairs, min(len(pairs), rng.choice((1, 1, 2, 3)))):
        others = [hole for hole in pair if hole != peg]
        if len(others) == 1 and rng.random() < 0.7:
            text += "+" + name(others[0])
        else:
            text += "+" + "".join(map(name, rng.sample(pair, 2)))
    if rng.random() < 0.03:  # a link that is no knight's step
        far = rng.choice(sorted(pegs))
        text += "+" + name(far) if not is_knights_step(far, peg) else ""
    return text
