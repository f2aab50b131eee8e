"""Tablier: a games shelf that is open day and night.

>>> import tablier
>>> state = tablier.new("mixtour:stein")
>>> state = state.play("c3").play("c2")
>>> state.to_act, len(state.legal_actions())
(0, 25)
"""

from .core.errors import BadFile, BadNotation, BadOptions, IllegalAction, RulesError
from .core.game import Edition, Game
from .core.outcome import Outcome
from .core.registry import from_text, game, new, shelf
from .core.state import Action, State

__all__ = [
    "Action",
    "BadFile",
    "BadNotation",
    "BadOptions",
    "Edition",
    "Game",
    "IllegalAction",
    "Outcome",
    "RulesError",
    "State",
    "from_text",
    "game",
    "new",
    "shelf",
]
__version__ = "0.1.0"
