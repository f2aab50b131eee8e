"""Weights written down for the compiler."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

UNIT, FINE_UNIT = 256, 1024  # native players count log-odds in so many parts; those with a network in finer ones
MOST, FINE_MOST = 2000, 32000
A_LINE = 24


def as_numbers(weights: NDArray[np.float64], *, fine: bool = False) -> list[int]:
    """As native players read them."""
    unit, most = (FINE_UNIT, FINE_MOST) if fine else (UNIT, MOST)
    return [int(number) for number in np.clip(np.rint(weights * unit), -most, most)]


def as_settings(weights: NDArray[np.float64], *, fine: bool = False) -> dict[str, float]:
    """As settings of a native player that is to try them: `w0`, `w1` and so on."""
    return {f"w{number}": float(weight) for number, weight in enumerate(as_numbers(weights, fine=fine))}


def header(game: str, numbers: Sequence[int], how: str, *, fine: bool = False) -> str:
    """The text of native/games/GAME/weights.hpp."""
    what = f"a network and of traits, in {FINE_UNIT}ths" if fine else f"the features, in {UNIT}ths of log-odds"
    rows = [", ".join(map(str, numbers[at : at + A_LINE])) for at in range(0, len(numbers), A_LINE)]
    return (
        f"// The weights of {what}. Written by `{how}`.\n"
        "#pragma once\n#include <array>\n#include <cstdint>\n\n"
        f"namespace tablier::{game} {{\n\n"
        f"inline constexpr std::array<std::int16_t, {len(numbers)}> fitted{{\n    " + ",\n    ".join(rows) + "};\n\n"
        f"}}  // namespace tablier::{game}\n"
    )
