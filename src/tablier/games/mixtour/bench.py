"""Variants that `tablier bench` measures: (edition, options, plies of the middle game)."""

from typing import Any

VARIANTS: list[tuple[str, dict[str, Any], range]] = [
    ("mixtour:stein", {}, range(20, 41)),
    ("mixtour:gerhards", {}, range(10, 21)),
    ("mixtour:gerhards", {"points": 3}, range(20, 41)),
]
