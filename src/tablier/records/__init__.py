"""File formats of a match: JSON record, SGF, move list, and conversion between formats."""

from .messages import MESSAGES

__all__ = ["MESSAGES"]
