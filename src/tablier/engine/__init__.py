"""Native twins, players, analysis, UGI, contests, training and solving. The only package that imports the native module."""

from .messages import MESSAGES

__all__ = ["MESSAGES"]
