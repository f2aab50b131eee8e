"""Variants of Twisty that `tablier bench` measures, with the turn limit of engine games: random games rarely end without it."""

from ...core.game_parts import BenchmarkVariant

VARIANTS = tuple(
    BenchmarkVariant("twisty:djeco", {"players": players, "turn_limit": 200}, middle=range(30, 61)) for players in (2, 3, 4)
)
