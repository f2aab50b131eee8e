"""The variants of the conformance suite: every line of every tests/games/*/variants.txt."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tablier

GAMES = Path(__file__).parent.parent / "games"
MAX_PLIES = 3000  # a random game that lasts longer counts as endless


@dataclass(frozen=True)
class Variant:
    """An edition with options, as written on the command line."""

    edition: str
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join([self.edition, *(f"{name}={value}" for name, value in self.options)])

    def start(self, seed: int = 0) -> tablier.State:
        """The starting position. A random setup is drawn with the seed unless a setup option is set."""
        values: dict[str, Any] = dict(self.options)
        game = tablier.game(self.game_name)
        if not any(option.setup and option.name in values for option in game.options):
            values.update({option.name: seed for option in game.seed_options})
        return tablier.new(self.edition, **values)

    @property
    def game_name(self) -> str:
        return self.edition.partition(":")[0]


def variants() -> list[Variant]:
    """All variants."""
    result = []
    for file in sorted(GAMES.glob("*/variants.txt")):
        for line in file.read_text().splitlines():
            tokens = line.partition("#")[0].split()
            if tokens:
                pairs = tuple((name, value) for name, _, value in (token.partition("=") for token in tokens[1:]))
                result.append(Variant(tokens[0], pairs))
    return result


def random_game(start: tablier.State, seed: int) -> Iterator[tuple[tablier.State, str | None]]:
    """Yield every position of a random game with the action played there, None at the end."""
    rng = random.Random(seed)
    state = start
    for _ in range(MAX_PLIES):
        if state.outcome is not None:
            yield state, None
            return
        action = rng.choice(state.legal_actions())
        yield state, action
        state = state.play(action)
    raise AssertionError(f"no end after {MAX_PLIES} plies: {state}")


def has_brute_force(game: str) -> bool:
    """Whether a game has an independent generator of legal actions."""
    return (GAMES / game / "brute_force.py").is_file()


def brute_force_legal(game: str) -> Callable[[tablier.State], set[str]]:
    """The independent generator of a game, `legal_actions` in tests/games/NAME/brute_force.py."""
    spec = importlib.util.spec_from_file_location(f"brute_force_{game}", GAMES / game / "brute_force.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    generator: Callable[[tablier.State], set[str]] = module.legal_actions
    return generator
