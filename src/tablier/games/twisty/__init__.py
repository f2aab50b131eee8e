"""Twisty: collect seven colours in your own order, chaining moves over special tokens, then reach the centre."""

from .game import GAME

__all__ = ["GAME"]
