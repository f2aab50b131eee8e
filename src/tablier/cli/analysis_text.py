"""Analyses as text, and running a search that reports while it runs."""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Any

from tablier.core.i18n import format_decimal, ngettext
from tablier.core.i18n import gettext as _
from tablier.core.state import State
from tablier.engine.analysis import Analysis, Candidate
from tablier.engine.player import Player
from tablier.engine.search_thread import SearchThread
from tablier.engine.twin import GameHistory

POLL_S = 0.05  # seconds between looks at the queue of updates


def search_with_updates(
    player: Player, game: State | GameHistory, show: Callable[[Analysis], None] | None = None, **limits: Any
) -> Analysis:
    """Search and call `show` with every update. Ctrl-C stops the search; the result so far is returned."""
    updates: queue.SimpleQueue[Analysis] = queue.SimpleQueue()
    search = SearchThread(player, game, report=updates.put if show else None, **limits)
    try:
        while not search.wait(POLL_S):
            while show and not updates.empty():
                show(updates.get())
    except KeyboardInterrupt:
        pass
    finally:
        search.stop()
    return search.result()


def format_value(candidate: Candidate) -> str:
    """Return a candidate's value as a short text.

    >>> from tablier.core.state import Action
    >>> format_value(Candidate(Action("c3"), 0.625)), format_value(Candidate(Action("c3"), 1.0, "win", 3))
    ('62.5 %', 'wins in 3 turns')
    """
    turns = ngettext("{count} turn", "{count} turns", candidate.plies).format(count=candidate.plies)
    if candidate.proof == "win":
        return _("wins in {turns}").format(turns=turns)
    if candidate.proof == "loss":
        return _("loses in {turns}").format(turns=turns)
    if candidate.proof == "draw":
        return _("a sure draw")
    return f"{format_decimal(candidate.expected_score * 100, 1)} %"


def format_summary(analysis: Analysis) -> str:
    """Return nodes, depth and time of a search as a text."""
    return _("{nodes} positions, depth {depth}, {seconds} s").format(
        nodes=format_decimal(analysis.nodes), depth=analysis.depth, seconds=format_decimal(analysis.seconds, 1)
    )
