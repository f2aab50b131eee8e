"""What the conformance suite runs over: every line of every tests/games/*/variants.txt."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tablier

GAMES = Path(__file__).parent.parent / "games"
LONGEST_GAME = 3000  # plies; a random game that lasts longer is taken for endless


@dataclass(frozen=True)
class Variant:
    """An edition with some options, as one writes it on the command line."""

    edition: str
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join([self.edition, *(f"{name}={value}" for name, value in self.options)])

    def start(self, seed: int = 0) -> tablier.State:
        """The start; where the setup is random and nothing is said, dealt by the seed."""
        given: dict[str, Any] = dict(self.options)
        for option in tablier.game(self.edition.partition(":")[0]).options:
            if option.seed and "deal" not in given:
                given.setdefault(option.name, seed)
        return tablier.new(self.edition, **given)


def variants() -> list[Variant]:
    """All of them."""
    found = []
    for file in sorted(GAMES.glob("*/variants.txt")):
        for line in file.read_text().splitlines():
            words = line.partition("#")[0].split()
            if words:
                pairs = tuple((name, value) for name, _, value in (word.partition("=") for word in words[1:]))
                found.append(Variant(words[0], pairs))
    return found


def random_game(start: tablier.State, seed: int) -> Iterator[tuple[tablier.State, str | None]]:
    """Every position of one random game with the action played there, None at the end."""
    draw = random.Random(seed)
    state = start
    for _ in range(LONGEST_GAME):
        if state.outcome is not None:
            yield state, None
            return
        action = draw.choice(state.legal_actions())
        yield state, action
        state = state.play(action)
    raise AssertionError(f"no end after {LONGEST_GAME} plies: {state}")


def brute_force_legal(game: str) -> Callable[[tablier.State], set[str]]:
    """The independent enumeration written for a game."""
    spec = importlib.util.spec_from_file_location(f"brute_force_{game}", GAMES / game / "brute_force.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[tablier.State], set[str]] = module.legal
    return found
