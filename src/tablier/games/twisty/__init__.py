"""Twisty, by Faouzi Boughida (Djeco): collect seven colours in the order of your cards, then reach the centre."""

from .game import GAME

__all__ = ["GAME"]
