"""Drawings for a terminal: lines of spans, each with a role. The terminal chooses the colours of the roles."""

from __future__ import annotations

from typing import Literal, NamedTuple

# side0…side3: pieces and lines of that side or seat; soft: coordinates and empty cells; accent: winning lines and scores
Role = Literal["plain", "soft", "accent", "side0", "side1", "side2", "side3"]


class Span(NamedTuple):
    """Characters with one role."""

    text: str
    role: Role = "plain"


Line = list[Span]
Drawing = list[Line]


def to_plain_text(drawing: Drawing) -> str:
    """Return the drawing without its roles, one line of text per line."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in drawing)
