"""Drawings in colour, when the terminal wants it."""

from __future__ import annotations

import io

from rich.console import Console
from rich.text import Text

from tablier.core.terminal_text import Drawing, plain

COLOURS = ("auto", "always", "never")
STYLES = {
    "plain": "",
    "soft": "dim",
    "accent": "bold green",
    "side0": "bold yellow",
    "side1": "bold magenta",
    "side2": "bold cyan",
    "side3": "bold red",
}


def wants_colour(choice: str) -> bool:
    """Whether to colour; `auto` asks the terminal (NO_COLOR, TERM=dumb and pipes say no)."""
    if choice != "auto":
        return choice == "always"
    terminal = Console()
    return terminal.is_terminal and not terminal.no_color and terminal.color_system is not None


def paint(drawing: Drawing, *, colour: bool) -> str:
    """The drawing as text, with the terminal's colour codes or without."""
    if not colour:
        return plain(drawing)
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", width=400, highlight=False)
    for line in drawing:
        console.print(Text.assemble(*((span.text, STYLES[span.role]) for span in line)), soft_wrap=True)
    return out.getvalue().rstrip("\n")
