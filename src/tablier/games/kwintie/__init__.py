"""Kwintie, by Fred Horn: the editions on the board and on the table, and Kwinty."""

from .game import Kwintie

GAME = Kwintie()
