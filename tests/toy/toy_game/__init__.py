"""Pebbles, a toy game for two to four: an example of the whole interface.

A heap of pebbles lies on the table. In turn, each seat takes one to three (`take2`); the seat that takes the last one wins.
Instead, a seat may take one and ask another seat by its number from 0 (`ask3`), which answers at once, out of turn: with
`drop` it takes one pebble, with `keep` none. With more than two players a seat may leave; the last seat left wins.
"""

from .game import GAME

__all__ = ["GAME"]
