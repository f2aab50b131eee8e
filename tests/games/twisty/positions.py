"""Positions of Twisty for browser tests."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import tablier

PREFERENCES = {"rob": 3, "take": 2, "save": 1}  # random play prefers these effects, so that all of them occur


def find_position(condition: Callable[[str, dict[str, Any]], bool]) -> tablier.State:
    """Return a position of three players with a legal action for which `condition(action, effect)` is true."""
    for seed in range(400):
        rng = random.Random(seed)
        state = tablier.new("twisty:djeco", players=3, seed=seed)
        for _ in range(150):
            effects = state.scene(state.to_act)["effects"]
            if any(condition(*item) for item in effects.items()):
                return state
            if not effects:
                break
            ranked = {action: (PREFERENCES.get(effect["does"], 0), rng.random()) for action, effect in effects.items()}
            state = state.play(max(ranked, key=ranked.__getitem__))
    raise AssertionError("no position meets the condition")
