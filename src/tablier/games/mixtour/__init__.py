"""Mixtour, by Dieter Stein (spielstein.com): a stack is reached from exactly as far away as it is high."""

from .game import GAME

__all__ = ["GAME"]
