"""A board drawn in characters: lines of spans, each with the role it plays. Colours are the terminal's business."""

from __future__ import annotations

from typing import Literal, NamedTuple

# side0…side3: pieces and lines of that side or seat; soft: coordinates and empty places; accent: what was won
Role = Literal["plain", "soft", "accent", "side0", "side1", "side2", "side3"]


class Span(NamedTuple):
    """Some characters that play one role."""

    text: str
    role: Role = "plain"


Line = list[Span]
Drawing = list[Line]


def plain(drawing: Drawing) -> str:
    """The drawing without its roles."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in drawing)
