"""Variants of Kwintie that `tablier bench` measures."""

from __future__ import annotations

from ...core.game_parts import BenchmarkVariant

VARIANTS = (
    BenchmarkVariant("kwintie:board", {}, middle=range(8, 17)),
    BenchmarkVariant("kwintie:table", {}, middle=range(8, 17)),
    BenchmarkVariant("kwintie:kwinty", {}, middle=range(8, 17)),
)
