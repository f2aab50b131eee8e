"""Tablier: abstract board games as a library, with rules, notation, file formats and engines.

>>> import tablier
>>> state = tablier.new("mixtour:stein")
>>> state = state.play("c3").play("c2")
>>> state.to_act, len(state.legal_actions())
(0, 25)
>>> state.legal_actions()[:3]
('a1', 'a2', 'a3')
>>> tablier.from_text(str(state)) == state
True
>>> try:
...     state.play("c3")
... except tablier.IllegalAction as error:
...     error.code
'occupied'

`shelf()` lists the games, `game(name)` returns one; both load the rules on first use.
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
