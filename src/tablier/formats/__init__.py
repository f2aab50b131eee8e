"""Parsers and writers that games may use: transcripts, SGF, strict JSON, locations in a source text."""

from .messages import MESSAGES

__all__ = ["MESSAGES"]
