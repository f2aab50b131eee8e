"""Weights written down for the compiler."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

UNIT = 256  # native players count log-odds in so many parts
MOST = 2000
A_LINE = 24


def as_numbers(weights: NDArray[np.float64]) -> list[int]:
    """As native players read them."""
    return [int(number) for number in np.clip(np.rint(weights * UNIT), -MOST, MOST)]


def as_settings(weights: NDArray[np.float64]) -> dict[str, float]:
    """As settings of a native player that is to try them: `w0`, `w1` and so on."""
    return {f"w{number}": float(weight) for number, weight in enumerate(as_numbers(weights))}


def header(game: str, numbers: Sequence[int], how: str) -> str:
    """The text of native/games/GAME/weights.hpp."""
    rows = [", ".join(map(str, numbers[at : at + A_LINE])) for at in range(0, len(numbers), A_LINE)]
    return (
        f"// The weights of the features, in {UNIT}ths of log-odds. Written by `{how}`.\n"
        "#pragma once\n#include <array>\n#include <cstdint>\n\n"
        f"namespace tablier::{game} {{\n\n"
        f"inline constexpr std::array<std::int16_t, {len(numbers)}> fitted{{\n    " + ",\n    ".join(rows) + "};\n\n"
        f"}}  // namespace tablier::{game}\n"
    )
