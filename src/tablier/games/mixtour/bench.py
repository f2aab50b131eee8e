"""Variants of Mixtour that `tablier bench` measures."""

from ...core.game_parts import BenchmarkVariant

VARIANTS = (
    BenchmarkVariant("mixtour:stein", {}, middle=range(20, 41)),
    BenchmarkVariant("mixtour:gerhards", {}, middle=range(10, 21)),
    BenchmarkVariant("mixtour:gerhards", {"points": 3}, middle=range(20, 41)),
)
