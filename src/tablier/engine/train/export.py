"""Export of weights: quantized integers, settings of a native player, and a C++ header."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

SCALE, NETWORK_SCALE = 256, 1024  # integer units per unit of log-odds: evaluations by features, networks
MAX_WEIGHT, MAX_NETWORK_WEIGHT = 2000, 32000  # in these units; the header stores 16 bits
WEIGHTS_PER_LINE = 24


def quantize(weights: NDArray[np.float64], *, network: bool = False) -> list[int]:
    """The weights as the integers that native players use."""
    scale, limit = (NETWORK_SCALE, MAX_NETWORK_WEIGHT) if network else (SCALE, MAX_WEIGHT)
    return [int(number) for number in np.clip(np.rint(weights * scale), -limit, limit)]


def weight_settings(weights: NDArray[np.float64], *, network: bool = False) -> dict[str, float]:
    """The quantized weights as settings `w0`, `w1`, … that override those a native player was compiled with."""
    return {f"w{number}": float(weight) for number, weight in enumerate(quantize(weights, network=network))}


def weights_header(game: str, numbers: Sequence[int], command: str, *, network: bool = False) -> str:
    """Source text of native/games/GAME/weights.hpp; `command` is the command that fitted the weights."""
    content = (
        f"the network and of the move features, in {NETWORK_SCALE}ths"
        if network
        else f"the features, in {SCALE}ths of log-odds"
    )
    rows = [", ".join(map(str, numbers[at : at + WEIGHTS_PER_LINE])) for at in range(0, len(numbers), WEIGHTS_PER_LINE)]
    return (
        f"// The weights of {content}. Written by `{command}`.\n"
        "#pragma once\n#include <array>\n#include <cstdint>\n\n"
        f"namespace tablier::{game} {{\n\n"
        f"inline constexpr std::array<std::int16_t, {len(numbers)}> fitted_weights{{\n    " + ",\n    ".join(rows) + "};\n\n"
        f"}}  // namespace tablier::{game}\n"
    )
