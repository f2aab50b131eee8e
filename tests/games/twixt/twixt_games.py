"""Random games for the tests: plain turns, and turns with lifts, removals and link lists, legal and not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import tablier
from tests.games.twixt.brute_force import Model, holes_open_to, knights, name

VARIANTS = [
    line.split() for line in (Path(__file__).parent / "variants.txt").read_text().splitlines() if line and line[0] != "#"
]


def new(variant: list[str]):
    edition, *options = variant
    return tablier.new(edition, **dict(option.split("=") for option in options))


def random_text(model: Model, random: Random) -> str:
    """A turn that can be read and is often legal."""
    side = model.sides[model.to_act]
    text, pegs, links = "", set(model.pegs[side]), sorted(model.links[side])
    if (model.options["pegs"] == len(pegs)) != (random.random() < 0.05):
        lifted = random.choice(sorted(pegs or {(2, 2)}))
        text += f"^{name(lifted)},"
        pegs.discard(lifted)
    for one, two in random.sample(links, min(len(links), random.choice((0, 0, 0, 1, 2)))):
        text += f"-{name(two)}{name(one)}," if random.random() < 0.5 else f"-{name(one)}{name(two)},"
    if random.random() < 0.9:
        peg = random.choice(sorted(holes_open_to(side, model.size) - model.pegs[0] - model.pegs[1]))
    else:
        peg = (random.randrange(model.size), random.randrange(model.size))
    text += name(peg)
    kind = random.random()
    if kind < 0.4:
        return text
    if kind < 0.5:
        return text + "/"
    pegs.add(peg)
    pairs = model.own_pairs(pegs)
    if random.random() < 0.8:
        pairs = [pair for pair in pairs if pair not in model.links[side]]
    for pair in random.sample(pairs, min(len(pairs), random.choice((1, 1, 2, 3)))):
        others = [hole for hole in pair if hole != peg]
        if len(others) == 1 and random.random() < 0.7:
            text += "+" + name(others[0])
        else:
            text += "+" + "".join(map(name, random.sample(pair, 2)))
    if random.random() < 0.03:
        far = random.choice(sorted(pegs))
        text += "+" + name(far) if not knights(far, peg) else ""
    return text
