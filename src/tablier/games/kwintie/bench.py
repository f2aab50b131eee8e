"""Benchmark variants of Kwintie."""

from __future__ import annotations

from ...core.game_parts import BenchmarkVariant

VARIANTS = (
    BenchmarkVariant("kwintie:board", {}, range(8, 17)),
    BenchmarkVariant("kwintie:table", {}, range(8, 17)),
    BenchmarkVariant("kwintie:kwinty", {}, range(8, 17)),
)
