"""What a player thinks of a position, for people to read, and waiting for it."""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Any

from tablier.core.i18n import decimal, ngettext
from tablier.core.i18n import gettext as _
from tablier.core.state import State
from tablier.engine.analysis import Analysis, Candidate
from tablier.engine.player import Player
from tablier.engine.search_thread import SearchThread
from tablier.engine.twin import GameHistory

GLANCE = 0.05  # seconds between looks at what has been found


def watched(
    player: Player, game: State | GameHistory, show: Callable[[Analysis], None] | None = None, **limits: Any
) -> Analysis:
    """Thinks, showing what is found on the way. Ctrl-C ends the thought, not the telling of what it found."""
    seen: queue.SimpleQueue[Analysis] = queue.SimpleQueue()
    thinking = SearchThread(player, game, report=seen.put if show else None, **limits)
    try:
        while not thinking.wait(GLANCE):
            while show and not seen.empty():
                show(seen.get())
    except KeyboardInterrupt:
        pass
    finally:
        thinking.stop()
    return thinking.result()


def worth(one: Candidate) -> str:
    """A candidate's value in few words.

    >>> from tablier.core.state import Action
    >>> worth(Candidate(Action("c3"), 0.625)), worth(Candidate(Action("c3"), 1.0, "win", 3))
    ('62.5 %', 'wins in 3 turns')
    """
    turns = ngettext("{count} turn", "{count} turns", one.plies).format(count=one.plies)
    if one.proof == "win":
        return _("wins in {turns}").format(turns=turns)
    if one.proof == "loss":
        return _("loses in {turns}").format(turns=turns)
    if one.proof == "draw":
        return _("a sure draw")
    return f"{decimal(one.expected_score * 100, 1)} %"


def summary(seen: Analysis) -> str:
    """How much was looked at."""
    return _("{nodes} positions, depth {depth}, {seconds} s").format(
        nodes=decimal(seen.nodes), depth=seen.depth, seconds=decimal(seen.seconds, 1)
    )
