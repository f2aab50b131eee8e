"""Kwintie, a game by Fred Horn: its board edition, its variant on the table, and Kwinty."""

from .game import GAME

__all__ = ["GAME"]
