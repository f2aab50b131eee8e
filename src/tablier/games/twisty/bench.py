"""What the benchmark measures. Random players seldom finish a race, so turns are limited as for engines."""

from typing import Any

VARIANTS: list[tuple[str, dict[str, Any], range]] = [
    ("twisty:djeco", {"players": players, "turn_limit": 200}, range(30, 61)) for players in (2, 3, 4)
]
