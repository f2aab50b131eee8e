"""TwixT, by Alex Randolph."""

from .game import Twixt

GAME = Twixt()
