"""The command `tablier`."""

from .main import main

__all__ = ["main"]
