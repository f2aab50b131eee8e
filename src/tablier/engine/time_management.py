"""How much of a clock to spend on one move."""

from __future__ import annotations

MOVES_AHEAD = 25  # a clock is shared out as if so many moves were still to come
RESERVE = 0.05  # seconds kept back for the way to the clock
LEAST = 0.01


def allotment(left: float, increment: float = 0.0) -> float:
    """Seconds to think with so many left: a share of the store, most of the increment, never all.

    >>> round(allotment(60.0, 1.0), 2), round(allotment(0.5), 3), allotment(0.0)
    (3.15, 0.02, 0.01)
    """
    share = left / MOVES_AHEAD + 0.75 * increment
    return max(LEAST, min(share, 0.5 * left, left - RESERVE))
