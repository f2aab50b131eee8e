"""Pebbles, a toy game for two to four: an example of the whole interface.

A heap of pebbles lies on the table. In turn, each seat takes one to three (`take2`); the seat that takes the last one wins.
Instead, a seat may take one and ask another seat (`ask3`), which answers at once, out of turn: `drop` takes one more, `keep`
none. A seat may leave; the last one left wins.
"""

from .game import GAME

__all__ = ["GAME"]
