"""Errors of a match."""

from __future__ import annotations

from ..core.errors import RulesError


class MatchError(RulesError):
    """A command or event that the current state of the match does not allow."""
