"""How an engine on a seat behaves: thinking time, draw offers and display name.

Used by the server, the terminal, UGI and contests, so that an engine of one level is the same opponent everywhere.
"""

from __future__ import annotations

from tablier.core.i18n import gettext as _

from .analysis import Candidate

# Time management
MOVES_TO_GO = 25  # the remaining time is divided as if this many moves were still to come
OVERHEAD_S = 0.05  # kept back for the delay between the decision and the clock
MIN_MOVE_S = 0.01

DRAW_SEARCH_S = 1.0  # search time before an answer to a draw offer
DRAW_MARGIN = 0.05  # an engine declines a draw unless it expects to score less than half by more than this


def thinking_time_s(remaining_s: float, increment_s: float = 0.0) -> float:
    """Seconds to spend on one move: a share of the remaining time and most of the increment, never all of it.

    >>> round(thinking_time_s(60.0, 1.0), 2), round(thinking_time_s(0.5), 3), thinking_time_s(0.0)
    (3.15, 0.02, 0.01)
    """
    share_s = remaining_s / MOVES_TO_GO + 0.75 * increment_s
    return max(MIN_MOVE_S, min(share_s, 0.5 * remaining_s, remaining_s - OVERHEAD_S))


def accepts_draw(best: Candidate, *, own_turn: bool) -> bool:
    """True if an engine accepts a draw: it is worse off, or the draw is proven.

    `best` is the best candidate of the seat to act, which is the engine's own seat if `own_turn` and an opponent otherwise.

    >>> from tablier.core.state import Action
    >>> accepts_draw(Candidate(Action("c3"), 0.7), own_turn=False), accepts_draw(Candidate(Action("c3"), 0.5), own_turn=False)
    (True, False)
    """
    if best.proof is not None:
        return best.proof != ("win" if own_turn else "loss")
    own_score = best.expected_score if own_turn else 1 - best.expected_score
    return own_score < 0.5 - DRAW_MARGIN


def engine_name(level: int) -> str:
    """Display name of an engine, in the language in use.

    >>> engine_name(7)
    'Tablier, level 7'
    """
    return _("Tablier, level {level}").format(level=level)
