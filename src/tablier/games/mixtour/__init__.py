"""Mixtour, by Dieter Stein (spielstein.com): towers of both colours, reached from exactly as far as they are high."""

from .game import GAME

__all__ = ["GAME"]
